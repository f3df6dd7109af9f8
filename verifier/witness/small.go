package witness

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
)

// Limits on the search for small values: polls, rounds at each size, and how many values are made small.
const (
	smallPolls  = 100_000
	smallRounds = 500
	smallValues = 400
)

// smallSizes are the sizes that values are tried to be within, the first one first: at most few values cannot be within the greater ones, and
// what is known to be within these stays so where the budget ends.
var smallSizes = [...]int64{1_000_000, 1000, 100, 9, 1, 0}

// smaller looks, within a budget, for an execution of the same path in which integers that are chosen, or read from maps, are small.
// The execution is replayed as the one that was found. It returns that if there is no better one. Where quantified assumptions hold
// for all values only in a certain model (settle), the values are those of the model.
func (w *writer) smaller(ctx context.Context, p *inline.Path, found *interp.Trace) *interp.Trace {
	m := w.smallModel(ctx, p)
	if m == nil {
		return found
	}
	v := &writer{Replayer: w.Replayer, tree: w.tree, model: m, frameOf: map[inline.InstID]*interp.Frame{}}
	script, err := v.script(p)
	if err != nil {
		return found
	}
	t, _, err := interp.Replay(ctx, script, interp.ReplayOptions{Values: true})
	if err != nil || t == nil || t.Quantifiers > found.Quantifiers {
		return found
	}
	return t
}

// smallModel returns a model of the path with small values, nil if none is found.
func (w *writer) smallModel(ctx context.Context, p *inline.Path) (best *model.Model) {
	ctx, cancel := limit.NewCountdown(smallPolls, limit.Steps).Context(ctx)
	defer cancel()
	st := w.System.Store
	s := solver.New(st, solver.Options{})
	facts := w.facts(p)
	for _, f := range facts {
		if !st.HasQuantifier(f.t) {
			s.Assert(f.t)
		}
	}
	all := w.choices(facts)
	left := all
	var within []term.Term // assumptions that values are small
	narrow := func(lo, hi num.Int) bool {
		try, sure := make([]term.Term, len(left)), map[term.Term]bool{}
		for i, x := range left {
			try[i] = st.FreshConst("small", term.Bool)
			s.Assert(st.Or(st.Not(try[i]), st.And(st.Le(st.Numeral(lo), x), st.Le(x, st.Numeral(hi)))))
			sure[try[i]] = best != nil && isWithin(best, x, lo, hi)
		}
		kept, m := w.largest(ctx, s, within, try, sure)
		if m == nil {
			return false
		}
		best = m
		within = append(within, kept...)
		var rest []term.Term
		for i, x := range left {
			if slices.Contains(kept, try[i]) {
				rest = append(rest, x)
			}
		}
		left = rest
		return true
	}
	for _, size := range smallSizes {
		if n := num.FromInt64(size); !narrow(n.Neg(), n) {
			return best
		}
	}
	left = all
	narrow(num.FromInt64(0), num.FromInt64(smallSizes[0]))
	return best
}

// isWithin reports whether the value of a term is in a range.
func isWithin(m *model.Model, x term.Term, lo, hi num.Int) bool {
	v, err := m.Eval(x)
	return err == nil && v.Kind() == model.KindInt && v.Int().Cmp(lo) >= 0 && v.Int().Cmp(hi) <= 0
}

// largest returns assumptions that hold together with others, leaving out what cores name beside those that surely hold, and a model; nil
// if none is found.
func (w *writer) largest(ctx context.Context, s *solver.Solver, others, try []term.Term, sure map[term.Term]bool) (kept []term.Term, m *model.Model) {
	kept = slices.Clone(try)
	for range smallRounds {
		r := s.Check(ctx, append(slices.Clip(others), kept...)...)
		if r.HasModel() {
			m, err := s.Model()
			if err != nil {
				return nil, nil
			}
			return kept, m
		}
		if r.Status != sat.Unsat || ctx.Err() != nil {
			return nil, nil
		}
		core := s.Core()
		n := len(kept)
		kept = slices.DeleteFunc(kept, func(c term.Term) bool { return !sure[c] && slices.Contains(core, c) })
		if len(kept) == n {
			return nil, nil
		}
	}
	return nil, nil
}

// choices returns integers that the path chooses, constants, and what it reads from maps.
func (w *writer) choices(facts []fact) (out []term.Term) {
	st := w.System.Store
	seen := map[term.Term]bool{}
	add := func(t term.Term) {
		if !seen[t] && st.Sort(t) == term.Int && !st.IsNum(t) && st.Ground(t) && len(out) < smallValues {
			seen[t] = true
			out = append(out, t)
		}
	}
	for _, i := range w.order {
		w.tree.Bind(i)
		back := &w.Back.Procs[w.tree.Proc(i).ID]
		for _, v := range back.Entry {
			add(w.tree.Image(v.Term))
		}
		for _, b := range w.blocks[i] {
			for _, v := range back.Blocks[b] {
				add(w.tree.Image(v.Term))
			}
		}
	}
	terms := make([]term.Term, len(facts))
	for i, f := range facts {
		terms[i] = f.t
	}
	consts := map[term.Term]bool{}
	for _, v := range w.Prepared.Program.Consts {
		consts[w.Prepared.Program.Vars[v].Term] = true
	}
	st.Visit(func(t term.Term) bool {
		if st.Op(t) == term.OpSelect || consts[t] {
			add(t)
		}
		return true
	}, terms...)
	return out
}
