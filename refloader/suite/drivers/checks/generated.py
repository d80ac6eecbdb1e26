"""Checks on the act "programs": valid programs that are generated, played by the driver and over a model of one.

What a program finds - contents of memory, states, counters, results - is compared with what its own calls lead to in
the model, which carries out each call. The specification leaves none of that open; programs never look at what it
does: times, sizes, addresses, the order of work that nothing orders. A driver that answers that it lacks memory or
room for one more object ends the comparison, as any driver may. What needs a queue that computes, timestamps or a
newer Vulkan is left out where the device has it not.

Source: the Vulkan specification, on which the documents' requirements come on top (VULKAN-DRIVER-05), and "Driver
Dispatchable Object Creation": the first word of a dispatchable object is the loader's once the object is made
(OBJECTS-ICD-01). The model's own reading of the specification is that which layers are judged with.
"""

from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.generated_programs import add_breach, ended, ends, named, programs_run

_NONE = "the driver has no physical device here that does the work of generated programs"


def same_found(answers: Answers) -> CheckResult:
    """Check that a program finds what its calls lead to: in memory, in states that it asks for, in results."""
    look = _run(answers)
    for seed, answer in ended(answers, "found"):
        expected, actual = (named(str(answer.get(key, ""))) or "nothing" for key in ("expected", "actual"))
        add_breach(look, answer, f"{answer.get('call', '')}: expected {expected}, found {actual}", seed)
    return look


def programs_ended(answers: Answers) -> CheckResult:
    """Check that a valid program comes to its end."""
    look = _run(answers)
    for seed, answer, end in ends(answers):
        add_breach(look, answer, end, seed)
    return look


def first_words_kept(answers: Answers) -> CheckResult:
    """Check that the driver leaves the first word of each dispatchable object alone, which is the loader's."""
    look = _run(answers)
    for seed, answer in ended(answers, "written"):
        add_breach(look, answer, f"{answer.get('broken', '')}, which is the loader's", seed)
    return look


def calls_succeed(answers: Answers) -> CheckResult:
    """Check that valid calls succeed, and that allocation callbacks are not called by a pointer of an earlier call.

    No sentence asks for the first where the specification lists an error for the command: it is worth a look.
    """
    look = _run(answers)
    for seed, answer in ended(answers, "refused"):
        add_breach(
            look, answer, f"{answer.get('call', '')} gives {named(str(answer.get('actual', '')))}", seed
        )
    for seed, answer in ended(answers, "kept"):
        fact = "allocation callbacks are called by a pointer that was given to an earlier call"
        add_breach(look, answer, fact, seed)
    return look


def _run(answers: Answers) -> CheckResult:
    return programs_run(answers, "over the model", _NONE)
