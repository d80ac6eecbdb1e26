"""What the violators of one folder share: an environment with other variables. Violates nothing itself."""

from dataclasses import replace

from refloader.model.environment import Environment


def without(environment: Environment, *names: str) -> Environment:
    """The environment as if these variables were not set."""
    kept = {name: value for name, value in dict(environment.variables).items() if name not in names}
    return replace(environment, variables=kept)


def having(environment: Environment, name: str, value: str) -> Environment:
    """The environment with one variable at another value."""
    return replace(environment, variables={**dict(environment.variables), name: value})
