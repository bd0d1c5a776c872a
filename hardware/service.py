"""The service manager: says that we are ready, alive and stopping, by systemd's notify protocol (sd_notify(3)).

One datagram a message on the socket that the manager names in the environment. Without one, as when started by hand,
nothing is said.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Service:
    """``address``: of the manager's socket, "@" first for an abstract one; None: nobody listens. ``watchdog_seconds``:
    how long it waits for a sign of life before it kills us; None: it does not. ``folder``: ours as long as we run."""

    address: str | None = None
    watchdog_seconds: float | None = None
    folder: Path | None = None

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Service:
        """What the environment says; a watchdog that is another process's is not ours."""
        address = environment.get("NOTIFY_SOCKET", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environment.get("WATCHDOG_USEC", "")
        waits = ours and microseconds.isascii() and microseconds.isdigit() and int(microseconds) > 0
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        return cls(
            address if address[:1] in ("/", "@") else None,
            int(microseconds) / 1e6 if waits else None,
            Path(folder) if folder else None,
        )

    def tell(self, message: str) -> bool:
        """Sends a message, such as ``READY=1``; whether it went. A manager that does not take it is no fault of ours,
        and the next message tries again."""
        if self.address is None:
            return False
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.setblocking(False)
            try:
                sender.sendto(message.encode(), address)
            except OSError:
                return False
        return True
