"""Names and guarantees of the systems, in the order of the tables."""

from peers.plan import SYSTEMS

from . import plots

BY_KEY = {system.key: system for system in SYSTEMS}
OWN = "martlet"


def name(key):
    return BY_KEY[key].name


def color(key):
    if key == OWN:
        return plots.OWN
    return plots.STORED if BY_KEY[key].guarantees.is_stored else plots.PASSING


def versions(machine):
    """Each system with the versions of the packages it consists of."""
    for system in SYSTEMS:
        found = [f"{package} {machine['versions'][package]}" for package in system.packages if package in machine["versions"]]
        if found:
            yield system.name, ", ".join(found)
