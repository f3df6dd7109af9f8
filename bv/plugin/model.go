package plugin

import (
	"fmt"
	"math/big"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// evaluation is the value of each gate in the assignment.
type evaluation struct {
	stands  bool // Check has accepted it
	partial bool // what is too large has no values
	inputs  []bool
	gates   []bool
	// member is by root a relevant member of its class, if its stamp is now.
	member []member
	now    uint32
}

type member struct {
	node  theory.Node
	stamp uint32
}

// first returns the first node with this root of which it was asked since the last
// evaluation, which is n if there was none.
func (m *evaluation) first(root, n theory.Node) theory.Node {
	if int(root) >= len(m.member) {
		m.member = append(m.member, make([]member, int(root)+1+len(m.member)/2)...)
	}
	if x := &m.member[root]; x.stamp != m.now {
		*x = member{n, m.now}
	}
	return m.member[root].node
}

// evaluate gives all gates the values that follow from those of the inputs.
func (s *Solver) evaluate() {
	m := &s.model
	m.now++
	m.inputs = m.inputs[:0]
	for i := range s.inputs {
		l := s.cnf.Known(s.g.InputLit(i))
		m.inputs = append(m.inputs, l != sat.NoLit && s.host.Value(l) == sat.True)
	}
	m.gates = s.g.Eval(m.inputs, m.gates)
}

func (s *Solver) holds(l aig.Lit) bool { return s.model.gates[l.Node()] != l.IsNeg() }

// sameBits reports whether two words have the same value.
func (s *Solver) sameBits(a, b theory.Node) bool {
	w := s.word(b)
	for k, l := range s.word(a) {
		if s.holds(l) != s.holds(w[k]) {
			return false
		}
	}
	return true
}

// number returns the value of a word.
func (s *Solver) number(n theory.Node) num.Int {
	w := s.word(n)
	if len(w) <= 64 {
		v := uint64(0)
		for k, l := range w {
			if s.holds(l) {
				v |= 1 << k
			}
		}
		return num.FromUint64(v)
	}
	v := new(big.Int)
	for k, l := range w {
		if s.holds(l) {
			v.SetBit(v, k, 1)
		}
	}
	return num.FromBig(v)
}

// Candidate implements theory.Candidates.
func (s *Solver) Candidate(n theory.Node) (num.Rat, bool) {
	if !s.model.stands || !s.isWord(n) || !s.hasWord(n) || !s.evaluated(n) {
		return num.Rat{}, false
	}
	return num.RatFromInt(s.number(n)), true
}

// evaluated reports whether the last evaluation has the word of a node.
func (s *Solver) evaluated(n theory.Node) bool {
	for _, l := range s.word(n) {
		if int(l.Node()) >= len(s.model.gates) {
			return false
		}
	}
	return true
}

// Value implements theory.Valuer.
func (s *Solver) Value(root theory.Node, _ func(theory.Point) (model.Value, bool)) (model.Value, error) {
	sort := s.st.Sort(s.host.Term(root))
	for n := root; ; {
		t := s.host.Term(n)
		if s.st.Op(t) == term.OpBits {
			return model.Bits(s.st, sort, s.st.Num(t)), nil
		}
		if s.host.IsRelevant(n) && s.hasWord(n) && s.evaluated(n) {
			return model.Bits(s.st, sort, s.number(n)), nil
		}
		if n = s.host.Next(n); n != root {
			continue
		}
		if s.model.partial {
			return model.Zero(s.st, sort)
		}
		return model.Value{}, fmt.Errorf("a bit-vector has no value")
	}
}
