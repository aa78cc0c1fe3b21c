"""No name of the contract is a word that a common language keeps for itself."""

from pathlib import Path

from tools.contract import compile_tree

ROOT = Path(__file__).parents[2]
GO = """
break case chan const continue default defer else fallthrough for func go goto if import interface map package
range return select struct switch type var
"""
JAVA = """
abstract assert boolean break byte case catch char class const continue default do double else enum extends
final finally float for goto if implements import instanceof int interface long native new package private
protected public return short static strictfp super switch synchronized this throw throws transient try void
volatile while
"""
# `event` is left out: what is generated for C# writes a field with a capital.
C_SHARP = """
abstract as base bool break byte case catch char checked class const continue decimal default delegate do
double else enum explicit extern false finally fixed float for foreach goto if implicit in int interface
internal is lock long namespace new null object operator out override params private protected public readonly
ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
ulong unchecked unsafe ushort using virtual void volatile while
"""
TYPESCRIPT = """
break case catch class const continue debugger default delete do else enum export extends false finally for
function if import in instanceof new null return super switch this throw true try typeof var void while with
"""
PYTHON = """
and as assert async await break class continue def del elif else except finally for from global if import in
is lambda nonlocal not or pass raise return try while with yield
"""
RUST = """
as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move
mut pub ref return self static struct super trait true type unsafe use where while abstract become box do
final macro override priv try typeof unsized virtual yield
"""
KOTLIN = """
as break class continue do else false for fun if in interface is null object package return super this throw
true try typealias typeof val var when while
"""
SWIFT = """
associatedtype class deinit enum extension fileprivate func import init inout internal let operator private
precedencegroup protocol public rethrows static struct subscript typealias var break case catch continue
default defer do else fallthrough for guard if in repeat return throw switch where while as false is nil self
super throws true try
"""
LANGUAGES = (GO, JAVA, C_SHARP, TYPESCRIPT, PYTHON, RUST, KOTLIN, SWIFT)
KEYWORDS = frozenset(word for language in LANGUAGES for word in language.split())
KEPT = {
    "wargame/v1/protocol.proto: OpenGame.package",  # the transcripts of games have it by this name
    "wargame/v1/record.proto: Domain.range",  # beside one_of and some_of, as the choices of a domain are called
}


def names():
    """Every field, oneof, and package of the contract, by its place."""
    for name, source in compile_tree(ROOT).sources.items():
        for message in source.messages:
            for field in message.proto.field:
                yield f"{name}: {message.name}.{field.name}", field.name
            for oneof in (row for row in message.proto.oneof_decl if not row.name.startswith("_")):
                yield f"{name}: {message.name}.{oneof.name}", oneof.name


def test_no_field_is_named_like_a_keyword():
    """A generated client writes every field by its name."""
    assert {place for place, name in names() if name in KEYWORDS} == KEPT
