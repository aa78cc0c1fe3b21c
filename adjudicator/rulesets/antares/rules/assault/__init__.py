"""Assault: from its declaration to the parting of the units.

AN-ASSAULT-01 to -06  `assaults`
AN-ASSAULT-04         `directness` (no needless corners), `detours` (the shortest way round),
                      `contact_paths` (offered ways)
AN-ASSAULT-07         `fighters`
AN-PBS-01 to -08      `point_blank`
AN-PBS-09, -10        `breaking_off`
AN-PBS-11             `fighters`
AN-H2H-01 to -18      `hand_to_hand`
AN-CONS-01 to -07     `consolidation`
"""
