package smtscript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Interpolate is the name of the plan that splits what the script asserts into parts with symbols of
// their own, makes them contradict each other, and checks the interpolants.
const Interpolate = "interpolate"

const (
	interpolateSteps = 50_000
	blockRounds      = 30 // after which parts that are still satisfiable are given up
)

func (m *machine) interpolate() (one, other []solver.Result, err error) {
	parts := m.split(2 + int(m.Seed/7%2)*int(m.Seed/16%3))
	m.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	if !m.contradict(parts) {
		return nil, nil, m.stop()
	}
	ctx, cancel := within(m.context(), interpolateSteps)
	defer cancel()
	opt := interpolate.Options{Seed: m.Seed % 3}
	if m.Seed/256%4 == 0 {
		opt.Clauses, opt.Values = 1+int(m.Seed/1024%2), 1 // so that the sides change their roles
	}
	if m.Seed/4096%8 == 0 {
		opt.Conflicts = 1 + int64(m.Seed/16384%20)
	}
	p := interpolate.New(m.Store, opt)
	if len(parts) == 2 {
		i, err := p.Binary(ctx, parts[0], parts[1], nil)
		if err == nil {
			err = m.interpolant(parts[0], parts[1], i)
		}
		return nil, nil, m.openly(parts, err)
	}
	first := m.tree(len(parts))
	all, err := p.Tree(ctx, parts, first)
	if err == nil {
		err = m.inductive(parts, first, all)
	}
	return nil, nil, m.openly(parts, err)
}

// tree returns the beginnings of subtrees of a random tree of n nodes in post-order.
func (m *machine) tree(n int) []int {
	first := make([]int, n)
	var roots []int // of subtrees without a parent so far
	for v := range n {
		first[v] = v
		for len(roots) > 0 && (v == n-1 || m.r.IntN(3) > 0) {
			first[v] = first[roots[len(roots)-1]]
			roots = roots[:len(roots)-1]
		}
		roots = append(roots, v)
	}
	return first
}

// inductive checks the interpolants of a tree of parts.
func (m *machine) inductive(parts [][]term.Term, first []int, found [][]term.Term) error {
	if len(found) != len(parts)-1 {
		return fmt.Errorf("%d interpolants of %d parts", len(found), len(parts))
	}
	for v := range parts {
		left := slices.Clone(parts[v])
		for c := v - 1; c >= first[v]; c = first[c] - 1 {
			left = append(left, found[c]...)
		}
		if v == len(parts)-1 {
			return m.refute(left)
		}
		inside, outside := slices.Concat(parts[first[v]:v+1]...), slices.Concat(parts[v+1:]...)
		outside = slices.Concat(slices.Concat(parts[:first[v]]...), outside)
		if err := m.vocabulary(inside, outside, found[v]); err != nil {
			return err
		}
		if err := m.refute(append(left, m.Store.Not(m.Store.And(found[v]...)))); err != nil {
			return fmt.Errorf("part %d: %w", v, err)
		}
	}
	return nil
}

// openly counts an answer: what is only not found is no error.
func (m *machine) openly(parts [][]term.Term, err error) error {
	var why reason.Reason
	switch {
	case err == nil:
		m.Tally.Unsat++
	case errors.As(err, &why) && why.Kind != reason.Internal:
		m.Tally.Unknown++
	default:
		text := "interpolant: " + err.Error()
		for i, p := range parts {
			for _, t := range p {
				text += fmt.Sprintf("\npart %d: %s", i, m.Store.String(t))
			}
		}
		return errors.New(text)
	}
	return nil
}

// split deals the assertions out to n parts. Some symbols become others in each part.
func (m *machine) split(n int) [][]term.Term {
	parts := make([][]term.Term, n)
	for i, t := range m.asserted() {
		k := int(m.Seed>>(2*i%60)&3) % n
		parts[k] = append(parts[k], t)
	}
	for k := range parts[1:] {
		parts[k] = m.renamed(parts[k], uint64(k))
	}
	return parts
}

func (m *machine) asserted() []term.Term {
	var all []term.Term
	for _, o := range m.Ops {
		all = append(all, o.Terms...)
	}
	return all
}

// renamed returns formulas with some symbols replaced by new ones.
func (m *machine) renamed(formulas []term.Term, part uint64) []term.Term {
	st := m.Store
	subterms := slices.Clone(Subterms(st, formulas...))
	slices.Sort(subterms) // arguments come first
	image := map[term.Term]term.Term{}
	local := map[term.Sym]term.Sym{}
	for _, t := range subterms {
		args := make([]term.Term, st.NumArgs(t))
		for i, a := range st.Args(t) {
			args[i] = image[a]
		}
		if st.Op(t) != term.OpApp || m.named(st.Sym(t), 3).IntN(5) < 2 {
			if image[t] = t; len(args) > 0 {
				image[t] = st.Rebuild(t, args)
			}
			continue
		}
		f := st.Sym(t)
		if local[f] == 0 {
			sorts, res := st.SymSorts(f)
			local[f] = st.FreshFun(fmt.Sprintf("%s%d", st.SymName(f), part), sorts, res)
		}
		image[t] = st.App(local[f], args...)
	}
	out := make([]term.Term, len(formulas))
	for i, t := range formulas {
		out[i] = image[t]
	}
	return out
}

// contradict drops what contradicts the rest. Then it adds to one part after the other that a few
// of its literals in a common model do not hold together, until there is no common model, though
// each part has one. It reports whether that was achieved.
func (m *machine) contradict(parts [][]term.Term) bool {
	all := solver.New(m.Store, solver.Options{})
	alone := make([]*solver.Solver, len(parts))
	for k, formulas := range parts {
		alone[k] = solver.New(m.Store, solver.Options{})
		parts[k] = nil
		for _, t := range formulas {
			if checkWithin(m.context(), all, []term.Term{t}, loopSteps).Status == sat.Sat {
				parts[k] = append(parts[k], t)
				all.Assert(t)
				alone[k].Assert(t)
			}
		}
	}
	p := project.New(m.Store)
	for range blockRounds {
		switch checkWithin(m.context(), all, nil, loopSteps).Status {
		case sat.Unsat:
			return true
		case sat.Unknown:
			return false
		}
		mod, err := all.Model()
		if err != nil {
			return false
		}
		from, k := m.r.IntN(len(parts)), m.r.IntN(len(parts))
		not, ok := m.blocked(p, mod, parts[from], parts[k])
		if ok && checkWithin(m.context(), alone[k], []term.Term{not}, loopSteps).Status == sat.Sat {
			parts[k] = append(parts[k], not)
			all.Assert(not)
			alone[k].Assert(not)
		}
	}
	return false
}

// blocked returns the negation of a few literals of formulas in a model, and of all of them, projected to
// the symbols of others.
func (m *machine) blocked(p *project.Projector, mod *model.Model, formulas, others []term.Term) (term.Term, bool) {
	words := m.symbols(others)
	if m.r.IntN(3) > 0 {
		res, err := p.Project(mod, formulas, func(c term.Term) bool { return words[m.Store.Sym(c)] })
		return m.aside(m.Store.Not(m.Store.And(res.Cube...))), err == nil && len(res.Cube) > 0
	}
	lits, err := p.Implicant(mod, formulas)
	if err != nil || len(lits) == 0 {
		return 0, false
	}
	m.r.Shuffle(len(lits), func(i, j int) { lits[i], lits[j] = lits[j], lits[i] })
	return m.Store.Not(m.Store.And(lits[:min(len(lits), 1+m.r.IntN(2))]...)), true
}

// aside says something in terms of new constants, which are near the numbers that stood there.
func (m *machine) aside(t term.Term) term.Term {
	st := m.Store
	all := []term.Term{}
	sub := term.NewSubst(st, st)
	for _, c := range Subterms(st, t) {
		o := st.Sort(c)
		if !st.IsConst(c) || m.r.IntN(2) == 0 || o != term.Int && o != term.Real && st.SortKind(o) != term.KindUninterpreted {
			continue
		}
		d := st.FreshConst("aside", o)
		sub.Bind(c, d)
		if o != term.Int && o != term.Real {
			all = append(all, st.Eq(c, d))
			continue
		}
		k, e := st.Int(int64(1+m.r.IntN(3))), st.Int(int64(max(0, m.r.IntN(6)-4)))
		if o == term.Real {
			k, e = st.ToReal(k), st.ToReal(e)
		}
		all = append(all, st.Le(st.Mul(k, c), st.Add(st.Mul(k, d), e)), st.Le(st.Mul(k, d), st.Add(st.Mul(k, c), e)))
	}
	return st.And(append(all, sub.Apply(t))...)
}

// symbols returns the constants and functions of formulas.
func (m *machine) symbols(formulas []term.Term) map[term.Sym]bool {
	found := map[term.Sym]bool{}
	for _, t := range Subterms(m.Store, formulas...) {
		if m.Store.Op(t) == term.OpApp {
			found[m.Store.Sym(t)] = true
		}
	}
	return found
}

// vocabulary checks the symbols and the size of an interpolant.
func (m *machine) vocabulary(a, b, clauses []term.Term) error {
	st := m.Store
	left, right := m.symbols(a), m.symbols(b)
	for _, t := range Subterms(st, clauses...) {
		if st.Op(t) == term.OpApp && !(left[st.Sym(t)] && right[st.Sym(t)]) {
			return fmt.Errorf("%s is not shared", st.SymName(st.Sym(t)))
		}
	}
	if len(clauses) > 400 {
		return errors.New("too many clauses")
	}
	return nil
}

// interpolant checks the vocabulary of an interpolant, its size, and both implications.
func (m *machine) interpolant(a, b, clauses []term.Term) error {
	if err := m.vocabulary(a, b, clauses); err != nil {
		return err
	}
	if err := m.refute(append(slices.Clone(a), m.Store.Not(m.Store.And(clauses...)))); err != nil {
		return fmt.Errorf("not implied: %w", err)
	}
	if err := m.refute(slices.Concat(b, clauses)); err != nil {
		return fmt.Errorf("no contradiction: %w", err)
	}
	return nil
}

// refute checks that formulas contradict each other.
func (m *machine) refute(formulas []term.Term) error {
	sol := solver.New(m.Store, solver.Options{NoPreprocess: true, Seed: 17})
	for _, t := range formulas {
		sol.Assert(t)
	}
	if checkWithin(m.context(), sol, nil, proveSteps).Status == sat.Sat {
		return fmt.Errorf("%s has a model", m.Store.String(m.Store.And(formulas...)))
	}
	return nil
}
