package split

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
)

// State is a search to go on with.
type State struct {
	System evidence.Hash // what is searched
	Engine string        // that has made the tree; another one may go on
	Bound  int
	// Wide and Plain are those of the tree, Opened its call sites, in order.
	Wide, Plain bool
	Opened      []verifier.SiteRef
	// Decided limits the executions that are searched.
	Decided []verifier.Decision
	Counts  inline.Counts
	// Facts are what the search knows of procedures, with levels, as evidence.System.AppendFacts writes it. Who reads
	// them proves them again.
	Facts []byte
	// Seed is that of the solver of the half.
	Seed uint64
}

// Version is that of the bytes. Others are refused.
const Version = 2

// MaxState limits the bytes of a state, MaxFacts those of its facts, and mostFacts how many there are.
const (
	MaxState  = 64 << 20
	MaxFacts  = 256 << 10
	mostFacts = 500
)

// questionsPerFact bounds how often is asked whether a fact follows from others, as they get fewer.
const questionsPerFact = 4

// maxName limits the name of an engine.
const maxName = 100

// errState says that bytes are no state.
var errState = errors.New("split: not a state, or of another version")

// Append appends the bytes of a state.
func (s *State) Append(dst []byte) []byte {
	dst = append(dst, Version)
	dst = append(dst, s.System[:]...)
	dst = binary.AppendUvarint(dst, uint64(len(s.Engine)))
	dst = append(dst, s.Engine...)
	dst = append(dst, flag(s.Wide), flag(s.Plain))
	for _, n := range []int{s.Bound, s.Counts.Instances, s.Counts.Sites, s.Counts.Assertions, len(s.Opened)} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	for _, ref := range s.Opened {
		dst = appendRef(dst, ref)
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.Decided)))
	for _, d := range s.Decided {
		dst = append(appendRef(dst, d.Site), flag(d.Must))
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.Facts)))
	return binary.BigEndian.AppendUint64(append(dst, s.Facts...), s.Seed)
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func appendRef(dst []byte, ref verifier.SiteRef) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(ref.Instance)), uint64(ref.Site))
}

// Read returns the state that Append has written.
func Read(data []byte) (*State, error) {
	r := &reader{data: data}
	s := &State{}
	if len(data) > MaxState || r.byte() != Version || len(r.data) < len(s.System) {
		return nil, errState
	}
	r.data = r.data[copy(s.System[:], r.data):]
	s.Engine = r.text(maxName)
	s.Wide, s.Plain = r.flag(), r.flag()
	s.Bound = r.int()
	s.Counts = inline.Counts{Instances: r.int(), Sites: r.int(), Assertions: r.int()}
	for range r.length(2) {
		s.Opened = append(s.Opened, r.ref())
	}
	for range r.length(3) {
		s.Decided = append(s.Decided, verifier.Decision{Site: r.ref(), Must: r.flag()})
	}
	s.Facts = r.bytes(MaxFacts)
	s.Seed = r.fixed()
	if r.bad || len(r.data) > 0 {
		return nil, errState
	}
	return s, nil
}

// reader takes bytes apart. After the first that is wrong all are.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) byte() byte {
	if r.bad = r.bad || len(r.data) == 0; r.bad {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) flag() bool {
	b := r.byte()
	r.bad = r.bad || b > 1
	return b == 1
}

// int reads a number, as short as Append writes it.
func (r *reader) int() int {
	n, size := binary.Uvarint(r.data)
	if r.bad = r.bad || size <= 0 || n > math.MaxInt32 || size > 1 && n>>(7*(size-1)) == 0; r.bad {
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

// length reads how many parts of at least some bytes follow.
func (r *reader) length(size int) int {
	n := r.int()
	if r.bad = r.bad || n > len(r.data)/size; r.bad {
		return 0
	}
	return n
}

func (r *reader) text(most int) string { return string(r.bytes(most)) }

func (r *reader) bytes(most int) []byte {
	n := r.length(1)
	if r.bad = r.bad || n > most; r.bad || n == 0 {
		return nil
	}
	data := r.data[:n:n]
	r.data = r.data[n:]
	return data
}

func (r *reader) fixed() uint64 {
	if r.bad = r.bad || len(r.data) < 8; r.bad {
		return 0
	}
	n := binary.BigEndian.Uint64(r.data)
	r.data = r.data[8:]
	return n
}

func (r *reader) ref() verifier.SiteRef {
	return verifier.SiteRef{Instance: int32(r.int()), Site: int32(r.int())}
}

// state returns the state of a search, to which a decision is added.
func (p *part) state(facts *learn.Demand, d verifier.Decision) *State {
	t, ev := p.run.Tree, p.evidence()
	return &State{System: ev.Hash, Engine: p.engine.Name(), Bound: p.run.Bound, Wide: t.Wide, Plain: t.Plain,
		Opened: t.Opened(), Decided: append(t.Decisions(), d), Counts: t.Counts(), Facts: written(ev, facts.Known()),
		Seed: p.Seed}
}

// written returns facts as bytes, as many of the first ones as there is room for. One that is about what the system
// does not have is left out.
func written(ev *evidence.System, all []verifier.LevelledFact) []byte {
	var list []verifier.LevelledFact
	room := MaxFacts - binary.MaxVarintLen64 // for their number
	for _, f := range all {
		data, err := ev.AppendFacts(nil, []verifier.LevelledFact{f})
		if err != nil {
			continue
		}
		if room -= len(data); room < 0 || len(list) == mostFacts {
			break
		}
		list = append(list, f)
	}
	data, err := ev.AppendFacts(nil, list)
	if err != nil || len(list) == 0 {
		return nil
	}
	return data
}

// learn has a run use the facts of the state. It believes none of them: those are used that hold for all recursion
// bounds, as a proof shows, whatever their levels say. It is an error if they are not about the system.
func (s *State) learn(ev *evidence.System, run *inline.Run) error {
	if len(s.Facts) == 0 {
		return nil
	}
	said, err := ev.ReadFacts(s.Facts)
	if err != nil {
		return err
	}
	if len(said) > mostFacts {
		return fmt.Errorf("split: the state has %d facts", len(said))
	}
	sys := run.Tree.System()
	proved, err := learn.Prove(run.Context(), sys, run.Config, said, questionsPerFact*len(said))
	run.Options().Exchange.Port(sys).Share(proved)
	run.Count(stat.Counter{Name: "split: facts received", Value: int64(len(said))},
		stat.Counter{Name: "split: facts proved", Value: int64(len(proved))})
	return err
}

// Resume makes the tree of a new run that of the state. It is an error if the state is of another search, or the tree
// becomes another one.
func (s *State) Resume(ev *evidence.System, run *inline.Run) error {
	if s.System != ev.Hash {
		return errors.New("split: the state is of another system")
	}
	if s.Bound != run.Bound {
		return fmt.Errorf("split: the state is of a search up to bound %d", s.Bound)
	}
	p := &verifier.Proof{Wide: s.Wide, Plain: s.Plain, Opened: s.Opened, Decided: s.Decided}
	return run.Tree.Resume(p, s.Counts)
}
