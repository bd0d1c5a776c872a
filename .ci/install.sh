# Read by ./run --install, --update, --back and --uninstall. POSIX sh; setup.sh is read before.
# Versions lie side by side in /opt/targi as 1, 2, 3 ...; "current" points to the one that runs, "before" to the one that ran well before it.
# The games lie in /var/lib/targi and outlive all of this. $system: the tests stand a made-up machine there.

PARTS="companion vision hardware ui calibration systemd docs .ci run pyproject.toml requirements.lock README.md CHANGELOG.md LICENSE"
system=${system:-}
here=${here:-$PWD}
LOCKS="requirements.lock .ci/panels.lock"
opt=$system/opt/targi
state=$system/var/lib/targi
units=$system/etc/systemd/system

by_root() { # by_root ARGUMENTS...: the rest is root's work
    [ "$(id -u)" = 0 ] && return
    has sudo || stop "This is root's work, and there is no sudo: as root, start ./run $* again."
    exec sudo ./run "$@"
}

service_manager() {
    has systemctl || stop "This system has no systemd, by which the companion would be started: start ./run by hand, or from what your system has instead."
}

number_of() { # number_of current|before: which version that is; fails when there is none
    [ -L "$opt/$1" ] && readlink "$opt/$1"
}

point() { # point NAME NUMBER: in one step, so that a power cut leaves the one or the other
    ln -sfn "$2" "$opt/$1.new"
    mv -T "$opt/$1.new" "$opt/$1"
}

same_packages() { # same_packages FOLDER: its .venv is whole, has what we need, and a Python that the service may read
    for lock in $LOCKS; do
        cmp -s "$lock" "$1/$lock" || return 1
    done
    case $(readlink -f "$1/.venv/bin/python") in
    /usr/* | "$1"/.venv/*) ;;
    *) return 1 ;; # one in a person's own folder is closed to the service
    esac
    # shellcheck disable=SC2086 # the list is meant to be split
    (cd "$1" && ! due ready-packages $LOCKS .ci/setup.sh)
}

lay_out() { # lays this version out beside the others, and sets $number to its number
    number=1
    while [ -e "$opt/$number" ]; do number=$((number + 1)); done
    there=$opt/$number
    say "Laying out version $number in /opt/targi"
    mkdir -p "$there"
    for part in $PARTS; do
        mkdir -p "$there/$(dirname "$part")"
        cp -R "$part" "$there/$part"
    done
    find "$there" -name __pycache__ -exec rm -rf {} +
    # Packages that are here already need no network: they are taken over, those of the version before without taking room.
    for from in "$opt/$(number_of current || echo none)" "$here"; do
        if same_packages "$from"; then
            how=-a
            [ "$from" = "$here" ] || how=-al
            cp $how --no-preserve=ownership "$from/.venv" "$there/.venv"
            rm -f "$there/.venv/ready-"*
            # shellcheck disable=SC2086 # the list is meant to be split
            (cd "$there" && done_with ready-packages $LOCKS .ci/setup.sh)
            break
        fi
    done
    if ! (cd "$there" && set_up run && .venv/bin/targi rules --data . >/dev/null); then
        rm -rf "$there"
        stop "This version could not be set up, and nothing was changed."
    fi
    sync
}

put_units() { # put_units FOLDER: what the system must know, as that version has it
    mkdir -p "$units" "$system/etc/sysusers.d" "$system/etc/tmpfiles.d" "$system/etc/udev/rules.d" "$system/etc/targi" "$system/usr/local/bin"
    cp "$1/systemd/targi.service" "$1/systemd/targi-off.path" "$1/systemd/targi-off.service" "$units/"
    cp "$1/systemd/journald@targi.conf" "$system/etc/systemd/"
    cp "$1/systemd/targi.sysusers.conf" "$system/etc/sysusers.d/targi.conf"
    cp "$1/systemd/targi.tmpfiles.conf" "$system/etc/tmpfiles.d/targi.conf"
    cp "$1/systemd/60-targi.rules" "$system/etc/udev/rules.d/"
    ln -sfn /opt/targi/current/.venv/bin/targi "$system/usr/local/bin/targi"
    tell systemd-sysusers targi.conf
    tell systemd-tmpfiles --create targi.conf
    tell udevadm control --reload
    tell udevadm trigger
    tell systemctl daemon-reload
}

tell() { # tell COMMAND...: whether it mattered, the start of the service shows
    "$@" || say "This did not work: $*"
}

start() { # whether the service has said that it is ready
    systemctl enable --quiet targi.service targi-off.path && systemctl restart targi.service targi-off.path
}

tidy() { # takes away the versions that nobody points to
    for there in "$opt"/[0-9]*; do
        name=${there##*/}
        [ "$name" = "$(number_of current)" ] || [ "$name" = "$(number_of before)" ] || rm -rf "$there"
    done
}

install_companion() { # install_companion [--headless]
    service_manager
    lay_out
    put_units "$opt/$number"
    if [ "${1:-}" = --headless ]; then
        echo "TARGI_OPTIONS=--headless" >"$system/etc/targi/environment"
    else
        rm -f "$system/etc/targi/environment"
    fi
    point current "$number"
    rm -f "$opt/before"
    tidy
    start || stop "The companion is installed but does not start: journalctl --namespace=targi says why, targi doctor what is missing."
    say "The companion is installed and runs; it starts with the machine. Its games lie in /var/lib/targi."
}

update_companion() {
    service_manager
    old=$(number_of current) || stop "Nothing is installed yet: ./run --install does that."
    lay_out
    tell systemctl stop targi.service
    rm -rf "$state/before-update"
    mkdir -p "$state/before-update"
    for file in "$state"/games.db*; do
        [ ! -f "$file" ] || cp -p "$file" "$state/before-update/"
    done
    put_units "$opt/$number"
    point before "$old"
    point current "$number"
    if start; then
        tidy
        say "Version $number runs. ./run --back goes back to version $old."
        return
    fi
    go_back
    stop "Version $number does not start, so version $old runs again: journalctl --namespace=targi says why."
}

go_back() { # to the version before, which is then the only one
    old=$(number_of before) || stop "There is no version to go back to."
    put_units "$opt/$old"
    point current "$old"
    rm -f "$opt/before"
    tidy
    start || stop "Version $old does not start: journalctl --namespace=targi says why."
}

back_companion() {
    service_manager
    go_back
    say "Version $old runs again. The games as they were before the update lie in /var/lib/targi/before-update."
}

uninstall_companion() { # uninstall_companion [--with-games]
    service_manager
    tell systemctl disable --now targi.service targi-off.path
    rm -f "$units/targi.service" "$units/targi-off.path" "$units/targi-off.service" "$system/etc/systemd/journald@targi.conf" \
        "$system/etc/sysusers.d/targi.conf" "$system/etc/tmpfiles.d/targi.conf" "$system/etc/udev/rules.d/60-targi.rules" "$system/usr/local/bin/targi"
    rm -rf "$opt" "$system/etc/targi" "$system/var/cache/targi"
    tell systemctl daemon-reload
    if [ "${1:-}" = --with-games ]; then
        rm -rf "$state"
        say "The companion and its games are gone."
    else
        say "The companion is gone; its games still lie in /var/lib/targi, and its user targi is kept for them."
    fi
}
