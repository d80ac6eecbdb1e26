"""The worker that runs a program: closes the box, then executes the program. Never opens a library itself.

Runs in the worker and imports only the standard library and modules that do the same. The program writes its answers
to the same file descriptor as a worker that opens a loader, as lines of the same format.
"""

import errno
import json
import os
from collections.abc import Mapping
from typing import Any, NoReturn

from refloader.sandbox.box import Box


def work(channel: int, job: Mapping[str, Any], box: Box) -> NoReturn:
    """Execute the job's program with the job's environment variables only, in a child of the fork server."""
    try:
        box.close()
        os.set_inheritable(channel, True)
        os.chdir(job["working_folder"])
        path, *arguments = job["program"]
        os.execve(path, [path, *arguments], job["variables"])
    except OSError as error:
        refusal = {"event": "world", "error": f"the program does not start: {error.strerror}"}
        if error.errno == errno.EAGAIN:  # other runs of the same user use up the limit of processes
            refusal["crowded"] = "yes"
        os.write(channel, b"\n%b\n" % json.dumps(refusal).encode("ascii"))
        os._exit(0)
