"""Units that meet terrain each in their own way."""

from tests.rulesets.hex_orders.fixtures import infantry, tank

WALKER = tank(types=("vehicle", "walker"), name="Walker")
BIRD = infantry(types=("infantry", "biological", "flying"), name="Bird")
CAVALRY = infantry(types=("cavalry", "biological"), name="Cavalry")

PLAIN_VEHICLE = tank(types=("vehicle",))
FLYER = infantry(types=("infantry", "flying"))
