package learn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// AllLevels is the level of facts that hold for all recursion bounds.
const AllLevels = math.MaxInt32

// Levelled is a fact with a level: whenever the procedure returns, and no more calls than that are open below it that
// are recursive, one of its literals is false. A call is recursive if its callee may call its caller again.
type Levelled struct {
	Proc  vc.ProcID
	Lits  []term.Term // over the template's In and Out
	Level int32       // AllLevels if there is no limit

	formula term.Term // the negation of Lits
	under   int       // at AllLevels: on how many formulas of Frames.always it may rest
	dead    bool      // another one says more
	shared  bool      // other engines have it
	sites   int       // where it is asserted
	used    int       // refutations that rest on it, of those that Pred.Count counts
	only    CallSite  // that it serves
}

// Frames is the store of levelled facts about the procedures of a system, with a solver for each procedure. A fact of
// level k follows from the template with callees that satisfy their facts of level k and more, of level k-1 if they
// are called recursively; of level 0, with recursive call sites blocked.
type Frames struct {
	sys   *vc.System
	c     inline.Config
	rw    *rewrite.Rewriter
	facts []Levelled
	of    [][]int32 // by vc.ProcID: its facts
	preds []*Pred   // by vc.ProcID; nil until needed
	cycle []int32   // by vc.ProcID: the number of its cycle in the call graph, callees first

	only   CallSite // see Confine
	goal   int      // see Serve
	always []constraint
	number map[term.Term]int // in always
}

// NewFrames returns a store without facts. The caller must call Close.
func NewFrames(sys *vc.System, c inline.Config) *Frames {
	f := &Frames{
		sys: sys, c: c, rw: rewrite.New(sys.Store), of: make([][]int32, len(sys.Procs)), preds: make([]*Pred, len(sys.Procs)),
		cycle: make([]int32, len(sys.Procs)), number: map[term.Term]int{},
	}
	for i, procs := range vc.Cycles(sys) {
		for _, id := range procs {
			f.cycle[id] = int32(i)
		}
	}
	return f
}

// Pred returns the solver of a procedure.
func (f *Frames) Pred(id vc.ProcID) (*Pred, error) {
	if f.preds[id] == nil {
		p, err := newPred(f, id)
		if err != nil {
			return nil, err
		}
		f.preds[id] = p
	}
	return f.preds[id], nil
}

// Close ends the solvers.
func (f *Frames) Close() {
	for _, p := range f.preds {
		if p != nil {
			inline.Close(p.body.s)
		}
	}
}

// Learned adds to what a search did, by vc.ProcID, what it learned. Procedures without facts and conflicts are left
// out.
func (f *Frames) Learned(search []verifier.Learning) []verifier.Learning {
	out := slices.Clone(search)
	for i := range f.facts {
		x := &f.facts[i]
		l := &out[x.Proc]
		l.Found++
		l.Asserted += x.sites
		l.MostAsserted = max(l.MostAsserted, x.sites)
		l.Used += x.used
		l.MostUsed = max(l.MostUsed, x.used)
		if x.dead {
			continue
		}
		l.Facts++
		l.Literals += len(x.Lits)
		l.MostLiterals = max(l.MostLiterals, len(x.Lits))
		if x.Level == AllLevels {
			l.AllBounds++
		}
		if f.sys.Store.HasQuantifier(x.formula) {
			l.Quantified++
		}
	}
	for id := range out {
		out[id].Proc = f.sys.Procs[id].Name
	}
	return slices.DeleteFunc(out, func(l verifier.Learning) bool { return l.Found == 0 && l.Conflicts == 0 })
}

// Excludes reports whether a fact of some level or more has no other literals than lits.
func (f *Frames) Excludes(id vc.ProcID, lits []term.Term, level int32) bool {
	for _, i := range f.of[id] {
		if x := &f.facts[i]; x.Level >= level && included(x.Lits, lits) {
			return true
		}
	}
	return false
}

// Add adds a fact that follows from the template and the facts of callees of a level one less. Facts that say less die.
func (f *Frames) Add(id vc.ProcID, lits []term.Term, level int32) {
	f.add(Levelled{Proc: id, Lits: slices.Clone(lits), Level: level, formula: f.negation(lits)})
}

func (f *Frames) add(x Levelled) int32 {
	n := int32(len(f.facts))
	x.under, x.only = len(f.always), f.only
	f.facts = append(f.facts, x)
	f.of[x.Proc] = slices.DeleteFunc(f.of[x.Proc], func(i int32) bool {
		y := &f.facts[i]
		// What is assumed always may rest on a fact for all levels that assumes less.
		y.dead = y.Level <= x.Level && (x.only == CallSite{} || x.only == y.only) && included(x.Lits, y.Lits) &&
			(y.Level < AllLevels || y.under == x.under)
		return y.dead
	})
	f.of[x.Proc] = append(f.of[x.Proc], n)
	return n
}

func (f *Frames) negation(lits []term.Term) term.Term {
	st := f.sys.Store
	clause := make([]term.Term, len(lits))
	for i, t := range lits {
		clause[i] = f.opposite(t)
	}
	return st.Or(clause...)
}

// opposite returns the negation of a literal: what there is not is a clause for all.
func (f *Frames) opposite(t term.Term) term.Term {
	st := f.sys.Store
	if st.Op(t) != term.OpExists {
		return st.Not(t)
	}
	q := st.Quant(t)
	body := []term.Term{q.Body}
	if st.Op(q.Body) == term.OpAnd {
		body = slices.Clone(st.Args(q.Body))
	}
	for i, u := range body {
		body[i] = f.rw.Not(u)
	}
	q.Body = st.Or(body...)
	return st.Quantify(term.OpForall, q)
}

// included reports whether all of a is in b.
func included(a, b []term.Term) bool {
	return !slices.ContainsFunc(a, func(t term.Term) bool { return !slices.Contains(b, t) })
}

// Push raises the level of facts as far as they follow from others, level by level up to n. If none is left at a
// level, those above it are inductive together: they get AllLevels, and Push reports true.
func (f *Frames) Push(ctx context.Context, n int32) (inductive bool, err error) {
	at := f.levels(n)
	for k := range at {
		left := 0
		f.calleesFirst(at[k])
		for _, id := range slices.Compact(at[k]) {
			for _, i := range f.of[id] {
				x := &f.facts[i]
				if x.dead || x.Level != int32(k) {
					continue
				}
				if err := f.push(ctx, i); err != nil {
					return false, err
				}
				switch level := x.Level; {
				case level == int32(k):
					left++
				case level <= n:
					at[level] = append(at[level], id)
				}
			}
		}
		if left == 0 {
			f.converge(int32(k))
			return true, nil
		}
	}
	return false, nil
}

// CallSite is a call site of a procedure. The zero value stands for all.
type CallSite struct {
	Caller vc.ProcID
	Number int // from 1 on
	Goal   int // the only one that the fact is for, as Serve says; 0 for all
}

// Confine has facts that are added later serve one call site alone. It is for measurements.
func (f *Frames) Confine(to CallSite) { f.only = to }

// Serve has checks use facts that are for a goal, beside those that are for all.
func (f *Frames) Serve(goal int) { f.goal = goal }

// serves reports whether a call site may be given a fact.
func (x *Levelled) serves(s CallSite) bool {
	s.Goal = x.only.Goal
	return x.only == CallSite{} || x.only == s
}

// calleesFirst sorts procedures: those that others call, not recursively, come before these.
func (f *Frames) calleesFirst(procs []vc.ProcID) {
	slices.SortFunc(procs, func(a, b vc.ProcID) int {
		return cmp.Or(cmp.Compare(f.cycle[a], f.cycle[b]), cmp.Compare(a, b))
	})
}

// levels returns the procedures with facts of each level up to n.
func (f *Frames) levels(n int32) [][]vc.ProcID {
	at := make([][]vc.ProcID, n+1)
	for id := range f.of {
		for _, i := range f.of[id] {
			if k := f.facts[i].Level; k <= n {
				at[k] = append(at[k], vc.ProcID(id))
			}
		}
	}
	return at
}

// push raises the level of a fact if it follows from the facts of its level.
func (f *Frames) push(ctx context.Context, i int32) error {
	x := f.facts[i]
	p, err := f.Pred(x.Proc)
	if err != nil {
		return err
	}
	out := p.Ask(ctx, x.Level+1, p.Hold(nil, x.Lits))
	switch {
	case out.Status == inline.StatusUnsat:
		f.facts[i].Level = max(x.Level+1, p.Level())
		f.facts[i].under = len(f.always)
	case out.Reason.Kind == reason.Internal:
		return out.Reason
	}
	return ctx.Err()
}

// converge gives all facts above a level AllLevels.
func (f *Frames) converge(k int32) {
	for i := range f.facts {
		if x := &f.facts[i]; !x.dead && x.Level > k && x.Level < AllLevels {
			x.under, x.Level = len(f.always), AllLevels
		}
	}
}

// Never reports whether a fact for all bounds says that a procedure never returns.
func (f *Frames) Never(id vc.ProcID) bool { return f.Excludes(id, nil, AllLevels) }
