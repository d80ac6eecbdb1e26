"""The pure stages of the reference loader: each maps values to values and reasons. No I/O.

The stages, in the order of the data flow: environment, places, manifests, layers and drivers, meta-layers and
override, activation and filters, extensions, order, plan.
"""
