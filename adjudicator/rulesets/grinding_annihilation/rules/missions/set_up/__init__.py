"""Set-up (chapter 7.0): the steps before the battle, in their order.

GA-2.1-01, 7.0-08            `battle_creation`
GA-7.0-07                    `roles_and_zones`
GA-7.0-09                    `warfield`
GA-7.1-02, -04               `marker_placement`, `marker_places`, `open_boxes`
GA-7.0-10, 7.1-03            `placing_turns`; ../../`terrain/placing_features`
GA-7.0-11                    `battle_formations`, `battle_formation_checks`
GA-7.0-12 to -14             `deployment`, `deployment_places`
GA-7.0-15, -16, the battle   `battle_start`; ../../`troops/scouts`
"""
