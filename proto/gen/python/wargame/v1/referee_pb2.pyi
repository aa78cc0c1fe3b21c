from wargame.v1 import appeals_pb2 as _appeals_pb2
from wargame.v1 import acceptances_pb2 as _acceptances_pb2
from wargame.v1 import clocks_pb2 as _clocks_pb2
from wargame.v1 import corrections_pb2 as _corrections_pb2
from wargame.v1 import officials_pb2 as _officials_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import penalties_pb2 as _penalties_pb2
from wargame.v1 import protocol_pb2 as _protocol_pb2
from wargame.v1 import readings_pb2 as _readings_pb2
from wargame.v1 import results_pb2 as _results_pb2
from wargame.v1 import rewinds_pb2 as _rewinds_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from wargame.v1 import seats_pb2 as _seats_pb2
from wargame.v1 import stops_pb2 as _stops_pb2
from wargame.v1 import table_dice_pb2 as _table_dice_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
