package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"adjudicator.invalid/client/verify"
	wargamev1 "adjudicator.invalid/client/wargame/v1"
)

// Give gives a command of the ruleset, of wargame.v1.Protocol or of wargame.v1.Referee. Its header is filled in: the game, a new id, the last
// head that this party has seen, and for a seat with a key its signature, with secret fields under a seal of our own.
// The same bytes are sent again where no answer comes. The receipt is verified, and that the entry is this command
// with the dice and events of the answer.
//
// A command whose header has an id was completed by Prepare, and goes out as it stands.
//
// Nobody contributes to the seed of a game before its opening is proven to stand in the public register: see Registered.
// With a wallet the command is on the disk before it is sent, and receipt or refusal stand there before this returns.
//
// Errors are *Refused, *Stale, *Invalid, *Denied, *Unanswered, *Failed and *NotProven. Where the game has changed since
// the last head that this party has seen, what came is read, and the error is *Stale. Of a command that every game has
// the outcome has no events; they are read by Watch or Read.
func (g *Game) Give(ctx context.Context, command proto.Message) (*wargamev1.Outcome, error) {
	if command.ProtoReflect().Descriptor().Name() == "CommitContribution" {
		if _, err := g.Registered(ctx); err != nil {
			return nil, err
		}
	}
	prepared, err := g.prepare(ctx, command)
	if err != nil {
		return nil, err
	}
	answer, err := g.send(ctx, prepared)
	if err != nil {
		return nil, g.refused(ctx, err, prepared)
	}
	outcome := outcomeOf(answer)
	receipt := outcome.GetReceipt()
	entry, err := g.entry(ctx, max(receipt.GetSeq(), 1))
	if err != nil {
		return nil, joined(err, g.keepReceipt(receipt, prepared.logged.ID, nil))
	}
	err = g.prove(ctx, receipt, prepared.logged.ID, entry.GetRecord())
	if err := g.compared(prepared, answer, entry, err); err != nil {
		return nil, err
	}
	return outcome, g.saw(ctx, receipt.GetSeq(), receipt.GetHash())
}

// compared compares the entry of a command with what was given and answered, after its receipt was verified and kept with
// this error, or nil. What is not proven is told before what could not be kept.
func (g *Game) compared(p *prepared, answer proto.Message, entry *Entry, kept error) error {
	if asNotProven(kept) != nil {
		return kept
	}
	if err := p.check(entry.Record); err != nil {
		return joined(err, kept)
	}
	same, err := sameAnswer(answer, entry)
	if err == nil && !same {
		err = notProven("ANSWER_MISMATCH", g.id, entry.GetSeq(), "dice and events of the entry", "others")
	}
	return joined(err, kept)
}

// readOn makes the error of a command that was decided on a game that has changed, and reads what has come since.
func (g *Game) readOn(ctx context.Context, err error, head []byte) error {
	var refused *Refused
	if !errors.As(err, &refused) || refused.Reason != staleHead {
		return err
	}
	if err := g.readTo(ctx, refused.Seq); err != nil {
		return err
	}
	stale := &Stale{refused, map[uint64]uint64{}}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if due := g.chain.Hash(refused.Seq); !bytes.Equal(due, refused.Head) {
		return twoHeads(g.id, refused.Seq, due, refused.Head)
	}
	for seq, to := range g.path.Rewinds() {
		if seq > g.seqOf(head) {
			stale.Rewinds[seq] = to
		}
	}
	return stale
}

// seqOf gives the number of the entry with a hash; 0 where none is known.
func (g *Game) seqOf(hash []byte) uint64 {
	for seq := g.chain.Len(); seq > 0; seq-- {
		if bytes.Equal(g.chain.Hash(seq), hash) {
			return seq
		}
	}
	return 0
}

// lastSeen gives the head on which commands are decided. Who has not looked yet looks now.
func (g *Game) lastSeen(ctx context.Context) ([]byte, error) {
	if head := g.Head(); head != nil {
		return head, nil
	}
	facts, err := g.Facts(ctx)
	return facts.GetReceipt().GetHash(), err
}

// Prepare completes a command without sending it: its header gets the game, a new id, the last head, and its salt and
// signature. Given as it is, it goes out with the same bytes however often, by another run too, and counts once. The
// command itself is not changed.
func (g *Game) Prepare(ctx context.Context, command proto.Message) (proto.Message, error) {
	prepared, err := g.prepare(ctx, command)
	if err != nil {
		return nil, err
	}
	return prepared.message, nil
}

// prepared is a command that may be sent as often as one likes: it counts once.
type prepared struct {
	method   string
	response protoreflect.MessageType
	message  proto.Message
	data     []byte
	logged   verify.Command
	signed   []byte // the signature; nil where there is none
	kid      string
	covered  []byte // what a signature covers; nil where the party is not known
}

func (g *Game) prepare(ctx context.Context, command proto.Message) (*prepared, error) {
	method, response, err := methodOf(command.ProtoReflect().Descriptor())
	if err != nil {
		return nil, err
	}
	header, logged, err := g.headed(ctx, command.ProtoReflect())
	if err != nil {
		return nil, err
	}
	message := proto.Clone(command)
	message.ProtoReflect().Set(headerOf(message.ProtoReflect()), protoreflect.ValueOfMessage(header.ProtoReflect()))
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, err
	}
	made := &prepared{method, response, message, data, logged, header.Signature, g.kid, nil}
	actor, known := g.actor()
	if !known {
		return made, nil
	}
	if made.covered, err = verify.SigningBytes(g.id, actor, logged); err != nil {
		return nil, err
	}
	return made, g.keepCommand(made, header.GetSalt())
}

// actor gives who acts, as the log has it; known is false where a token alone does not say it.
func (g *Game) actor() (actor verify.Actor, known bool) {
	party, err := g.party()
	role := int64(wargamev1.Role_value["ROLE_"+strings.ToUpper(g.role)])
	return verify.Actor{Role: role, Party: int64(party), Key: g.kid}, err == nil && role != 0
}

func headerOf(command protoreflect.Message) protoreflect.FieldDescriptor {
	return command.Descriptor().Fields().ByName("header")
}

// headed gives the header of a command, and what will stand in the log of it. A header that has an id stays as it is.
func (g *Game) headed(ctx context.Context, command protoreflect.Message) (*wargamev1.Header, verify.Command, error) {
	terms, err := g.knownTerms(ctx)
	if err != nil {
		return nil, verify.Command{}, err
	}
	number, err := g.party()
	if err != nil && (g.key != nil || terms.Signed || g.wallet != nil) {
		return nil, verify.Command{}, err
	}
	party := int64(number)
	header, complete := &wargamev1.Header{Game: g.id, CommandId: random(idSize), Salt: random(saltSize)}, false
	if given, ok := command.Get(headerOf(command)).Message().Interface().(*wargamev1.Header); ok && len(given.GetCommandId()) > 0 {
		if !bytes.Equal(given.GetGame(), g.id) {
			return nil, verify.Command{}, fmt.Errorf("the command was prepared for game %x: give it there", given.GetGame())
		}
		header, complete = given, true
	} else if header.Head, err = g.lastSeen(ctx); err != nil {
		return nil, verify.Command{}, err
	}
	made, err := seal(g.id, party, header, command)
	if err != nil || complete {
		return header, made, err
	}
	if made.Seal == nil {
		header.Salt = nil
	}
	if actor, _ := g.actor(); g.key != nil {
		data, err := verify.SigningBytes(g.id, actor, made)
		if err != nil {
			return nil, made, fmt.Errorf("%s can not be signed: %w", made.Kind, err)
		}
		header.Signature = g.key.Sign(data)
	}
	return header, made, nil
}

// kernelServices take the commands that every game has.
var kernelServices = []protoreflect.FullName{kernelPackage + ".Protocol", kernelPackage + ".Referee"}

// methodOf finds the method that takes a command.
func methodOf(command protoreflect.MessageDescriptor) (string, protoreflect.MessageType, error) {
	services := []protoreflect.FullName{command.ParentFile().Package() + ".Play"}
	if command.ParentFile().Package() == kernelPackage {
		services = kernelServices
	}
	for _, service := range services {
		found, err := protoregistry.GlobalFiles.FindDescriptorByName(service)
		if err != nil {
			continue
		}
		methods, ok := found.(protoreflect.ServiceDescriptor)
		if !ok {
			continue
		}
		method := methods.Methods().ByName(command.Name())
		if method == nil || method.Input().FullName() != command.FullName() || command.Fields().ByName("header") == nil {
			continue
		}
		response, err := protoregistry.GlobalTypes.FindMessageByName(method.Output().FullName())
		return fmt.Sprintf("/%s/%s", service, command.Name()), response, err
	}
	return "", nil, fmt.Errorf("%s is no command: no method of %v takes it", command.FullName(), services)
}

// send gives the answer: an Outcome, or an Acknowledged, which has no events.
func (g *Game) send(ctx context.Context, p *prepared) (proto.Message, error) {
	reply, err := tryFor(ctx, g.service, func(ctx context.Context) (proto.Message, error) {
		reply := p.response.New().Interface()
		err := g.service.Conn().Invoke(ctx, p.method, p.data, reply, grpc.ForceCodec(sameBytes{}))
		return reply, err
	})
	if err == nil && outcomeOf(reply) == nil {
		err = fmt.Errorf("%s answers with a %s: take a client of the service's release", p.method, p.response.Descriptor().Name())
	}
	return reply, err
}

func outcomeOf(reply proto.Message) *wargamev1.Outcome {
	switch answer := reply.(type) {
	case *wargamev1.Outcome:
		return answer
	case *wargamev1.Acknowledged:
		return &wargamev1.Outcome{Receipt: answer.GetReceipt(), Rolls: answer.GetRolls(), Windows: answer.GetWindows()}
	}
	return nil
}

// check compares the entry of a command with what was given.
func (p *prepared) check(entry *verify.Entry) error {
	differs := func(what string) error {
		return notProven("ENTRY_MISMATCH", entry.Game, entry.Seq, "the "+what+" that was given", "another")
	}
	values, err := verify.Encode(p.logged.Values)
	if err != nil {
		return err
	}
	found, err := verify.Encode(entry.Values)
	if err != nil {
		return err
	}
	switch {
	case !bytes.Equal(entry.CommandID, p.logged.ID):
		return differs("command id")
	case entry.Actor.Key != p.kid:
		return differs("actor")
	case entry.Kind != p.logged.Kind || !bytes.Equal(values, found):
		return differs("command")
	case !bytes.Equal(entry.Head, p.logged.Head):
		return differs("head")
	case p.logged.Seal != nil && !bytes.Equal(entry.Seal, p.logged.Seal):
		return differs("seal")
	case !bytes.Equal(entry.Signature, p.signed):
		return differs("signature")
	}
	return nil
}

// sameBytes sends bytes as they are, so that every try sends the same.
type sameBytes struct{}

func (sameBytes) Marshal(value any) ([]byte, error) {
	data, ok := value.([]byte)
	if !ok {
		return nil, fmt.Errorf("%T is no bytes", value)
	}
	return data, nil
}

func (sameBytes) Unmarshal(data []byte, value any) error {
	message, ok := value.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is no message", value)
	}
	return proto.Unmarshal(data, message)
}

func (sameBytes) Name() string { return "proto" }
