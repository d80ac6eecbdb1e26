"""The worker of a program: becomes an ordinary user's process, then that program. Never opens a library itself.

Runs in the child and imports the standard library and neighbours that do the same. What the program answers, it
writes to the same descriptor as a worker that opens a loader, in lines of the same kind.
"""

import errno
import json
import os
from collections.abc import Mapping
from typing import Any, NoReturn

from refloader.sandbox.box import Box


def work(channel: int, job: Mapping[str, Any], box: Box) -> NoReturn:
    """Execute the job's program as the station's child, with nothing but its own variables."""
    try:
        box.close()
        os.set_inheritable(channel, True)
        os.chdir(job["working_folder"])
        path, *arguments = job["program"]
        os.execve(path, [path, *arguments], job["variables"])
    except OSError as error:
        refusal = {"event": "world", "error": f"the program does not start: {error.strerror}"}
        if error.errno == errno.EAGAIN:  # other runs of the same user have too many processes by now
            refusal["crowded"] = "yes"
        os.write(channel, b"\n%b\n" % json.dumps(refusal).encode("ascii"))
        os._exit(0)
