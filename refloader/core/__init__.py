"""The pure stages of the reference: values in, values and reasons out. Never touches the machine.

In the order in which data flows: environment, places, manifests, layers and drivers, meta-layers and
override, activation and filters, extensions, order, plan.
"""
