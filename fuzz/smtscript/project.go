package smtscript

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Project is the name of the plan that runs implicants and projections on what the script
// asserts: in models, they are what package project says.
const Project = "project"

// proveSteps bounds an implication that is asked; what takes longer counts as late.
const proveSteps = 50_000

func (m *machine) project() (one, other []solver.Result, err error) {
	var all []term.Term
	for _, o := range m.Ops {
		all = append(all, o.Terms...)
	}
	p := project.New(m.Store)
	for _, situation := range []func([]term.Term) (*model.Model, []term.Term){m.solved, m.signed, m.parts} {
		if err := m.stop(); err != nil {
			return nil, nil, err
		}
		mod, formulas := situation(all)
		if mod == nil {
			continue
		}
		if err := m.projected(p, mod, formulas); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

// solved returns the formulas and a model of the solver, if it finds one.
func (m *machine) solved(all []term.Term) (*model.Model, []term.Term) {
	sol := solver.New(m.Store, solver.Options{})
	for _, t := range all {
		sol.Assert(t)
	}
	if checkWithin(m.context(), sol, nil, loopSteps).Status != sat.Sat {
		return nil, nil
	}
	mod, err := sol.Model()
	if err != nil {
		return nil, nil
	}
	return mod, all
}

// signed returns a random model and the formulas, each or its negation.
func (m *machine) signed(all []term.Term) (*model.Model, []term.Term) {
	mod := m.namedModel(all)
	var formulas []term.Term
	for _, t := range all {
		if holds, err := mod.EvalBool(t); err == nil && holds {
			formulas = append(formulas, t)
		} else if err == nil {
			formulas = append(formulas, m.Store.Not(t))
		}
	}
	return mod, formulas
}

// parts is signed for some of the formulas inside formulas.
func (m *machine) parts(all []term.Term) (*model.Model, []term.Term) {
	var parts, some []term.Term
	for _, t := range Subterms(m.Store, all...) {
		if m.Store.Sort(t) == term.Bool && m.Store.Ground(t) && !m.Store.IsValue(t) {
			parts = append(parts, t)
		}
	}
	for range min(len(parts), 1+m.r.IntN(6)) {
		some = append(some, parts[m.r.IntN(len(parts))])
	}
	return m.signed(some)
}

// namedModel returns a model with random values that depend on the names of symbols and the seed,
// so that a script that shrinks keeps them.
func (m *machine) namedModel(all []term.Term) *model.Model {
	st := m.Store
	mod := model.New(st, model.Options{})
	for _, t := range Subterms(st, all...) {
		if st.Op(t) != term.OpApp {
			continue
		}
		r := m.named(st.Sym(t), 1)
		if st.IsConst(t) && st.Sort(t) == term.Int && m.Seed%3 == 0 {
			mod.SetConst(t, model.Int64(int64(r.IntN(61)-30)))
		} else {
			setRandom(r, mod, st.Sym(t))
		}
	}
	return mod
}

// named returns a source of random numbers that depend on a symbol's name and the seed.
func (m *machine) named(f term.Sym, salt uint64) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(m.Store.SymName(f))) // never fails
	return rand.New(rand.NewPCG(m.Seed+salt, h.Sum64()))
}

// projected checks an implicant and a projection of formulas that are true in a model.
func (m *machine) projected(p *project.Projector, mod *model.Model, formulas []term.Term) error {
	st := m.Store
	lits, err := p.Implicant(mod, formulas)
	if errors.Is(err, project.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("implicant: %w", err)
	}
	if err := m.cube(mod, lits); err != nil {
		return fmt.Errorf("implicant: %w", err)
	}
	if again, err := project.New(st).Implicant(mod, formulas); err != nil || !slices.Equal(lits, again) {
		return fmt.Errorf("implicant: %s, but of a new projector %s (%v)", st.String(st.And(lits...)), st.String(st.And(again...)), err)
	}
	all := func(term.Term) bool { return true }
	if err := m.imply(lits, formulas); err != nil {
		return fmt.Errorf("implicant: %w\n%s", err, m.picture(mod, formulas, &project.Result{Cube: lits}, all))
	}
	share := int(m.Seed % 4) // of four constants that are kept
	keep := func(c term.Term) bool { return m.named(st.Sym(c), 2).IntN(4) < share }
	res, err := p.Project(mod, formulas, keep)
	if err != nil {
		return fmt.Errorf("projection: %w", err)
	}
	if err := m.result(mod, formulas, &res, keep); err != nil {
		return fmt.Errorf("projection: %w\n%s", err, m.picture(mod, formulas, &res, keep))
	}
	if res.Exact {
		return nil
	}
	lacks, err := m.lacksElement(p, mod, formulas, keep)
	if err == nil && !lacks {
		err = fmt.Errorf("projection: not exact\n%s", m.picture(mod, formulas, &res, keep))
	}
	return err
}

// lacksElement reports whether literals that a projection begins with mention an element of an
// uninterpreted sort, or perhaps an array of such, that no term over what is kept denotes.
func (m *machine) lacksElement(p *project.Projector, mod *model.Model, formulas []term.Term, keep func(term.Term) bool) (bool, error) {
	st := m.Store
	rw := rewrite.New(st)
	var canonical []term.Term
	for _, t := range formulas {
		canonical = append(canonical, rw.Simplify(t))
	}
	lits, err := p.Implicant(mod, canonical)
	if err != nil {
		return false, err
	}
	named := map[string]bool{}
	var others []string
	for _, t := range Subterms(st, lits...) {
		kept := !slices.ContainsFunc(Subterms(st, t), func(c term.Term) bool { return st.IsConst(c) && !keep(c) })
		switch st.SortKind(st.Sort(t)) {
		case term.KindArray:
			if !kept && m.hasElements() {
				return true, nil
			}
		case term.KindUninterpreted:
			v, err := mod.Eval(t)
			if err != nil {
				return false, err
			}
			if kept {
				named[v.Key()] = true
			} else {
				others = append(others, v.Key())
			}
		}
	}
	return slices.ContainsFunc(others, func(key string) bool { return !named[key] }), nil
}

// cube checks that terms are literals that are true in a model.
func (m *machine) cube(mod *model.Model, lits []term.Term) error {
	st := m.Store
	for i, t := range lits {
		if slices.Contains(lits[:i], t) {
			return fmt.Errorf("literal twice: %s", st.String(t))
		}
		holds, err := mod.EvalBool(t)
		if err != nil || !holds {
			return fmt.Errorf("literal not true in the model: %s", st.String(t))
		}
		if st.Op(t) == term.OpNot {
			t = st.Arg(t, 0)
		}
		for _, u := range Subterms(st, t) {
			if op := st.Op(u); op == term.OpIte || u != t && st.Sort(u) == term.Bool && !st.IsValue(u) ||
				op == term.OpAnd || op == term.OpOr || op == term.OpNot || st.IsValue(t) {
				return fmt.Errorf("no literal: %s", st.String(t))
			}
		}
	}
	return nil
}

// result checks a projection: its cube, its vocabulary, and by its witness that the cube implies
// the formulas.
func (m *machine) result(mod *model.Model, formulas []term.Term, res *project.Result, keep func(term.Term) bool) error {
	st := m.Store
	if err := m.cube(mod, res.Cube); err != nil {
		return err
	}
	for _, t := range Subterms(st, res.Cube...) {
		if st.IsConst(t) && !keep(t) {
			return fmt.Errorf("%s was not eliminated", st.String(t))
		}
	}
	sub := term.NewSubst(st, st)
	for _, d := range res.Witness {
		if keep(d.Const) {
			return fmt.Errorf("witness of %s, which is kept", st.String(d.Const))
		}
		for _, t := range Subterms(st, d.Value) {
			if st.IsConst(t) && !keep(t) && st.SortKind(st.Sort(t)) == term.KindInt {
				return fmt.Errorf("%s in the witness of %s", st.String(t), st.String(d.Const))
			}
		}
		sub.Bind(d.Const, d.Value)
	}
	if !res.Exact {
		return nil
	}
	goal := make([]term.Term, len(formulas))
	for i, t := range formulas {
		goal[i] = sub.Apply(t)
	}
	return m.imply(res.Cube, goal)
}

func (m *machine) hasElements() bool {
	for s := term.Sort(1); int(s) < m.Store.NumSorts(); s++ {
		if m.Store.SortKind(s) == term.KindUninterpreted {
			return true
		}
	}
	return false
}

// imply checks that literals imply formulas.
func (m *machine) imply(lits, formulas []term.Term) error {
	sol := solver.New(m.Store, solver.Options{})
	for _, t := range lits {
		sol.Assert(t)
	}
	sol.Assert(m.Store.Not(m.Store.And(formulas...)))
	switch r := checkWithin(m.context(), sol, nil, proveSteps); r.Status {
	case sat.Sat:
		return errors.New("the cube does not imply the formulas")
	case sat.Unknown:
		m.Tally.Unknown++
	default:
		m.Tally.Unsat++
	}
	return nil
}

// picture describes a projection.
func (m *machine) picture(mod *model.Model, formulas []term.Term, res *project.Result, keep func(term.Term) bool) string {
	st := m.Store
	var out []byte
	for _, t := range formulas {
		out = fmt.Appendf(out, "formula %s\n", st.String(t))
	}
	for _, t := range Subterms(st, formulas...) {
		if st.IsConst(t) {
			v, _ := mod.Eval(t)
			out = fmt.Appendf(out, "%s = %v, kept: %v\n", st.String(t), v, keep(t))
		}
	}
	for _, t := range res.Cube {
		out = fmt.Appendf(out, "cube %s\n", st.String(t))
	}
	for _, d := range res.Witness {
		out = fmt.Appendf(out, "%s := %s\n", st.String(d.Const), st.String(d.Value))
	}
	return string(out)
}
