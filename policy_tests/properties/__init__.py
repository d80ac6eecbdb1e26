"""Properties that hold on every machine and for every application, checked on generated ones.

Pytest runs them (``pytest --pyargs policy_tests.properties --refloader-loader PATH``); ``refloader conform`` does
not: the rule that a generated scenario is about is known only after it has failed.
"""
