from wargame.tile_formations.v1 import commands_pb2 as _commands_pb2
from wargame.tile_formations.v1 import view_pb2 as _view_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import play_pb2 as _play_pb2
from wargame.v1 import ready_pb2 as _ready_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
