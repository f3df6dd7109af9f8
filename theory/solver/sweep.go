package solver

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Of an assertion (or (not g) ...) whose Boolean constant g is false at level 0, (not g)
// is all that is left, and it implies the assertion. So the search for an execution
// leaves behind the instances of procedures that it has refuted. What they made in the
// engine is garbage like that of popped scopes, and a new engine does not get it. A
// definition c = t, or c or (not c), of a constant that occurs nowhere else sleeps: it is
// asserted again as soon as something mentions c, and models get the value of c from it.
//
// What is at level 0 follows from the assertions only if they were not preprocessed.
// Proof logs and cones account for every assertion, so with these nothing is swept.

// sleeping holds definitions of constants that nothing in force mentions.
type sleeping struct {
	defs  []definition        // none mentions a constant that a later one defines
	at    map[term.Term]int32 // by constant: its definition; those that were woken are not there
	awake term.Walk           // of terms that mention no constant of at
	fixed int64               // literals at level 0 at the last attempt to sweep
	swept int64               // assertions that were dropped for good
}

// definition is an assertion that c = t.
type definition struct {
	c, t term.Term
	a    assertion
}

// sweepShare is how many variables must become fixed before the next attempt to sweep: one in
// so many. An attempt looks at all terms.
const sweepShare = 8

// sweeping reports whether an attempt to sweep is due.
func (s *Solver) sweeping() bool {
	if !s.backend.traits().relevancy || s.pre != nil || s.proof != nil || s.opt.Cone {
		return false
	}
	fixed, least := s.backend.SAT().Stats().Fixed, int64(s.backend.SAT().NumVars()/sweepShare)
	if s.eager() {
		least = 1
	}
	if fixed < s.asleep.fixed+least {
		return false
	}
	s.asleep.fixed = fixed
	return true
}

// eager reports whether everything that can be swept is, so that tests do it often.
func (s *Solver) eager() bool { return invariant.Enabled || s.opt.Stress }

// refuted returns a Boolean constant that is false at level 0 and whose negation t, a
// clause, contains.
func (s *Solver) refuted(t term.Term) (g term.Term, ok bool) {
	if s.st.Op(t) != term.OpOr {
		return 0, false
	}
	for _, a := range s.st.Args(t) {
		if s.st.Op(a) != term.OpNot || !s.st.IsConst(s.st.Arg(a, 0)) {
			continue
		}
		g := s.st.Arg(a, 0)
		if l := s.backend.Known(g); l != sat.NoLit && s.backend.SAT().FixedValue(l) == sat.False {
			return g, true
		}
	}
	return 0, false
}

// defined takes apart an assertion that gives a constant its value.
func (s *Solver) defined(a assertion) (d definition, ok bool) {
	st, t := s.st, a.t
	switch {
	case st.IsConst(t):
		return definition{t, st.True(), a}, true
	case st.Op(t) == term.OpNot && st.IsConst(st.Arg(t, 0)):
		return definition{st.Arg(t, 0), st.False(), a}, true
	case st.Op(t) != term.OpEq:
		return d, false
	}
	x, y := st.Arg(t, 0), st.Arg(t, 1)
	if !st.IsConst(x) || st.IsConst(y) && y > x { // the younger one
		x, y = y, x
	}
	return definition{x, y, a}, st.IsConst(x)
}

// sweep is the state of an attempt.
type sweep struct {
	s     *Solver
	marks []mark // by term
	count [2]int // terms that stay, and all
	stack []term.Term
	defs  []definition
	at    map[term.Term]int32 // by constant: its definition in defs; it sleeps unless a term that stays mentions it

	quantified bool // a definition has a quantifier, which models cannot evaluate
}

// mark says where a term occurs.
type mark uint8

const (
	stays  mark = 1 << iota // in what stays
	values                  // in the value of a sleeping definition
	somewhere
	negated // the negation of this constant is asserted
)

// visit marks what a formula consists of. What stays wakes the definitions of its constants.
func (w *sweep) visit(t term.Term, m mark) {
	st := w.s.st
	w.stack = append(w.stack[:0], t)
	for len(w.stack) > 0 {
		t := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.marks[t]&m != 0 {
			continue
		}
		if w.marks[t]&somewhere == 0 {
			w.count[1]++
		}
		w.marks[t] |= m | somewhere
		switch op := st.Op(t); {
		case m == stays:
			w.count[0]++
			if i, ok := w.at[t]; ok {
				delete(w.at, t)
				w.stack = append(w.stack, w.defs[i].t)
			}
		case m == values && (op == term.OpForall || op == term.OpExists):
			w.quantified = true
		}
		w.stack = append(w.stack, st.Args(t)...)
	}
}

// sweep drops what refuted guards make superfluous and puts definitions to sleep, if an engine
// without these is worth building or must be built anyway. It reports whether it did.
func (s *Solver) sweep(must bool) bool {
	old := s.live
	root := len(old)
	if len(s.scopes) > 0 {
		root = s.scopes[0].live
	}
	w := &sweep{s: s, marks: make([]mark, s.st.Len()), at: map[term.Term]int32{}}
	var live, flow, out []assertion
	drop := func(g term.Term, a assertion) {
		out = append(out, a)
		if w.marks[g]&negated == 0 {
			w.marks[g] |= negated
			live = append(live, assertion{s.st.Not(g), a.tag, s.st.Not(g)})
		}
	}
	for _, a := range old[:root] {
		if g, ok := s.refuted(a.t); ok {
			drop(g, a)
		} else {
			live = append(live, a)
		}
	}
	for _, a := range s.flow {
		if g, ok := s.refuted(a.t); ok {
			drop(g, a)
		} else {
			flow = append(flow, a)
		}
	}
	must = must || s.eager() && len(out) > 0
	if !must && len(out) < len(live)/2 {
		return false
	}
	for _, d := range s.asleep.defs {
		if _, ok := s.asleep.at[d.c]; ok {
			live = append(live, d.a)
		}
	}
	slices.SortStableFunc(live, func(a, b assertion) int { return int(a.tag - b.tag) })
	live = w.definitions(live, slices.Concat(flow, old[root:], s.heard()))
	for _, a := range out {
		w.visit(a.t, somewhere)
	}
	weight := s.backend.weight()
	dead := s.garbage.dead + int(int64(weight-s.garbage.dead)*int64(w.count[1]-w.count[0])/int64(w.count[1]+1))
	if g := (Garbage{dead: dead}); !must && !g.Outweighs(weight, s.st.Len()) {
		return false
	}
	for i := range s.scopes {
		s.scopes[i].live += len(live) - root
	}
	s.live, s.flow = slices.Concat(live, old[root:]), slices.Clip(flow)
	defs := w.defs[:0]
	for i, d := range w.defs {
		if at, ok := w.at[d.c]; ok && int(at) == i {
			w.at[d.c] = int32(len(defs))
			defs = append(defs, d)
		}
	}
	s.asleep.defs, s.asleep.at = defs, w.at
	s.asleep.awake.Seen.Clear()
	s.asleep.swept += int64(len(out))
	s.asleep.fixed = 0
	hints := s.hints[:0]
	for _, h := range s.hints {
		if w.marks[h.t]&stays != 0 || w.marks[h.t]&somewhere == 0 {
			hints = append(hints, h)
		}
	}
	s.hints = hints
	return true
}

// definitions finds the definitions that sleep in what is asserted for good, beside the rest, and
// returns what stays.
func (w *sweep) definitions(live, rest []assertion) []assertion {
	for _, a := range rest {
		w.visit(a.t, stays)
	}
	isDef := make([]bool, len(live))
	for i, a := range live {
		if _, isDef[i] = w.s.defined(a); !isDef[i] {
			w.visit(a.t, stays)
		}
	}
	asleep := make([]int32, len(live)) // its definition, from 1
	for i, a := range live {
		if !isDef[i] {
			continue
		}
		d, _ := w.s.defined(a)
		_, known := w.at[d.c]
		if !known && !w.quantified && w.marks[d.c]&stays == 0 {
			w.visit(d.t, values)
			if !w.quantified && w.marks[d.c]&values == 0 { // not in its own value, or one that sleeps
				w.at[d.c] = int32(len(w.defs))
				w.defs = append(w.defs, d)
				asleep[i] = int32(len(w.defs))
				w.visit(a.t, somewhere)
				continue
			}
		}
		w.visit(a.t, stays)
	}
	kept := live[:0]
	for i, a := range live {
		if n := asleep[i]; n > 0 {
			d := &w.defs[n-1]
			if at, ok := w.at[d.c]; ok && at == n-1 {
				continue
			}
		}
		kept = append(kept, a)
	}
	return kept
}

// wake asserts the sleeping definitions and facts of what a formula mentions.
func (s *Solver) wake(t term.Term) {
	w := &s.asleep
	if len(w.at)+len(s.facts.guards) == 0 {
		return
	}
	w.awake.Visit(s.st, func(t term.Term) bool {
		if i, ok := w.at[t]; ok {
			delete(w.at, t)
			d := &w.defs[i]
			w.awake.Push(d.t)
			s.resume(d.a)
		}
		if i, ok := s.facts.of[t]; ok && !s.facts.guards[i].awake {
			g := &s.facts.guards[i]
			s.wakeFacts(g)
			for _, a := range g.facts {
				w.awake.Push(a.t)
			}
		}
		return true
	}, t)
}

// wakeAll puts all sleeping definitions among what is in force: another kind of engine takes
// over, in which nothing sleeps.
func (s *Solver) wakeAll() {
	for i := range s.asleep.defs {
		d := &s.asleep.defs[i]
		if _, ok := s.asleep.at[d.c]; ok {
			delete(s.asleep.at, d.c)
			s.putBack(d.a)
		}
	}
}

// resume asserts a formula again, beneath all scopes.
func (s *Solver) resume(a assertion) {
	s.putBack(a)
	s.backend.Tag(a.tag)
	s.backend.Assert(s.rw.Simplify(a.t))
}

// putBack puts a formula among what is in force, beneath all scopes.
func (s *Solver) putBack(a assertion) {
	root := len(s.live)
	for i := range s.scopes {
		root = min(root, s.scopes[i].live)
		s.scopes[i].live++
	}
	s.live = slices.Insert(s.live, root, a)
}

// evalAsleep gives the constants of sleeping definitions their values.
func (s *Solver) evalAsleep(m *model.Model) error {
	for _, d := range s.asleep.defs {
		if _, ok := s.asleep.at[d.c]; !ok {
			continue
		}
		v, err := m.Eval(d.t)
		if err != nil {
			return err
		}
		m.SetConst(d.c, v)
	}
	return nil
}
