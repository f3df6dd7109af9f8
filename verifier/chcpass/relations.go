package chcpass

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// effort is what the search for relations may cost: checks of all procedures together, conflicts of each, and steps.
type effort struct{ checks, conflicts, steps int }

// limit returns a context of a pass that ends after the steps.
func (e effort) limit(p *pass) (context.Context, context.CancelFunc) {
	return limit.NewCountdown(int64(e.steps), limit.Steps).Context(p.ctx)
}

// The efforts of the rows, and how many arguments of all procedures there may be, and reads of arrays among the terms
// of one.
var (
	relationEffort   = effort{600, 300, 100_000}
	congruenceEffort = effort{300, 1000, 60_000}
)

const (
	relationArgs  = 300
	relationReads = 40
)

// relations finds equations that the arguments of procedures, and elements of arrays at arguments, always satisfy:
// linear ones of numbers, from which those go that the points do not satisfy which the solver shows one after the
// other (Karr, "Affine relationships among variables of a program", 1976; Reps, Sagiv and Yorsh, "Symbolic
// implementation of the best transformer", 2004), and equalities of other sorts. Callers get them as conditions
// behind their calls, and blocks that these exclude are never passed. It runs once, when other rows have done what
// they can.
func relations(p *pass) back {
	if p.related {
		return nil
	}
	p.related = true
	ctx, cancel := relationEffort.limit(p)
	defer cancel()
	if r := relate(ctx, p, 0, relationEffort); r != nil {
		return r.rewritten()
	}
	return nil
}

// congruences finds linear equations of bit-vectors modulo powers of two that the arguments of procedures always
// satisfy (King and Søndergaard, "Automatic abstraction for congruences", 2010; Elder et al., "Abstract domains of
// affine relations", 2014): those go that models do not satisfy, or keep some of their low bits. Where few valuations
// of Boolean arguments occur, as where these say where a program is, each has equations of its own. Equations of
// several words are looked for where those of one do not refute the entry, as solutions with them are harder to check,
// and were found within the effort. It runs once, where a condition is about low bits, after relations.
func congruences(p *pass) back {
	if p.congruent {
		return nil
	}
	p.congruent = true
	if !slices.ContainsFunc(vc.Closure(p.sys, []vc.ProcID{p.sys.Entry}), func(id vc.ProcID) bool {
		return divides(p.st, p.sys.Procs[id].Formulas())
	}) {
		return nil
	}
	ctx, cancel := congruenceEffort.limit(p)
	defer cancel()
	r := relate(ctx, p, 1, congruenceEffort)
	if ctx.Err() == nil && (r == nil || r.check(r.prover(p.sys.Entry)) != sat.Unsat) {
		ctx, cancel := congruenceEffort.limit(p)
		defer cancel()
		if x := relate(ctx, p, maxWords, congruenceEffort); x != nil {
			r = x
		}
	}
	if r == nil {
		return nil
	}
	return r.rewritten()
}

// relate finds relations of all procedures; nil if there are none, or the effort is too great. If words is not 0,
// these are congruences of so many words.
func relate(ctx context.Context, p *pass, words int, e effort) *relating {
	n := len(p.sys.Procs)
	r := &relating{p: p, ctx: ctx, words: words, conflicts: int64(e.conflicts), states: make([]*relation, n),
		provers: make([]*relationProver, n), left: e.checks}
	called := vc.Closure(p.sys, []vc.ProcID{p.sys.Entry})
	args := 0
	for _, id := range called {
		args += len(p.sys.Procs[id].Out)
	}
	if args == 0 || args > relationArgs || !r.fixpoint(called) {
		return nil
	}
	for _, id := range called {
		if id == p.sys.Entry {
			continue
		}
		for _, f := range r.formulas(id, p.sys.Procs[id].Out) {
			r.facts = append(r.facts, verifier.Fact{Proc: id, Formula: f})
		}
	}
	if len(r.facts) == 0 {
		return nil
	}
	return r
}

// rewritten has callers take the relations as conditions.
func (r *relating) rewritten() back {
	if !r.p.each(r.rewrite) {
		return nil
	}
	return r
}

// relating is the search for relations; it leads back.
type relating struct {
	p         *pass
	ctx       context.Context   // of the checks
	words     int               // of a congruence; 0: there are none
	conflicts int64             // of each check
	states    []*relation       // by vc.ProcID; nil: the procedure never returns
	provers   []*relationProver // by vc.ProcID; nil until needed
	left      int               // checks
	facts     []verifier.Fact
}

// fixpoint finds what holds whenever a procedure returns if it holds of all that it calls.
func (r *relating) fixpoint(called []vc.ProcID) bool {
	dirty := make([]bool, len(r.states))
	for _, id := range called {
		dirty[id] = id != r.p.sys.Entry
	}
	for again := true; again; {
		again = false
		for _, id := range called {
			if !dirty[id] {
				continue
			}
			dirty[id] = false
			changed, ok := r.analyse(id)
			if !ok {
				return false
			}
			if !changed {
				continue
			}
			again = true
			for _, c := range called {
				calls := func(s vc.Site) bool { return s.Callee == id }
				dirty[c] = dirty[c] || c != r.p.sys.Entry && slices.ContainsFunc(r.p.sys.Procs[c].Sites, calls)
			}
		}
	}
	return true
}

// analyse weakens what is known of a procedure until each of its executions satisfies that, given what is known of its
// callees. It reports whether there was something to weaken; ok is false if the search is given up.
func (r *relating) analyse(id vc.ProcID) (changed, ok bool) {
	p := r.p.sys.Procs[id]
	for {
		s := r.states[id]
		if s != nil && s.empty() {
			return changed, true
		}
		status, m, err := r.counterexample(id)
		switch status {
		case sat.Unsat:
			return changed, true
		case sat.Unknown:
			if r.stopped() {
				return changed, false
			}
			r.states[id] = &relation{}
			return true, true
		}
		if err != nil {
			return changed, false
		}
		r.p.spend(s.work())
		next, err := s.join(m, r.terms(p.Out), r.words)
		if err != nil {
			return changed, false
		}
		r.states[id], changed = next, true
	}
}

// counterexample asks for an execution of a procedure that does not satisfy what is known of it.
func (r *relating) counterexample(id vc.ProcID) (status sat.Status, m *model.Model, err error) {
	st, rw := r.p.st, r.p.rw
	p, claim := r.p.sys.Procs[id], st.True()
	if r.states[id] != nil {
		claim = rw.Not(rw.And(r.formulas(id, p.Out)...))
	}
	if paths := r.pathsOf(p); paths != nil {
		return r.byPaths(id, paths, claim)
	}
	q := r.prover(id)
	var more []term.Term
	if claim != st.True() {
		c := st.FreshConst("claim", term.Bool)
		q.s.Assert(rw.Or(st.Not(c), claim))
		more = append(more, c)
	}
	if status = r.check(q, more...); status == sat.Sat {
		m, err = q.s.Model()
	}
	return status, m, err
}

// check asks whether the procedure can return where more holds.
func (r *relating) check(q *relationProver, more ...term.Term) sat.Status {
	if r.left--; r.stopped() {
		return sat.Unknown
	}
	r.p.spend(len(q.proc.Blocks) + len(q.proc.Sites))
	return q.s.Check(r.ctx, append(r.known(q), more...)...).Status
}

func (r *relating) stopped() bool { return r.left < 0 || r.ctx.Err() != nil || r.p.stopped() }

// relationProver is a solver that knows the template of a procedure.
type relationProver struct {
	proc  *vc.Proc
	s     *solver.Solver
	known map[vc.ProcID]premise // what is assumed of callees; never ranged over
}

// premise is a constant that implies what is known of a callee.
type premise struct {
	state *relation
	c     term.Term
}

func (r *relating) prover(id vc.ProcID) *relationProver {
	if r.provers[id] != nil {
		return r.provers[id]
	}
	st, rw := r.p.st, r.p.rw
	q := &relationProver{proc: r.p.sys.Procs[id], s: solver.New(st, solver.Options{NoPreprocess: true}),
		known: map[vc.ProcID]premise{}}
	q.s.SetConflictBudget(r.conflicts)
	q.s.Assert(q.proc.Blocks[0].Guard)
	for i := range q.proc.Blocks {
		b := &q.proc.Blocks[i]
		off := st.Not(b.Guard)
		for _, c := range b.Conds {
			q.s.Assert(rw.Or(off, c))
		}
		ways := []term.Term{off}
		for _, e := range b.Succs {
			ways = append(ways, e.Guard)
		}
		if len(ways) > 1 {
			q.s.Assert(rw.Or(ways...))
		}
	}
	r.provers[id] = q
	return q
}

// known returns assumptions that say what is known of the callees.
func (r *relating) known(q *relationProver) (as []term.Term) {
	st, rw := r.p.st, r.p.rw
	for i := range q.proc.Sites {
		id := q.proc.Sites[i].Callee
		t, ok := q.known[id]
		if !ok || t.state != r.states[id] {
			t = premise{r.states[id], st.FreshConst("callee", term.Bool)}
			q.known[id] = t
			for k := range q.proc.Sites {
				x := &q.proc.Sites[k]
				if x.Callee == id {
					f := rw.And(r.formulas(id, x.Outs)...)
					q.s.Assert(rw.Or(st.Not(t.c), st.Not(q.proc.Blocks[x.Block].Guard), f))
				}
			}
		}
		if !slices.Contains(as, t.c) {
			as = append(as, t.c)
		}
	}
	return as
}

// formulas returns what is known of a procedure, of these arguments.
func (r *relating) formulas(id vc.ProcID, args []term.Term) []term.Term {
	if r.states[id] == nil {
		return []term.Term{r.p.st.False()}
	}
	return r.states[id].formulas(r.p.rw, r.terms(args))
}

// terms returns the arguments, and if they are few the elements of arrays at arguments.
func (r *relating) terms(args []term.Term) []term.Term {
	st := r.p.st
	var reads []term.Term
	for _, a := range args {
		if !st.IsArray(st.Sort(a)) {
			continue
		}
		index, element := st.ArraySorts(st.Sort(a))
		for _, i := range args {
			if st.Sort(i) == index && !st.IsArray(element) {
				reads = append(reads, st.Select(a, i))
			}
		}
	}
	if len(reads) > relationReads {
		return args
	}
	return append(slices.Clone(args), reads...)
}

// rewrite adds conditions to the blocks of a template. It reports whether there are any.
func (r *relating) rewrite(e *edit, id vc.ProcID) (changed bool) {
	st := r.p.st
	for i := range r.p.sys.Procs[id].Blocks {
		b := &r.p.sys.Procs[id].Blocks[i]
		conds := slices.Clone(b.Conds)
		for _, n := range b.Sites {
			x := &r.p.sys.Procs[id].Sites[n]
			for _, f := range r.formulas(x.Callee, x.Outs) {
				conds = st.Conjuncts(conds, f)
			}
		}
		if r.check(r.prover(id), b.Guard) == sat.Unsat {
			conds = []term.Term{st.False()}
		}
		if !slices.Equal(conds, b.Conds) {
			e.proc(id).Blocks[i].Conds = conds
			changed = true
		}
	}
	return changed
}

// solution: what was found is inductive by itself.
func (r *relating) solution(_ context.Context, facts []verifier.Fact) ([]verifier.Fact, error) {
	return append(facts, r.facts...), nil
}

// derivation: each step is one before.
func (*relating) derivation(to inline.Derivation) inline.Derivation { return to }
