"""A small contract, wargame.drill.v1, for tests of what is generated from a contract."""

import importlib.util
import shutil
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

from tools import protogen

ROOT = Path(__file__).parents[2]
HEAD = """syntax = "proto3";
package wargame.drill.v1;
import "wargame/v1/options.proto";
import "wargame/v1/record.proto";
import "wargame/v1/table.proto";
import "wargame/v1/protocol.proto";
"""
COMMANDS = """
// How a troop stands.
enum Stance {
  // Not said.
  STANCE_UNSPECIFIED = 0;
  // Ready.
  STANCE_READY = 1;
  STANCE_DOWN = 2;
}
// The way of a troop. It may bend.
message Way {
  // The troop.
  string troop = 1;
  // Where it passes.
  repeated wargame.v1.Pose path = 2;
  optional Stance stance = 4;
  reserved 3;
}
// Moves troops.
message Move {
  option (wargame.v1.all) = VISIBILITY_PUBLIC;
  // Every way.
  repeated Way ways = 1;
  bool fast = 2;
  wargame.v1.Header header = 100;
}
// Hides an order.
message Plot {
  option (wargame.v1.seals) = true;
  uint32 unit = 1 [(wargame.v1.visible) = VISIBILITY_PUBLIC];
  // Where to.
  optional string hex = 2 [(wargame.v1.visible) = VISIBILITY_OWNER];
  wargame.v1.Header header = 100;
}
"""
EVENTS = """
import "wargame/drill/v1/commands.proto";
// Any event.
message Event {
  oneof kind {
    Moved moved = 1;
    Plotted plotted = 2;
    Shown shown = 3;
    Slipped slipped = 4;
  }
}
// Troops moved.
message Moved {
  option (wargame.v1.all) = VISIBILITY_PUBLIC;
  repeated Way ways = 1;
  wargame.v1.Tally tally = 2;
  sint64 far = 3;
}
// An order was hidden.
message Plotted {
  uint32 seat = 1 [(wargame.v1.visible) = VISIBILITY_PUBLIC, (wargame.v1.owner) = true];
  optional Way way = 2 [(wargame.v1.visible) = VISIBILITY_OWNER];
}
// It was shown.
message Shown {
  option (wargame.v1.all) = VISIBILITY_PUBLIC;
  option (wargame.v1.reveals) = true;
}
// Nobody else knows that it happened.
message Slipped {
  option (wargame.v1.all) = VISIBILITY_OWNER;
  uint32 seat = 1 [(wargame.v1.owner) = true];
}
"""
VIEW = """
import "wargame/drill/v1/commands.proto";
// What a seat sees.
message View {
  // Everything on the move.
  repeated Way ways = 1;
  wargame.v1.Seat seat = 2;
}
"""
PLAY = """
import "wargame/drill/v1/commands.proto";
import "wargame/v1/play.proto";
service Play {
  rpc Move(wargame.drill.v1.Move) returns (wargame.v1.Outcome) { option (wargame.v1.by) = ROLE_SEAT; }
  rpc Plot(wargame.drill.v1.Plot) returns (wargame.v1.Outcome) { option (wargame.v1.by) = ROLE_SEAT; }
  rpc Look(wargame.v1.ViewRequest) returns (wargame.v1.Outcome) { option (wargame.v1.open) = true; }
}
"""
FILES = {"commands": COMMANDS, "events": EVENTS, "view": VIEW, "play": PLAY}


def plant(root):
    """Write the contract of the drill beside a copy of the kernel's own."""
    shutil.copytree(ROOT / "proto/wargame/v1", root / "proto/wargame/v1")
    for stem, text in FILES.items():
        write(root, stem, text)


def write(root, stem, text):
    """Write one file of the drill's contract."""
    path = root / f"proto/wargame/drill/v1/{stem}.proto"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + text)


def load(root, place="model"):
    """Generate the tree and import the drill's module of a folder, anew each time."""
    assert protogen.main(["--root", str(root)]) == 0
    name = f"adjudicator.rulesets.drill.{place}.messages"
    loader = SourceFileLoader(name, str(root / f"adjudicator/rulesets/drill/{place}/messages.py"))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
