// Package client is a client of the adjudicator: it opens games, plays them for one party each, and checks what can be
// checked; what is trusted is on its page, README.md.
//
// A [Service] is a connection with a token, a [Game] is one party's side of one game. [Game.Give] signs and seals a
// command, sends it again with the same id where a connection breaks, and verifies its receipt. [Game.Watch] gives
// entries without a gap. [Game.Verify] checks a whole game, down to every die once its secret is shown. A [Player]
// makes commands of what is offered, by the answers of a [Chooser].
//
// The messages of the contract are in wargame/v1 and wargame/<ruleset>/v1; package verify checks logs with the standard
// library alone.
package client
