package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// explanation is the state of the explanation being made.
type explanation struct {
	ante  theory.Antecedents
	goal  [2]theory.Point // the equality to explain
	todo  []recID
	seen  []uint32 // by record: explained in round
	round uint32
}

// begin starts an explanation in s.ante.
func (s *Solver) begin() {
	s.ante.Lits, s.ante.Eqs = s.ante.Lits[:0], s.ante.Eqs[:0]
	s.ante.Cert = s.host.NewCertificate()
	s.startRound()
}

func (s *Solver) startRound() {
	s.round++
	s.seen = lengthen(s.seen, len(s.recs), 0)
}

// because adds the antecedents of record id to s.ante.
func (s *Solver) because(id recID) { s.expand(id, &s.ante) }

// fail reports s.ante as a conflict.
func (s *Solver) fail(id theory.LemmaID) {
	s.conflicting = true
	s.stats.conflicts++
	s.clearPending()
	s.host.Conflict(&s.ante, id)
}

// expand adds the antecedents of record id to dst. Records already expanded in this
// round are skipped.
func (s *Solver) expand(id recID, dst *theory.Antecedents) {
	s.todo = append(s.todo[:0], id)
	s.drain(dst)
}

// expandOne adds the antecedents that record id names and puts the records that it
// rests on on todo.
func (s *Solver) expandOne(id recID, dst *theory.Antecedents) {
	r := &s.recs[id]
	switch r.kind {
	case recAtom:
		dst.Lit(r.lit)
		s.rows.useCut(r.lit)
	case recNotHere:
		dst.Lit(r.lit)
		dst.Eq(r.node, r.other)
		if a := s.atomOfLit(r.lit); a.kind == atomPair {
			dst.Eq(a.end(r.other), theory.Zero)
		}
		s.todo = append(s.todo, r.a)
	case recRow, recOffset, recPath, recCycle, recChain, recPair, recSum:
		s.deriver(r.kind).explain(r, dst)
	case recApart:
		dst.Eq(r.node, s.rec(r.a).node)
		dst.Eq(r.other, s.rec(r.b).node)
		s.todo = append(s.todo, r.a, r.b)
	case recFixed:
		dst.Eq(s.rec(r.a).node, s.rec(r.b).node)
		s.todo = append(s.todo, r.a, r.b)
	}
	if dst.Cert != nil {
		s.certifyRecord(id, dst.Cert)
	}
}

// drain expands the records on todo.
func (s *Solver) drain(dst *theory.Antecedents) {
	for len(s.todo) > 0 {
		id := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if id == 0 || id&permanent != 0 || s.seen[id] == s.round {
			continue
		}
		s.seen[id] = s.round
		s.expandOne(id, dst)
	}
}

// ExplainLit adds why the atom's literal l was propagated.
func (s *Solver) ExplainLit(l sat.Lit, why theory.Reason, dst *theory.Antecedents) {
	s.startRound()
	id := recID(why)
	if r := s.rec(id); r.kind != recApart {
		dst.Eq(r.node, s.atomOfLit(l).x)
	}
	if dst.Cert != nil {
		s.certifyLiteral(l, id, dst.Cert)
	}
	s.expand(id, dst)
}

// ExplainEq adds why two points were merged.
func (s *Solver) ExplainEq(a, b theory.Point, why theory.Reason, dst *theory.Antecedents) {
	s.startRound()
	s.goal = [2]theory.Point{a, b}
	s.expand(recID(why), dst)
}
