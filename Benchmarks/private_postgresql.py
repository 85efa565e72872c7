"""A PostgreSQL server of a benchmark's own, as it is installed: fsync on, reachable through a socket in its folder alone."""

import os
import pathlib
import shutil
import subprocess

PROGRAMS = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
# A server does not run as root.
AS_SERVER = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []


def serve(folder, *folders):
    """Makes FOLDER anew, with a server whose data and socket are in it, and with these further folders."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("data", "socket", *folders):
        (folder / name).mkdir(parents=True)
        if AS_SERVER and name in ("data", "socket"):
            shutil.chown(folder / name, "nobody")
    run(folder, "initdb", "--username=waymark", "--auth=trust", "--locale=C", "--encoding=UTF8", "--data-checksums")
    run(folder, "pg_ctl", "-w", "-l", folder / "socket/log", "-o", f"-k {folder}/socket -c listen_addresses=''", "start")


def stop(folder):
    run(folder, "pg_ctl", "-m", "fast", "stop")


def run(folder, program, *arguments):
    subprocess.run([*AS_SERVER, PROGRAMS / program, "-D", folder / "data", *arguments], stdout=subprocess.DEVNULL, check=True,
                   cwd=folder / "socket")
