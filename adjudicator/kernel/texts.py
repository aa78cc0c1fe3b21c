"""Sentences: the clauses of the table itself, and the reader of a ruleset's texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from types import MappingProxyType

from adjudicator.kernel.decoding import read_file

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "WG-OPEN-01": "A game opens with one entry that fixes rules, seats, pace, dice and the commitment to its seed.",
        "WG-SEED-01": "Every seat commits to 32 random bytes of its own before any seat opens them.",
        "WG-SEED-02": "A seat opens what it committed to; anything else is refused.",
        "WG-SEED-03": "A seat that does not contribute may be ruled absent; the game goes on without its bytes.",
        "WG-SEED-04": "No die is thrown before the contributions are closed.",
        "WG-SEED-05": "Every seat contributes to the seed, however many there are, and the referee where the terms of "
        "a game with a referee say so; the service never does.",
        "WG-STRETCH-01": "Where the terms divide the open dice of a seeded game into stretches, the secret of each is "
        "shown when it is used up, and the next die is of the next: what was thrown is checked while the game goes on.",
        "WG-OFFICIAL-01": "An official signs from an entry on, with keys that no seat has here; the owner has signed a "
        "warrant for that, which counts once.",
        "WG-ASK-01": "Only the innermost open question may be answered, and only by a party that it asks.",
        "WG-ASK-02": "Silence may be ended by the referee, or by the service once the time to answer has run out.",
        "WG-DICE-01": "Physical dice are requested before they are thrown; the roller reports their faces.",
        "WG-DICE-02": "Reported faces count once another party has acknowledged them.",
        "WG-DICE-03": "A referee may rule that an awaited or reported throw does not count and is made again, change "
        "where open dice come from, and take a set of dice out of use.",
        "WG-DICE-04": "Where the roller of a requested throw is silent, it is drawn from the seed of the game; "
        "reported faces that nobody answers are acknowledged.",
        "WG-FACT-01": "A stated fact stands once the other side has confirmed it or has let the question pass.",
        "WG-FACT-02": "A disputed fact is settled by the referee, or by a roll-off where none is, where the referee is "
        "silent, or where the game says so.",
        "WG-END-01": "The game closes when its result stands and the time for appeals is over.",
        "WG-END-02": "Each seat confirms the final result.",
        "WG-END-03": "After the close the service shows the secret of the dice; it must fit the game's commitment.",
        "WG-END-04": "Nothing more is played once a result is reached.",
        "WG-END-05": "The operator may close a game that nobody will play to its end; its secret is shown.",
        "WG-END-06": "A seat may give the game up until there is a result. Its opponents have won.",
        "WG-END-07": "A seat may offer a draw. The game is drawn once every other seat has accepted; a seat that "
        "declines, or plays on without an answer, ends the offer.",
        "WG-END-08": "A result says how the game ended and on whose word, and of every seat its place and score.",
        "WG-END-09": "The terms of an event may raise the score of who wins by an ending, lower that of who loses by "
        "it, and keep the seats from ending a game so.",
        "WG-END-10": "Where the terms ask for it a referee has to allow the seats to agree on a draw.",
        "WG-REF-01": "In a game of an event a referee of the affiliation of a seat rules only where every seat has "
        "accepted that.",
        "WG-RULE-01": "A referee's ruling says why, and stands in the log under the number of its entry.",
        "WG-RULE-02": "A ruling, and what a seat gives in a game of an event, names the entry it was decided on.",
        "WG-CALL-01": "A seat may call the referee, about a question or entries. The referee answers, the seat "
        "withdraws the call, or it lapses when the referee has been silent for too long.",
        "WG-CALL-02": "A call stops the clocks for as long as the terms of the game say, and so many calls of each "
        "seat do; a call beyond that number stops nothing.",
        "WG-STOP-01": "A stop lasts as long as the terms of the game allow, and the service ends it then. Time in "
        "which the clocks were stopped counts for nobody.",
        "WG-STOP-02": "A referee may pause the game. Until it goes on nothing is played and no question is answered; a "
        "throw that was awaited counts then, or is made again.",
        "WG-STOP-03": "A referee may adjourn a game that is being played. A seat may still give up, and seats may "
        "agree on a draw.",
        "WG-STOP-04": "While the game is adjourned a seat that is asked may seal its next command, which must be "
        "legal. It is opened and taken when the game goes on; a ruling that changes the game makes it void.",
        "WG-NOTE-01": "A referee may note something for referees alone; everybody may read it after the game.",
        "WG-INSPECT-01": "A referee who looks at hidden tables names them first; what was seen is not in the log.",
        "WG-INTERPRET-01": "A head referee may rule on the meaning of a clause; it has the number of its entry.",
        "WG-PENALTY-01": "A referee may give a seat a penalty; what follows from so many of a kind stands in the "
        "terms, and follows in the same entry, once for each seat.",
        "WG-PENALTY-02": "Points taken or given by penalties are parts of the score, and change nobody's place.",
        "WG-PENALTY-03": "A seat that is given a loss or is removed has lost the game. Its opponents have won.",
        "WG-AWARD-01": "A referee may name the result of a game that has none, or of one under appeal.",
        "WG-RESTART-01": "A head referee may end a game because another one takes its place.",
        "WG-APPEAL-01": "While the time for it runs a seat may appeal against the result or a ruling, once about each.",
        "WG-APPEAL-02": "An appeal is ruled on by a head referee, or by one who did not give the ruling; the author "
        "upholds only as head referee, and where no other referee has ruled in the game.",
        "WG-APPEAL-03": "What was appealed against is overturned by a ruling that names the appeal, once.",
        "WG-APPEAL-04": "The time for appeals is held while one is lodged. What no referee rules on in time stands. "
        "The game closes when the time is over, or when no seat wants to appeal.",
        "WG-BACK-01": "A ruling may take the game back to before an entry; that entry and all since are void. Without "
        "a referee the seats agree on it; over dice, or what was shown, a referee of an event does not rule alone.",
        "WG-BACK-02": "Where the dice stand, the first void command is given once more as the ruling corrects it, with "
        "the faces of its throws; from the first throw that differs the dice are fresh.",
        "WG-BACK-03": "A seat may take back its own last commands, as far as no dice were thrown, nothing was shown, "
        "and nobody else acted.",
        "WG-BACK-04": "A proposed ruling stands once all that are asked have agreed; silence does not agree.",
        "WG-CLOCK-01": "Where the terms say so every seat has a bank of time. It is charged while the innermost "
        "question asks that seat, whoever else is asked, once the free time of a question is used up. What a question "
        "has used it has used, also where it is asked anew. No clock runs before the start of the game or the seed of "
        "its dice, while the game is stopped, or once there is a result.",
        "WG-CLOCK-02": "A seat that answers, or whose turn is over, has the increment of the terms added to its bank.",
        "WG-CLOCK-03": "The flag of a seat falls when its bank is overdrawn by the grace. What follows stands in "
        "the terms: nothing; silence, for the rest of the turn or of the game, but for what a rulebook asks even then; "
        "or the loss of the game. Where silence is no answer to a question the seat has lost.",
        "WG-CLOCK-04": "A referee may set the clock of a seat; a rewind that makes the fall of a flag void gives the "
        "seat the least time of the terms. No other ruling gives time back.",
        "WG-CLOCK-05": "A seat that has given no entry so long after the start has lost; where none has, the game "
        "counts for nothing.",
        "WG-CLOCK-06": "When the time of the round is called the game counts as it stands: by its scores, or as a "
        "draw; one that has not begun counts for nothing.",
        "WG-CLOCK-07": "Time in which the service was down is nobody's: what is due by a clock or a time limit is due "
        "so much later, but for the end of an adjournment.",
        "WG-SEAT-01": "By ruling another person plays a seat from an entry on, who has played no other seat here nor "
        "refereed: with keys that nobody has played with here, and with what the seat had. A contribution to the seed "
        "that only the other knew is made anew or absent.",
        "WG-SEAT-02": "By ruling a seat is absent from an entry on: silence is taken for it until a referee revokes "
        "the order, or another person plays the seat. Its clock does not run, and it has not failed to come.",
        "WG-SEAT-03": "Silence is taken for an absent seat as soon as it is asked, before anything else. Where that is "
        "no answer, whoever is absent has lost; where all seats are, the game counts for nothing.",
        "WG-CORRECT-01": "A ruling may set values of the state that a ruleset lists, all at once: the old ones must be "
        "those that stand, and what holds of every game must hold after it. Without a referee the seats agree on it.",
        "WG-CORRECT-02": "What only one seat knows is set by a head referee who has inspected the table. Others see "
        "that a value was set, and no more.",
        "WG-KEY-01": "Heads may be signed with another key from an entry on; the earlier signs it, or a reason stands.",
        "WG-EDITION-01": "A game may go on under a later edition of its rules code, from the entry on that says so.",
    }
)

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "Asked": "",
        "SeedFixed": "the dice of the game are fixed",
        "RollRequested": "{roller} throws {count:#die|dice} of {sides} sides for {why}",
        "RollReported": "the dice show {faces}",
        "RollAcknowledged": "{by} acknowledges the faces",
        "RollDisputed": "{by} does not accept the faces: {reason}",
        "RollsTaken": "all dice of the command are thrown, and it is carried out",
        "EditionAdopted": "edition {edition} of the rules code decides from here on, after edition {before}",
        "LogKeyChanged": "heads are signed with {log_key} from here on",
        "SeatAbsent": "{seat} gives no contribution to the seed and is ruled absent",
        "DeadlineEnforced": "{party} did not answer in time; {answer} was taken as the answer",
        "FactStated": "{by} states: {kind} of {subjects} is {value}",
        "FactConfirmed": "fact {fact} is confirmed",
        "FactDisputed": "{by} disputes fact {fact} and holds {value}",
        "DisputeRolledOff": "the dispute is rolled off: {faces}; {winner} wins",
        "FactSettled": "fact {fact} is settled: {value}",
        "Unsealed": "the sealed commands of entries {entries} are open now",
        "SideConceded": "{seat} concedes",
        "DrawOffered": "{seat} offers a draw",
        "DrawAccepted": "{seat} accepts the draw",
        "RefereeAccepted": "{seat} accepts the referee {key}",
        "OfficialAdmitted": "the {office}{token: of token |} signs {keys:from here on with |no more}",
        "StretchShown": "stretch {epoch} of the dice is over and its secret is shown",
        "RulingGiven": "it is ruled ({act}): {reason}",
        "RefereeCalled": "{by} calls the referee: {question}",
        "CallClosed": "the call of entry {call} is {end}",
        "GameStopped": "the game stands still: {kind}",
        "StopEnded": "the {kind} of entry {stop} is over",
        "CommandSealed": "{by} seals its next command",
        "SealedTaken": "the sealed command of {by} is opened and taken: {kind}",
        "SealedVoid": "the sealed command of {by} is void",
        "ThrowVoided": "the throw does not count and is made again",
        "DiceSourceChanged": "open dice are {source} from here on",
        "DiceRetired": "the dice {dice_set} are out of use",
        "ThrowDrawn": "{roller} is silent; the throw is drawn from the seed of the game: {faces}",
        "Penalised": "{seat} is given a penalty: {kind}{amount: of |}{rule:, as the terms say by rule |}",
        "GameRestarted": "another game takes the place of this one",
        "DrawAllowed": "the seats may agree on a draw",
        "AppealLodged": "{seat} appeals against entry {about}",
        "AppealSettled": "what the appeal of entry {appeal} is about stands: {end}",
        "AppealOverturned": "entry {about} is overturned, as the appeal of entry {appeal} asked",
        "AppealWaived": "{seat} will not appeal",
        "PrivateNoteAdded": "a referee notes something for referees",
        "Inspected": "the referee looks at {tables}",
        "ClauseInterpreted": "clause {clause} means: {text}",
        "Rewound": "the game goes back to before entry {to}",
        "SeatSubstituted": "{person} plays {seat} from here on",
        "AbsenceOrdered": "{seat} is absent: silence is taken for it from here on",
        "AbsenceEnded": "{seat} answers for itself again",
        "Corrected": "{field} of {table} {key} is set by ruling from {before} to {after}",
        "ProposalMade": "{by} proposes a ruling; others are asked to agree",
        "ProposalDeclined": "{by} does not agree to the proposed ruling",
        "FlagFell": "the time of {seat} has run out",
        "ClockSet": "the clock of {seat} is set to {new_ms} ms, from {old_ms} ms",
        "TurnTimed": "",
        "AfterFlagGiven": "{seat} may still answer this, for a short time",
        "SeatsMissing": "no entry came from {seats}: no show",
        "TimeCalled": "time is called",
        "OutageGivenBack": "the service was down from {from_ms} to {to_ms} (ms); no clock ran",
        "DrawDeclined": "{seat} declines the draw, or plays on without an answer",
        "ResultReached": "result: {outcome}, winners {winners}",
        "Finished": "the game is closed",
    }
)

# what reports say of these where they know more of the game than the event alone
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "FactStated": "{by} states: {text}",
        "FactConfirmed": "{who} confirms: {text}",
        "FactConfirmed.unanswered": "nobody disputed it: {text}",
        "FactDisputed": "{by} disputes this and states: {text}",
        "FactSettled": "settled: {text}",
        "FactSettled.void": "settled: it does not hold that {text}",
        "DeadlineEnforced.ended": "the referee ended {party}'s question; {answer} was taken as the answer",
        "DeadlineEnforced.ended.silent": "the referee ended {party}'s question without an answer",
        "DeadlineEnforced.late": "{party} did not answer in time; {answer} was taken as the answer",
        "DeadlineEnforced.late.silent": "{party} did not answer in time and is no longer asked",
        "Corrected.field": "{field} of {table} {key} is set by ruling from {before} to {after}",
        "Corrected.hidden": "a value is set by ruling that only {known_to} knows",
        "Corrected.row": "{table} {key} is set by ruling from {before} to {after}",
        "Corrected.value": "{table} {field} is set by ruling from {before} to {after}",
        "DeadlineEnforced.absent": "{party} is absent; {answer} is taken as the answer",
        "DeadlineEnforced.absent.silent": "{party} is absent and is no longer asked",
        "Unsealed": "what was sealed in {entries:~entry|entries} {which} is open now",
        "ResultReached.won": "the result stands: {winners} won{how}",
        "ResultReached.nobody": "the result stands: nobody won{how}",
        "ResultReached.shared": "the result stands: a draw{how}",
        "ResultReached.void": "the game counts for nothing",
        "ResultReached.restarted": "the game counts for nothing: another one takes its place",
        "Penalised": "{seat} is given {what}",
        "Penalised.follows": "{seat} is given {what}, as rule {rule} of the terms says",
    }
)

# penalties by their kind, after "red is given"
PENALTIES: Mapping[str, str] = MappingProxyType(
    {
        "caution": "a caution",
        "yellow": "a yellow card",
        "red": "a red card",
        "points": "a penalty of {amount} points",
        "points_other": "a penalty of {amount} points for its opponents",
        "time": "a penalty of {amount} s",
        "time_other": "a penalty of {amount} s for its opponents",
        "loss": "the loss of the game",
        "removal": "removal from the event",
    }
)

# how a game ended, after "red won" or "a draw"
ENDINGS: Mapping[str, str] = MappingProxyType(
    {
        "points": " on points",
        "objective": " by the objective",
        "eliminated": " by elimination",
        "conceded": " by concession",
        "agreed": " by agreement",
        "flag": " on time",
        "no_show": " without a game",
        "forfeit": " by forfeit",
        "time_called": " when time was called",
        "adjudicated": " by a ruling",
    }
)

QUESTIONS: Mapping[str, str] = MappingProxyType(
    {
        "contribute": "commit to a contribution to the seed",
        "open_contribution": "open the contribution to the seed",
        "roll_report": "throw the dice and report their faces",
        "roll_acknowledge": "acknowledge the reported faces",
        "fact_stated": "confirm or dispute what was stated",
        "dispute": "settle the dispute",
        "result": "state the result",
        "appeal": "appeal against the result, or let the time for it pass",
        "appeal_lodged": "uphold what is appealed against, or overturn it by a ruling",
        "confirm_result": "confirm the final result",
        "reveal": "reveal the secret of the dice",
    }
)

THROWS: Mapping[str, str] = MappingProxyType({"roll-off": "the roll-off", "dispute": "the dispute"})

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "not-asked": "The open question, {window:words}, is for {asks}. Answer that one first; Offers lists how.",
        "nothing-open": "No question is open in this game: it has ended. Open a new game to play on.",
        "unknown-id": "No such id is known to this seat. Take ids from View or Offers.",
        "not-open-yet": "The game is not open. Open it through Games.Open first.",
        "seats-number": "{found} seats are given; these rules take {least} to {most}. Name that many.",
        "open-already": "The game is open already. Open another one under a new command id.",
        "wrong-length": "{field} must be {expected} bytes long and is {found}. Send the raw bytes, not their hex text.",
        "commitment-mismatch": "The bytes do not open what this seat committed to. Send the ones that were committed.",
        "other-edition": "The game is of edition {game}, this server has {server}. Serve it with its own release.",
        "closed-already": "The game is closed already. Nothing needs to be done.",
        "reason-missing": "No reason is given. Say why, for the record.",
        "same-key": "That is the key in force, or none. Nothing needs to be done.",
        "unknown-question": "This edition does not know the open question {window}. Serve it with its own release.",
        "not-due": "The question may still be answered for {seconds} seconds. Wait, or let the referee end it.",
        "silence-means-nothing": "Silence is no answer to the question {window:words}. Wait, or ask the referee.",
        "dice-awaited": "A throw is awaited; nothing else may be done but end the game. Report or acknowledge it.",
        "no-places-to-find": "No places are found on request now. Take the spots that Offers lists with each field.",
        "other-window": "That question is not the open one. Read Offers again, and name the window that it gives.",
        "faces-count": "{expected} faces are asked for and {found} came. Report every die of the throw, in order.",
        "face-range": "A face lies outside 1 to {sides}. Read the dice again and report what they show.",
        "fact-not-open": "That fact is not open to this answer. Offers lists the facts that are.",
        "ruling-needed": "The referee settles this dispute and has to name the value that holds.",
        "number-range": "{field} is {found}; it must be {least} to {most}.",
        "option-not-read": "No clause of this edition reads the option {option}. Leave it out, or give its default "
        "{default}.",
        "option-value": "Option {option} can not be `{found}`. Take one of: {known}.",
        "not-among": "{field} is `{found}`, which is not known. Take one of: {known}.",
        "bad-id": "{field} is `{id}`, which is no id. Write {form}.",
        "id-twice": "{field} is `{id}`, which stands twice. Give it once, or name one of them otherwise.",
        "too-many": "{field} holds {found}, which is too many. Give at most {most}.",
        "secret-mismatch": "The secret does not fit the commitment of the opening.",
        "not-a-seat": "Only a seat of the game may do this. Let one do it.",
        "no-event-referee": "Only in a game of an event that has referees does a seat accept one.",
        "key-missing": "No referee is named. Give the key id of the referee's token.",
        "head-missing": "It is not said which state this was decided on. Send the head that was seen last.",
        "game-stopped": "The game stands still since entry {entry}. Wait until it goes on.",
        "stopped-already": "The game is paused or adjourned already. Resume it first.",
        "not-stopped": "The game is neither paused nor adjourned.",
        "not-yet-played": "The dice of the game are not fixed yet. Pause it instead.",
        "too-long": "The longest adjournment of this game is {most} ms. Give at most that.",
        "no-throw-awaited": "No throw is awaited.",
        "throw-awaited": "A throw is awaited. Say whether it counts or is made again.",
        "no-such-stop": "Entry {entry} stops nothing, or does no more.",
        "stop-not-due": "That stop may last {seconds} seconds more.",
        "no-referee": "No referee is seated in this game. Settle it between the seats, or propose to go back.",
        "call-open": "A call of yours is open already. Wait for the answer, or withdraw it.",
        "question-missing": "The call says nothing. Give a question, or entries that it is about.",
        "no-such-call": "Entry {entry} is no call that is open.",
        "not-your-call": "That is the call of another seat. Only that seat withdraws it.",
        "not-adjourned": "The game is not adjourned. Commands are sealed while it is.",
        "nothing-to-seal": "The open question asks this seat for nothing that may be sealed.",
        "sealed-already": "A command of this seat is sealed already, and is taken when the game goes on.",
        "not-sealable": "That command does not answer the open question, or holds a secret. Take one of: {known}.",
        "fields-unreadable": "The fields can not be read. Write them as a JSON array, in the order of the contract.",
        "source-missing": "No source of dice is named. Name one.",
        "same-source": "Open dice are {source} already.",
        "set-unnamed": "The set of dice has no name. Give the one that stands in reports.",
        "retired-already": "That set of dice is out of use already.",
        "only-by-silence": "A throw is drawn where its roller is silent, and not by itself. Enforce the deadline.",
        "dice-retired": "The dice {name} are out of use. Throw others, and report those.",
        "entry-void": "Entry {entry} is void already. Name one that stands.",
        "entry-unknown": "The log has no entry {entry}.",
        "seed-open": "The dice of the game are not fixed yet. Wait until they are.",
        "before-the-seed": "Entry {entry} stands before the dice were fixed. The first that can be void is {first}.",
        "splits-a-reveal": "Sealed commands from entry {first} on are open since. Go back to entry {first}, or before.",
        "changes-without-dice": "Only where the dice stand are fields corrected. Choose that, or leave them out.",
        "no-dice-there": "Entry {entry} threw no dice that could stand.",
        "not-of-the-rules": "Entry {entry} gave {kind}, which is no command of the rules; its dice can not stand.",
        "secret-command": "Entry {entry} gave {kind}, which holds a secret; its dice can not stand.",
        "field-unknown": "The command has no field {field}.",
        "value-unreadable": "The new value of {field} can not be read. Write it as JSON of the field's type.",
        "other-command": "The ruling names the command that is given here; Offers lists it. No other may be given.",
        "not-asked-there": "The corrected command is not asked for there: {window:words} is open.",
        "not-only-yours": "Entry {entry} is not yours alone. Ask the referee, or propose to go back.",
        "something-learnt": "Entry {entry} threw dice or showed something. Ask the referee, or propose to go back.",
        "no-other-seat": "There is no other seat that could agree.",
        "proposal-open": "A proposal waits for an answer. Answer that first.",
        "own-proposal": "You have proposed it yourself. Another referee has to agree.",
        "referee-seated": "A referee is seated in this game. Call the referee.",
        "person-missing": "Nobody is named. Say who plays the seat from here on.",
        "person-played-here": "That person plays in this game, or has played another seat. Name somebody else.",
        "person-refereed-here": "That person has acted as a referee of this game. Name somebody else.",
        "person-unknown": "That person is not on the roster of the event. Add the person with ChangeRoster.",
        "keys-missing": "In a signed game the seat needs a key. Give one of the new person.",
        "referee-of-event": "That person referees the event. Name somebody else, or let the token be revoked first.",
        "key-played-here": "Somebody has played with that key in this game. Give a key of the new person alone.",
        "referee-contributes-unfit": "Only in a game with a referee, under profile P1, may the referee contribute to "
        "the seed. Seat one, or leave it out.",
        "stretches-need-seed": "Dice of the real table show nothing afterwards. Leave the stretches out.",
        "stretches-unfit": "Stretches are {least} to {most}, and end by a number of dice, or by a time of {seconds} "
        "seconds at least. Give one of both.",
        "stretch-lasts": "No stretch of that number is used up. Wait until it is.",
        "office-missing": "No office is named. Name owner, referee or head_referee.",
        "no-referee-here": "No referee is seated in this game. Admit none.",
        "no-event": "This game is of no event. Let the warrant name the game.",
        "warrant-used": "A warrant of number {last} has been used for this official. Sign one with a higher number.",
        "absent-already": "That seat is absent by order already. Nothing needs to be done.",
        "not-absent": "That seat is not absent by order. Nothing needs to be done.",
        "not-asked-absent": "No seat of that number is absent by order and asked something. Wait until it is.",
        "referee-corrects": "In this game only a referee may correct the state. Call one.",
        "nothing-to-set": "Nothing is named that is to change. Name a value that differs from what stands.",
        "not-correctable": "No ruling may set {field} of {table}. Rewind, or name what the ruleset's page lists.",
        "hidden-value": "Only one seat knows that value. Use CorrectHidden.",
        "open-value": "Everybody knows that value. Use Correct.",
        "not-inspected": "You have not inspected that table. Inspect it first.",
        "place-twice": "That place is named twice. Name each once: a row, or its fields.",
        "no-such-row": "No such row stands there.",
        "old-differs": "That is not what stands there: {stands}. Read the state again.",
        "hidden-old-differs": "That is not what stands there. Inspect the table again.",
        "breaks-hidden-rules": "What holds of every game would not hold any more. Inspect the tables, or rewind.",
        "value-unfit": "The new value is not of the type that stands there. Write JSON of that type.",
        "value-not-canonical": "The new value is written as the state would not: leave out blanks and floats.",
        "other-key": "The row names another id than its key.",
        "known-to-others": "After that others would know the value, or no longer know it. Rewind.",
        "breaks-the-rules": "What holds of every game would not hold any more: {broken}.",
        "nobody-could-answer": "A party that is asked could not answer any more. Rewind.",
        "head-referee-needed": "Only the head referee may rule this.",
        "result-stands": "The game has its result. Nothing more can be played, given up or agreed in it.",
        "nobody-to-agree": "There is no other seat to agree on a draw with. Concede, or play on.",
        "draw-offered": "A draw is offered already. Let the other seats answer it.",
        "no-draw-offered": "No draw is offered to this seat. Offer one with OfferDraw.",
        "seat-unknown": "There are {seats} seats, counted from 0. Name one of them, and each once.",
        "penalty-missing": "No kind of penalty is given. Offers lists them.",
        "amount-unfit": "A penalty {kind} has an amount where it is of points or time, and none otherwise.",
        "no-clock": "The game has no clock that time could be taken from or given to.",
        "before-other": "Elsewhere in the event this person has had: {given}. Name that as `before`; "
        "Events.ListPenalties gives it by game and seat.",
        "counted-twice": "A kind of penalty is counted twice. Name each kind once.",
        "penalty-rules-unfit": "A rule of penalties lacks a kind, count or amount, or they follow from each other in a "
        "circle.",
        "ending-refused": "The terms of this event do not let seats end a game so. Play on, or ask the referee.",
        "draw-not-allowed": "A referee has to allow a draw in this event. Ask the referee.",
        "draw-needs-no-referee": "In this game no referee has to allow a draw: the seats agree on it, or may not.",
        "draw-allowed": "A draw is allowed already. Nothing needs to be done.",
        "ending-not-awarded": "No result is awarded so. Take one of: {known}.",
        "scores-number": "{found} scores are given for {seats} seats. Give one for each, or none.",
        "void-has-no-scores": "A game that counts for nothing has no scores. Leave them out.",
        "no-appeal-against-result": "The result stands and nobody has appealed. Only under an appeal is it replaced.",
        "all-have-won": "Not all seats can have won. Name none of them for a draw.",
        "winner-missing": "Somebody wins by {ending}. Name who; where nobody does the game is void.",
        "nobody-wins": "Nobody wins by {ending}. Leave the winners out.",
        "other-game-needed": "Name the game that takes the place of this one: 16 bytes, and not this game's own id.",
        "new-game-missing": "That game is not there, or does not take the place of this one. Open it first, with this "
        "game in `restarts`.",
        "restarted-already": "Another game takes the place of this one already.",
        "no-appeal-lodged": "No appeal is lodged that this could overturn. Leave the field out.",
        "appeal-not-named": "The appeal of entry {appeal} is lodged. Name it as what this ruling overturns, or rule on "
        "it first.",
        "own-ruling": "The appeal is about a ruling of your own. Another referee has to rule on it.",
        "not-overturned-by-it": "What the appeal is about stands in entry {about}. Go back to it, or before.",
        "appeal-to-be-ruled": "Silence does not settle an appeal at a referee's word. Uphold it, or overturn it.",
        "no-referee-to-appeal-to": "No referee is seated who could rule on an appeal.",
        "no-time-for-appeals": "This is not the time for appeals: it begins with the result.",
        "appeals-over": "The time for appeals is over.",
        "appeal-lodged": "An appeal waits for the referee. Wait until it is ruled on.",
        "nothing-to-appeal": "Entry {entry} is neither the result nor a ruling that decided something.",
        "appealed-already": "This seat has appealed against entry {entry} before.",
        "overturned-once": "Entry {entry} is part of an appeal that was granted. It is not appealed against again.",
        "no-appeal-of-yours": "No appeal of this seat waits for the referee.",
        "waived-already": "This seat has said that it will not appeal.",
        "note-size": "The note has {found} bytes. Fill it up with zeros to {expected}.",
        "tables-missing": "No table is named. Take some of: {known}.",
        "table-unknown": "There is no such table. Take some of: {known}.",
        "table-twice": "The table {table} is named twice. Name each once.",
        "clause-missing": "No clause is named that is interpreted. Name it in the grounds.",
        "clause-unknown": "The rules of {ruleset} have no clause {named}. Name one by the id that events and refusals "
        "show; Games.Explain gives its text. What stands elsewhere is named in the reason.",
        "interpretation-unknown": "There is no interpretation {number}. One of the event is named as I-1, as "
        "Events.ListInterpretations gives it, one of this game by the number of its entry.",
        "meaning-missing": "It is not said what the clause means. Say it.",
        "clock-needs-auto": "Clocks need steps without a choice to be taken by themselves. Set pace to PACE_AUTO.",
        "clock-number": "{field} must be {least} to {most} ms. Correct the terms of the clock.",
        "other-bank": "That seat has {bank} ms after the last entry, not {found}. Give that as the old value.",
        "too-little-time": "The flag of that seat has fallen. Give it {least} ms at least.",
        "flag-not-due": "Nothing is due of that seat now.",
        "no-show-not-due": "No seat has to be missed yet, or none is missing.",
        "time-not-due": "The time of this game is not over, or it has no limit.",
        "outage-not-here": "That time does not lie between the last entry and now.",
        "appeals-open": "The result may still be appealed for {seconds} seconds.",
    }
)


def read_clauses(package: str) -> Mapping[str, str]:
    """Read texts/clauses.toml: every clause in our own words, by id."""
    return MappingProxyType(read_file(package, "texts/clauses.toml", dict[str, str]))


def read_sentences(package: str, section: str) -> Mapping[str, str]:
    """Merge one section, sentences by key, of all files texts/phrases*.toml.

    Raises ValueError where two files have the same key.
    """
    names = sorted(found.name for found in resources.files(package).joinpath("texts").iterdir())
    out: dict[str, str] = {}
    for name in names:
        if not (name.startswith("phrases") and name.endswith(".toml")):
            continue
        found = read_file(package, f"texts/{name}", dict[str, dict[str, str]]).get(section, {})
        twice = sorted(set(out) & set(found))
        if twice:
            raise ValueError(f"{package}/texts/{name}: {', '.join(twice)} stands in another file too: keep one")
        out.update(found)
    return MappingProxyType(out)


def wrap_entries(entries: Iterable[str], width: int) -> Iterator[str]:
    """Put entries side by side, three spaces between them, in lines of at most so many characters; none is broken."""
    line = ""
    for entry in entries:
        if line and len(f"{line}   {entry}") > width:
            yield line
            line = entry
        else:
            line = f"{line}   {entry}" if line else entry
    yield line
