"""Shows a scenario to a loader in a child: worlds, isolation, the application's steps."""
