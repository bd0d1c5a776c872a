# Read by ./run and ./check: what both need of the machine. POSIX sh.
# set_up run|check brings system packages and .venv up to the lock files; when nothing has changed it does nothing and needs no network.

APT_ALL="libgl1 libegl1 libgles2 libgl1-mesa-dri libglib2.0-0 libmtdev1"
APT_PI="python3-picamera2 python3-libcamera python3-lgpio python3-spidev"
MEGABYTES=900

system=${TARGI_SYSTEM_ROOT:-} # the tests stand a made-up machine here

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
os_release() { sed -n "s/^$1=//p" "$system/etc/os-release" 2>/dev/null | tr -d '"'; }
usable() { "$1" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1; }

is_pi() {
    [ -r "$system/proc/device-tree/model" ] && tr -d '\000' <"$system/proc/device-tree/model" | grep -q '^Raspberry Pi'
}

find_python() { # the first Python that will do; on a Pi only the system's own sees the camera
    for python in "$system/usr/bin/python3" python3 python3.13 python3.12 python3.11; do
        usable "$python" && return
        [ -z "$pi" ] || break
    done
    return 1
}

check_machine() {
    case $(uname -s)/$(uname -m) in
    Linux/x86_64 | Linux/aarch64) ;;
    *) stop "The companion runs on Linux, on 64-bit Intel, AMD and ARM processors; this is $(uname -s) on $(uname -m)." ;;
    esac
    pi=
    is_pi || return 0
    pi=yes
    case $(os_release ID)/$(os_release VERSION_ID) in
    debian/13 | raspbian/13) ;;
    *) stop "On a Raspberry Pi the companion needs Raspberry Pi OS 13 (trixie, 64-bit), because of its camera packages; this is $(os_release PRETTY_NAME)." ;;
    esac
    [ "$(getconf LONG_BIT)" = 64 ] || stop "On a Raspberry Pi the companion needs the 64-bit Raspberry Pi OS 13; this one is 32-bit."
}

install_packages() {
    wanted=$APT_ALL
    [ -z "$pi" ] || wanted="$wanted $APT_PI"
    find_python || wanted="python3 python3-venv $wanted"
    if ! has apt-get || ! has dpkg-query; then
        find_python || stop "Python 3.11, 3.12 or 3.13 with its venv module is missing: install it, then start again."
        say "This system has no apt-get: if the window does not open, install what your system calls $wanted."
        return
    fi
    missing=
    for package in $wanted; do
        # Debian 13 renamed some libraries to NAMEt64; their old names still install.
        case $(dpkg-query -W -f '${Status}\n' "$package" "${package}t64" 2>/dev/null) in
        *" installed"*) ;;
        *) missing="$missing $package" ;;
        esac
    done
    if [ -n "$missing" ]; then
        by_root=
        if [ "$(id -u)" != 0 ]; then
            has sudo || stop "System packages are missing and there is no sudo: as root, run apt-get install$missing, then start again."
            by_root=sudo
        fi
        say "Installing system packages:$missing"
        log=$(mktemp)
        # shellcheck disable=SC2086 # the list is meant to be split, and sudo may be empty
        if ! { $by_root apt-get update -qq && $by_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } </dev/null >"$log" 2>&1; then
            why_not "$log" "The system packages could not be installed:$missing"
        fi
        rm -f "$log"
    fi
    find_python || stop "Python 3.11, 3.12 or 3.13 is needed, and this system offers $(python3 -V 2>&1 | head -n 1)."
}

why_not() { # why_not LOG SENTENCE: stops with one sentence, and the reason where the log tells one
    if grep -qiE 'no space left|not enough free space' "$1"; then
        reason="the disk is full"
    elif grep -qiE 'resolv|connection|unreachable|timed out|network' "$1"; then
        reason="the network cannot be reached, and it is needed this first time"
    elif grep -qi 'do not match the hashes' "$1"; then
        reason="a downloaded file is not the one that was tested, so it was not used"
    elif grep -qiE 'password|sudoers|permission denied' "$1"; then
        reason="this user may not"
    else
        reason=$(grep -E '^(E:|ERROR:|sudo:)' "$1" | tail -n 1)
        [ -n "$reason" ] || reason=$(tail -n 1 "$1")
    fi
    rm -f "$1"
    stop "$2 ($reason)."
}

install_into_venv() { # install_into_venv WHAT PIP-ARGUMENTS...
    what=$1
    shift
    log=$(mktemp)
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --quiet --retries 2 "$@" </dev/null >"$log" 2>&1 ||
        why_not "$log" "$what could not be installed"
    rm -f "$log"
}

make_venv() {
    free=$(df -Pk . | awk 'NR == 2 { print int($4 / 1024) }')
    [ "$free" -ge "$MEGABYTES" ] || stop "The disk has $free MB free here, and the companion needs $MEGABYTES MB to set itself up."
    say "Making .venv with $("$python" -V) and the packages of requirements.lock (a minute or two)"
    log=$(mktemp)
    # On a Pi camera and pins come with the system's Python packages, so the venv sees those too.
    "$python" -m venv --clear ${pi:+--system-site-packages} .venv >"$log" 2>&1 || why_not "$log" "A Python environment could not be made in .venv"
    rm -f "$log"
    install_into_venv "The Python packages" --require-hashes --only-binary :all: -r requirements.lock
    # Without what they name besides: some of it has no wheel and is not used, see .ci/lock.
    install_into_venv "The drivers of e-ink panels" --require-hashes --only-binary :all: --no-deps -r .ci/panels.lock
}

try_imports() {
    modules="numpy, cv2, kivy"
    [ -z "$pi" ] || modules="$modules, libcamera, picamera2, lgpio, spidev"
    log=$(mktemp)
    KIVY_NO_ARGS=1 KIVY_NO_FILELOG=1 KIVY_NO_CONSOLELOG=1 .venv/bin/python -c "import $modules" >"$log" 2>&1 ||
        why_not "$log" "The installed packages do not work together"
    rm -f "$log"
}

# What a step was done with: this place (a venv cannot be moved), this Python, these files.
stamp() { { pwd; .venv/bin/python -V; cat "$@"; } 2>&1 | cksum; }
due() { # due STEP FILES...
    step=$1
    shift
    [ "$(cat ".venv/$step" 2>/dev/null)" != "$(stamp "$@")" ]
}
done_with() { # done_with STEP FILES...
    step=$1
    shift
    stamp "$@" >".venv/$step"
}

set_up() (
    if due ready-packages requirements.lock .ci/panels.lock .ci/setup.sh; then
        check_machine
        install_packages
        make_venv
        try_imports
        done_with ready-packages requirements.lock .ci/panels.lock .ci/setup.sh
    fi
    if [ ! -x .venv/bin/targi ] || due ready-companion pyproject.toml; then
        install_into_venv "The companion itself" --no-deps --no-index --no-build-isolation -e .
        done_with ready-companion pyproject.toml
    fi
    if [ "$1" = check ] && due ready-tools .ci/check.lock .ci/camera.lock; then
        say "Installing the tools of .ci/check.lock"
        install_into_venv "The tools" --require-hashes --only-binary :all: -r .ci/check.lock
        # Without what it names besides: its tests need none of that. A Raspberry Pi has its own.
        is_pi || install_into_venv "picamera2 for its tests" --require-hashes --only-binary :all: --no-deps -r .ci/camera.lock
        done_with ready-tools .ci/check.lock .ci/camera.lock
    fi
)
