package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// begin starts an explanation in s.ante.
func (s *Solver) begin() {
	s.ante.Lits, s.ante.Eqs = s.ante.Lits[:0], s.ante.Eqs[:0]
	s.ante.Cert = s.host.NewCertificate()
	s.startRound()
}

func (s *Solver) startRound() {
	s.round++
	for len(s.seen) < len(s.recs) {
		s.seen = append(s.seen, 0)
	}
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

// expand adds the antecedents of record id to dst. Records that were expanded
// in this round are left out.
func (s *Solver) expand(id recID, dst *theory.Antecedents) {
	s.todo = append(s.todo[:0], id)
	s.drain(dst)
}

// expandOne adds what r itself names and puts the records before it on todo.
func (s *Solver) expandOne(id recID, dst *theory.Antecedents) {
	r := &s.recs[id]
	switch r.kind {
	case recAtom:
		dst.Lit(r.lit)
	case recNotHere:
		dst.Lit(r.lit)
		dst.Eq(r.node, r.other)
		if a := s.atomOfLit(r.lit); a.kind == atomPair {
			dst.Eq(a.end(r.other), theory.Zero)
		}
		s.todo = append(s.todo, r.a)
	case recRow:
		b := s.toTableau(r.node, s.valueOf(r))
		s.farkas = s.tab.ExplainBound(r.tok, b, s.farkas[:0])
		s.expandFarkas(dst)
	case recOffset:
		s.farkas = s.tab.ExplainOffset(r.tok, s.farkas[:0])
		s.expandFarkas(dst)
	case recPath:
		s.loadPath(r)
		s.expandPath(dst)
	case recCycle:
		s.expandCycle(*r, dst)
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

// expandFarkas adds why the bounds in s.farkas hold.
func (s *Solver) expandFarkas(dst *theory.Antecedents) {
	for i := range s.farkas {
		f := &s.farkas[i]
		v := s.vars[f.V]
		if v.node == 0 {
			dst.Eq(v.x, v.y)
			continue
		}
		id := recID(f.Why)
		dst.Eq(s.rec(id).node, v.node)
		s.todo = append(s.todo, id)
	}
}

// tableauConflict reports the conflict that the tableau found.
func (s *Solver) tableauConflict(id theory.LemmaID) {
	s.begin()
	s.farkas = s.tab.Conflict(s.farkas[:0])
	s.todo = s.todo[:0]
	s.expandFarkas(&s.ante)
	if s.ante.Cert != nil {
		s.certifyConflict(id, s.ante.Cert)
	}
	s.drain(&s.ante)
	s.fail(id)
}

// drain expands what is on todo.
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
