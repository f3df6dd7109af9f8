package bv

import (
	"math/big"
	"math/bits"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/bv/ladder"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// abstraction knows the products and divisions whose results are free inputs, until refineFacts
// has said enough about them. It implements circuit.Abstraction.
type abstraction struct {
	g       *aig.Graph
	gates   int64          // from which on a circuit is replaced
	most    int64          // that a circuit may have
	facts   []*ladder.Fact // in the order of their results in the graph
	byWords map[string]int // by operator and operands: the number of a fact; never ranged over
	key     []byte
}

// Circuits of this many gates or more are replaced: products of words of 37 bits, divisions of 23
// bits. Below, the circuits were faster on the bench. With Options.Stress those of 3 bits are.
const (
	abstractGates = 1 << 11
	stressGates   = 12
)

func newAbstraction(g *aig.Graph, stress bool) *abstraction {
	a := &abstraction{g: g, gates: abstractGates, most: blast.MaxCircuit, byWords: map[string]int{}}
	if stress {
		a.gates = stressGates
	}
	return a
}

// Product implements circuit.Abstraction.
func (a *abstraction) Product(x, y []aig.Lit) []aig.Lit {
	if ladder.ProductGates(x, y) < a.gates && ladder.MultipleGates(x, y) <= a.most {
		return nil
	}
	return a.fact('*', x, y, ladder.Product).Z
}

// Division implements circuit.Abstraction.
func (a *abstraction) Division(x, y []aig.Lit) (quotient, remainder []aig.Lit) {
	if ladder.DivisionGates(x, y) < a.gates {
		return nil, nil
	}
	f := a.fact('/', x, y, ladder.Division)
	return f.Z, f.R
}

// fact returns the fact of an operator with these operands. There is one.
func (a *abstraction) fact(op byte, x, y []aig.Lit, make func(g *aig.Graph, x, y []aig.Lit) *ladder.Fact) *ladder.Fact {
	a.key = append(a.key[:0], op)
	for _, w := range [][]aig.Lit{x, y} {
		for _, l := range w {
			a.key = append(a.key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
		}
	}
	k, ok := a.byWords[string(a.key)]
	if !ok {
		k = len(a.facts)
		a.byWords[string(a.key)] = k
		f := make(a.g, x, y)
		f.Most = a.most
		a.facts = append(a.facts, f)
	}
	return a.facts[k]
}

// rooted is what an assertion has become.
type rooted struct {
	guard, bit aig.Lit
	t, under   term.Term // the formula, and its guard; 0 if it has none
}

// wrong is a fact whose words are not as its operator has them.
type wrong struct {
	f  *ladder.Fact
	at ladder.Point
}

// evaluateFacts evaluates the graph up to the last result of a fact. Bits of results that no
// clause mentions are as they should be, and all of them if they are to be right.
func (s *Solver) evaluateFacts(right bool) {
	r := &s.refiner
	r.wrong = r.wrong[:0]
	for _, f := range s.abstract.facts {
		r.values = s.g.ExtendTo(int(f.Z[0].Node()), r.inputs, r.values)
		at := ladder.Point{X: r.big(f.X), Y: r.big(f.Y)}
		z, rem := f.Results(at.X, at.Y)
		bad := s.settle(f.Z, z, right)
		bad = s.settle(f.R, rem, right) || bad
		if !bad {
			continue
		}
		r.values = s.g.ExtendTo(int(f.Z[0].Node())+len(f.Z)+len(f.R), r.inputs, r.values)
		at.Z, at.R = r.big(f.Z), r.big(f.R)
		r.wrong = append(r.wrong, wrong{f, at})
	}
}

// settle gives the inputs of a result their right values where no clause mentions them, or where
// they are to be right. It reports whether others are wrong.
func (s *Solver) settle(w []aig.Lit, value *big.Int, right bool) (bad bool) {
	for k, l := range w {
		v := value.Bit(k) != 0
		in := &s.refiner.inputs[s.g.InputIndex(l.Node())]
		if right || s.cnf.Known(l) == sat.NoLit {
			*in = v
		}
		bad = bad || *in != v
	}
	return bad
}

// big returns the number of a word in the assignment.
func (r *refiner) big(w []aig.Lit) *big.Int {
	words := make([]big.Word, (len(w)+bits.UintSize-1)/bits.UintSize)
	for k, l := range w {
		if r.holds(l) {
			words[k/bits.UintSize] |= 1 << (k % bits.UintSize)
		}
	}
	return new(big.Int).SetBits(words)
}

// mended reports whether all that is asserted and assumed holds if results are what they should
// be, whatever the SAT core has made of them. Then the present assignment is that one.
func (s *Solver) mended() bool {
	if len(s.apps)+len(s.arrays) > 0 {
		return false // these would have to be looked at anew
	}
	r := &s.refiner
	s.right = true
	s.evaluate()
	for _, l := range s.assumed {
		if g, ok := s.gates[l.Var()]; !ok || r.holds(g) == l.Sign() {
			s.right = false
			return false
		}
	}
	for _, a := range s.roots {
		if r.holds(a.guard) && !r.holds(a.bit) {
			s.right = false
			return false
		}
	}
	return true
}

// refineFacts adds lemmas about the facts that are wrong in the present assignment, and returns
// how many. It returns false if it was stopped, or if there is none left; see Exhausted.
func (s *Solver) refineFacts() (int, bool) {
	r := &s.refiner
	if len(r.wrong) == 0 {
		return 0, true
	}
	if s.mended() {
		return 0, true
	}
	s.evaluate()
	b := circuit.New(s.g)
	b.Stopped = s.lim.Stopped
	holds := func(l aig.Lit) bool {
		r.values = s.g.Extend(r.inputs, r.values)
		return r.holds(l)
	}
	added := 0
	for _, w := range r.wrong {
		if s.g.Len() > blast.MaxGates {
			break
		}
		l, ok := w.f.Refine(b, w.at, holds)
		switch {
		case b.Interrupted():
			return 0, false
		case !ok:
			continue
		case !s.cnf.Root(l):
			return 0, false
		}
		added++
	}
	s.Exhausted = added == 0
	return added, added > 0
}
