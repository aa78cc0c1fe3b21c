package client

// The rulesets whose commands, views and events this client can make and read.
import (
	_ "adjudicator.invalid/client/wargame/antares/v1"
	_ "adjudicator.invalid/client/wargame/grinding_annihilation/v1"
	_ "adjudicator.invalid/client/wargame/hex_orders/v1"
	_ "adjudicator.invalid/client/wargame/tile_formations/v1"
)
