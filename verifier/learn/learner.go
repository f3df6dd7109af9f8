package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// learner finds facts on demand (see the package comment).
type learner struct {
	*relevance
	facts    []fact // found, or assumed while a proof is sought
	sys      *vc.System
	c        inline.Config
	contents map[term.Term][]term.Term // see relevance.contents
	cells    [][]cell                  // by vc.ProcID
	procs    []*known                  // by vc.ProcID; nil until needed
	afford   func() bool               // one more check
	depth    int                       // of the present question
	sharing  sharing
	stats    learnerStats
}

// known is what is known of a procedure.
type known struct {
	vocabulary *vocabulary
	facts      []int32         // in order
	formulas   []int32         // facts that others gave as formulas, in order
	possible   map[string]bool // valuations that were not excluded
	body       *learning

	fingerprint uint64 // of the vocabulary; 0 until needed
}

// learning is the body of a procedure at whose call sites facts are asserted.
type learning struct {
	*body
	*refiner
	calls     []callSite // in order of execution
	holds     activation[lit]
	recursive bool // it calls itself
}

// learnerStats count what a learner did.
type learnerStats struct{ bodies, asked, checks, facts, possible, received, formulas int }

func (l *learner) counters() []stat.Counter {
	asserted, most, formulas := 0, 0, 0
	for i := range l.facts {
		asserted += l.facts[i].sites
		if l.facts[i].given {
			formulas += l.facts[i].sites
		}
		most = max(most, l.facts[i].sites)
	}
	return []stat.Counter{
		{Name: "demand: procedures", Value: int64(l.stats.bodies)},
		{Name: "demand: contexts", Value: int64(l.stats.asked)},
		{Name: "demand: contexts not excluded", Value: int64(l.stats.possible)},
		{Name: "demand: checks", Value: int64(l.stats.checks)},
		{Name: "demand: facts", Value: int64(l.stats.facts)},
		{Name: "demand: facts received", Value: int64(l.stats.received)},
		{Name: "demand: facts asserted", Value: int64(asserted)},
		{Name: "demand: most often asserted", Value: int64(most)},
		{Name: "demand: formulas received", Value: int64(l.stats.formulas)},
		{Name: "demand: formulas asserted", Value: int64(formulas)},
	}
}

// maxDistance bounds the distance of the flags that vocabularies are about.
const maxDistance = 2

func newLearner(sys *vc.System, c inline.Config) *learner {
	l := &learner{relevance: newRelevance(newClasses(sys), sys), sys: sys, c: c, procs: make([]*known, len(sys.Procs))}
	l.contents = l.relevance.contents(maxDistance)
	l.cells = l.relevance.cells(sys, l.contents)
	return l
}

// wanted reports whether vocabularies are about a constant.
func (l *learner) wanted(t term.Term) bool { return l.flag(t) && l.distance(t) <= maxDistance }

func (l *learner) known(id vc.ProcID) *known {
	if l.procs[id] == nil {
		l.procs[id] = &known{vocabulary: l.vocabulary(l.sys.Procs[id]), possible: map[string]bool{}}
	}
	return l.procs[id]
}

func (l *learner) body(id vc.ProcID) (*learning, error) {
	k := l.known(id)
	if k.body != nil {
		return k.body, nil
	}
	b, err := newBody(l.sys, &l.c, id, false)
	if err != nil {
		return nil, err
	}
	l.stats.bodies++
	x := &learning{body: b, refiner: newRefiner(l, b.s, b.st, b.mk, b.sys.Procs, b.copier.Term)}
	for _, s := range b.sites {
		x.calls = append(x.calls, callSite{callee: s.callee, guard: s.guard, iface: s.iface})
		x.recursive = x.recursive || s.callee == id
	}
	inline.Limit(b.s, checkBudget)
	k.body = x
	return x, nil
}

// close ends the solvers.
func (l *learner) close() {
	for _, k := range l.procs {
		if k != nil && k.body != nil {
			inline.Close(k.body.body.s)
		}
	}
}

// verdict says what came of a question.
type verdict uint8

const (
	undecided verdict = iota // it was stopped
	possible                 // the procedure may do it, as far as vocabularies and what is known of its callees show
	excluded                 // it does not
)

// maxPossible bounds the valuations of a procedure that are not excluded. Where there are more, its vocabulary does not
// describe what it does.
const maxPossible = 24

// maxDepth bounds the questions that are asked for the sake of each other. What lies deeper may do anything.
const maxDepth = 100

// exclude looks for a fact that excludes a valuation of a procedure.
func (l *learner) exclude(ctx context.Context, id vc.ProcID, x valuation) (verdict, error) {
	k := l.known(id)
	if l.violates(id, x) {
		return excluded, nil
	}
	key := x.key()
	if k.possible[key] || len(k.possible) >= maxPossible {
		return possible, nil
	}
	b, err := l.body(id)
	if err != nil {
		return undecided, err
	}
	if l.depth >= maxDepth {
		return possible, nil
	}
	l.stats.asked++
	l.depth++
	defer func() { l.depth-- }()
	h := l.add(id, x.literals()) // its own call sites may rely on what is to be shown
	v, err := l.refute(ctx, b, x, h)
	if v != excluded {
		l.drop(h)
	}
	if v == possible {
		k.possible[key] = true
		l.stats.possible++
	}
	return v, err
}

// refute asks for an execution that does what a valuation says, until there is none, or one whose calls may all do
// what they do there. h is the fact that there is none.
func (l *learner) refute(ctx context.Context, b *learning, x valuation, h int32) (verdict, error) {
	for l.afford() && ctx.Err() == nil {
		out := l.ask(ctx, b, x.literals())
		switch {
		case out.Status == inline.StatusUnsat:
			l.generalize(ctx, b, h)
			return excluded, nil
		case out.Reason.Kind == reason.Internal:
			return undecided, out.Reason
		case !out.HasModel():
			return l.gaveUp(ctx)
		}
		at, refined, err := l.refine(b)
		if err != nil { // there is no model to learn from
			return possible, nil
		}
		for i := 0; i < len(at) && !refined; i++ {
			if at[i].valuation == nil {
				continue
			}
			v, err := l.exclude(ctx, b.calls[i].callee, at[i].valuation)
			if v == undecided {
				return undecided, err
			}
			refined = v == excluded && b.refine(&b.calls[i], at[i])
		}
		if !refined {
			return possible, nil
		}
	}
	return undecided, nil
}

// gaveUp returns what to make of a check that was not decided: the budget for conflicts is part of the question.
func (l *learner) gaveUp(ctx context.Context) (verdict, error) {
	if limit.ContextReason(ctx) != limit.None {
		return undecided, nil
	}
	return possible, nil
}

// refine returns what the last model has the callees of the calls that it passes do, and asserts there the facts that
// this violates.
func (l *learner) refine(b *learning) (at []observation, refined bool, err error) {
	m, err := inline.LastModel(b.body.s)
	if err != nil {
		return nil, false, err
	}
	at = make([]observation, len(b.calls))
	for i := range b.calls {
		if c := &b.calls[i]; b.body.s.Reached(c.guard) {
			at[i] = b.at(m, c)
		}
	}
	for i, o := range at {
		if o.valuation != nil {
			refined = b.refine(&b.calls[i], o) || refined
		}
	}
	return at, refined, nil
}

// ask asks for an execution with some literals, given what the call sites are given.
func (l *learner) ask(ctx context.Context, b *learning, lits []lit) inline.Outcome {
	as := b.assume(nil)
	for _, x := range lits {
		as = append(as, l.holds(b, x))
	}
	l.stats.checks++
	return b.body.s.Check(ctx, as)
}

// holds returns the assumption that a literal holds.
func (l *learner) holds(b *learning, x lit) term.Term {
	c, fresh := b.holds.literal(b.body.st, "holds", x)
	if fresh {
		b.bind(b.id, b.iface)
		inline.AssertUnder(b.body.s, b.body.st, c, b.sub.Apply(b.copier.Term(l.literal(b.id, x))))
	}
	return c
}

// core returns the literals, in order, and the facts that the last refutation rests on.
func (l *learner) core(b *learning) (lits []lit, uses []int32) {
	core := b.body.s.Core()
	lits = b.holds.named(core)
	slices.Sort(lits)
	return lits, b.named(core)
}

// literal returns a literal over the template's interface.
func (l *learner) literal(id vc.ProcID, x lit) term.Term {
	t := l.known(id).vocabulary.preds[x/2].t
	if x%2 == 1 {
		t = l.sys.Store.Not(t)
	}
	return t
}

// add adds a fact, which is to be shown.
func (l *learner) add(id vc.ProcID, lits []lit) int32 {
	clause := make([]term.Term, len(lits))
	for i, x := range lits {
		clause[i] = l.sys.Store.Not(l.literal(id, x))
	}
	f := l.store(fact{proc: id, lits: lits, t: l.sys.Store.Or(clause...)})
	k := l.known(id)
	k.facts = append(k.facts, f)
	return f
}

// addFormula adds a fact that another engine has proved.
func (l *learner) addFormula(id vc.ProcID, t term.Term) int32 {
	f := l.store(fact{proc: id, given: true, t: t})
	k := l.known(id)
	k.formulas = append(k.formulas, f)
	l.stats.formulas++
	return f
}

func (l *learner) store(x fact) int32 {
	x.live, x.by = true, -1
	l.facts = append(l.facts, x)
	return int32(len(l.facts) - 1)
}

// violates reports whether a fact excludes a valuation.
func (l *learner) violates(id vc.ProcID, x valuation) bool {
	for _, f := range l.known(id).facts {
		if f := &l.facts[f]; f.live && x.includes(f.lits) {
			return true
		}
	}
	return false
}
