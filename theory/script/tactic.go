package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// The names of Z3's tactics, separated by spaces.
const (
	// solving are those that decide a goal, which is what the solver does.
	solving = "smt default psmt sat nlsat qflia qflra qfidl qfuf qfufbv qfaufbv qfauflia qfnia qfnra qfnra-nlsat " +
		"qfbv qffp qffpbv qffplra qffd ufnia uflra auflia auflira aufnira lra lia lira nra ufbv " +
		"pqffd smtfd psat qfufbv_ackr bv qsat nlqsat horn sat-preprocess"
	// preparing are those whose work preprocessing does before every check.
	preparing = "skip simplify solve-eqs propagate-values elim-uncnstr ctx-simplify elim-and tseitin-cnf " +
		"simplify-ites blast-term-ite cofactor-term-ite purify-arith propagate-ineqs normalize-bounds"
	// eliminating and resolving simplify quantifiers; normalizing would, but only before a check.
	eliminating = "qe qe2 qe_rec"
	resolving   = "qe-light der distribute-forall"
	normalizing = "nnf snf occf injectivity quasi-macros macro-finder ufbv-rewriter elim-predicates demodulator"
	// others change a goal in ways that have no counterpart here.
	others = "ackermannize_bv subpaving symmetry-reduce add-bounds card2bv degree-shift diff-neq " +
		"eq2bv factor fix-dl-var fm lia2card lia2pb nla2bv pb2bv recover-01 bit-blast bv1-blast bv_bound_chk " +
		"propagate-bv-bounds propagate-bv-bounds-new reduce-bv-size bvarray2uf dt2bv elim-small-bv max-bv-sharing aig " +
		"ctx-solver-simplify collect-statistics dom-simplify elim-term-ite fpa2bv pb-preprocess " +
		"reduce-args reduce-invertible split-clause sine-filter unit-subsume-simplify " +
		"special-relations fail fail-if-undecided qfbv-sls solver-subsumption"
	// sequences and choices are combinators of tactics; modifiers take one tactic first.
	sequences = "then and-then & par-then par-and-then"
	choices   = "or-else par-or par |"
	modifiers = "try-for using-params ! with repeat"
	// probes are combinators that choose by a property of the goal.
	probes = "if cond when fail-if"
)

// errTactic is how a tactic fails.
var errTactic = errors.New("tactic failed: fail tactic")

// checkTactic checks that a tactic consists of known ones, and collects those without a
// counterpart here. It recurses as deep as the reader lets tactics nest.
func checkTactic(e *smtlib.Expr, odd []string) ([]string, error) {
	if e.List == nil {
		switch {
		case hasWord(solving, e.Atom), hasWord(preparing, e.Atom), hasWord(eliminating, e.Atom), hasWord(resolving, e.Atom),
			hasWord(normalizing, e.Atom):
			return odd, nil
		case hasWord(others, e.Atom):
			if !slices.Contains(odd, e.Atom) {
				odd = append(odd, e.Atom)
			}
			return odd, nil
		}
		return nil, fmt.Errorf("invalid tactic, unknown tactic %s", e.Atom)
	}
	if len(e.List) == 0 || e.List[0].List != nil {
		return nil, errors.New("invalid tactic, symbol expected")
	}
	head, args := e.List[0].Atom, e.List[1:]
	switch {
	case hasWord(sequences, head), hasWord(choices, head):
	case hasWord(modifiers, head):
		args = args[:min(1, len(args))]
	case hasWord(probes, head):
		if len(args) > 0 {
			args = args[1:] // the probe
		}
		if !slices.Contains(odd, head) {
			odd = append(odd, head)
		}
		if len(args) == 0 {
			return odd, nil
		}
	default:
		return nil, fmt.Errorf("invalid tactic, unknown tactic combinator %s", head)
	}
	if len(args) == 0 {
		return nil, fmt.Errorf("invalid %s combinator, at least one argument expected", head)
	}
	for k := range args {
		var err error
		if odd, err = checkTactic(&args[k], odd); err != nil {
			return nil, err
		}
	}
	return odd, nil
}

// timeOf returns the milliseconds that a tactic may take, 0 if it sets no limit: those of
// try-for around all of it, or around the last step of a sequence, which does the work.
func timeOf(e *smtlib.Expr) uint64 {
	if len(e.List) < 2 {
		return 0
	}
	within := timeOf(&e.List[1])
	switch head := e.List[0].Atom; {
	case head == "try-for" && len(e.List) == 3:
		n, err := strconv.ParseUint(e.List[2].Atom, 10, 32)
		if err == nil && (within == 0 || n < within) {
			return n
		}
		return within
	case hasWord(sequences, head):
		return timeOf(&e.List[len(e.List)-1])
	case hasWord(modifiers, head):
		return within
	}
	return 0
}

// checkUsing answers check-sat-using: every tactic is the solver's own way.
func (x *interpreter) checkUsing(c *smtlib.Command) error {
	x.changed()
	odd, err := checkTactic(&c.Expr, nil)
	if err != nil {
		return err
	}
	x.remark(odd, "runs as smt")
	before, printModel := x.set, false
	least := func(limit *uint64, n uint64) {
		if n > 0 && (*limit == 0 || n < *limit) {
			*limit = n
		}
	}
	least(&x.set.timeout, timeOf(&c.Expr))
	for _, s := range c.Settings {
		switch n, _ := strconv.ParseUint(s[1], 10, 40); s[0] {
		case ":print_model":
			printModel = s[1] == "true"
		case ":timeout":
			least(&x.set.timeout, n)
		case ":rlimit":
			least(&x.set.steps, n)
		}
	}
	err = x.check(c)
	x.set.timeout, x.set.steps = before.timeout, before.steps
	if err == nil && printModel && x.mode == modeModel {
		return x.getModel()
	}
	return err
}

// remark comments on tactics, on the diagnostic channel.
func (x *interpreter) remark(tactics []string, what string) {
	for _, name := range tactics {
		x.diag.line([]byte("; the tactic " + name + " " + what))
	}
}

// goal is a set of formulas, and how many tactics have changed it.
type goal struct {
	formulas []term.Term
	depth    int
}

// apply answers apply: the assertions after a tactic. Tactics that have no counterpart
// leave a goal as it is.
func (x *interpreter) apply(c *smtlib.Command) error {
	if _, err := checkTactic(&c.Expr, nil); err != nil {
		return err
	}
	var all []term.Term
	for _, s := range x.scope {
		all = append(all, s.formulas...)
		for _, g := range s.guarded {
			all = append(all, g.formula)
		}
	}
	ctx, cancel := x.limited()
	defer cancel()
	goals, err := x.transform(ctx, &c.Expr, goal{formulas: x.flat(all)})
	if err != nil {
		return err
	}
	b := []byte("(goals\n")
	for _, g := range goals {
		b = append(b, "(goal\n"...)
		for _, t := range g.formulas {
			b = append(smtlib.AppendTerm(append(b, "  "...), x.st, t), '\n')
		}
		b = fmt.Appendf(b, "  :precision precise :depth %d)\n", g.depth)
	}
	x.out.line(b, ')')
	return nil
}

// flat takes conjunctions and negated disjunctions apart, as goals do.
func (x *interpreter) flat(formulas []term.Term) []term.Term {
	var out []term.Term
	seen := map[term.Term]bool{x.st.True(): true}
	for _, f := range formulas {
		for _, t := range x.st.Parts(nil, term.OpAnd, f) {
			if t == x.st.False() {
				return []term.Term{t}
			}
			if !seen[t] {
				seen[t] = true
				out = append(out, t)
			}
		}
	}
	return out
}

// maxRepeats bounds the tactic repeat.
const maxRepeats = 100

// transform applies a tactic to a goal.
func (x *interpreter) transform(ctx context.Context, e *smtlib.Expr, g goal) ([]goal, error) {
	if e.List == nil {
		return x.step(ctx, e.Atom, g)
	}
	head, args := e.List[0].Atom, e.List[1:]
	goals := []goal{g}
	var err error
	switch {
	case hasWord(sequences, head):
		for k := range args {
			if goals, err = x.transformAll(ctx, &args[k], goals); err != nil {
				return nil, err
			}
		}
		return goals, nil
	case hasWord(choices, head):
		for k := range args {
			var out []goal
			if out, err = x.transform(ctx, &args[k], g); err == nil {
				return out, nil
			}
		}
		return nil, err
	case head == "repeat":
		for range maxRepeats {
			next, err := x.transformAll(ctx, &args[0], goals)
			if err != nil {
				return nil, err
			}
			same := slices.EqualFunc(goals, next, func(a, b goal) bool { return slices.Equal(a.formulas, b.formulas) })
			if goals = next; same {
				break
			}
		}
		return goals, nil
	case hasWord(modifiers, head):
		return x.transform(ctx, &args[0], g)
	}
	x.remark([]string{head}, "leaves goals as they are")
	return goals, nil
}

func (x *interpreter) transformAll(ctx context.Context, e *smtlib.Expr, goals []goal) ([]goal, error) {
	var out []goal
	for _, g := range goals {
		part, err := x.transform(ctx, e, g)
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

// step applies a tactic without parts.
func (x *interpreter) step(ctx context.Context, name string, g goal) ([]goal, error) {
	switch {
	case name == "skip":
		return []goal{g}, nil
	case name == "fail":
		return nil, errTactic
	case name == "simplify":
		return x.each(g, func(t term.Term) (term.Term, error) { return x.sol.Rewriter().Simplify(t), nil })
	case hasWord(resolving, name):
		return x.each(g, func(t term.Term) (term.Term, error) { return x.sol.Resolve(t), nil })
	case hasWord(eliminating, name):
		return x.each(g, func(t term.Term) (term.Term, error) {
			u, err := x.sol.Eliminate(ctx, t)
			if err != nil {
				return t, fmt.Errorf("tactic failed: %s: %w", name, err)
			}
			return u, nil
		})
	case hasWord(normalizing, name):
		return nil, fmt.Errorf("tactic failed: apply does not support %s", name)
	case hasWord(solving, name):
		s := solver.New(x.st, solver.Options{Seed: x.set.seed})
		for _, t := range g.formulas {
			s.Assert(t)
		}
		switch r := s.Check(ctx); r.Status {
		case sat.Sat:
			return []goal{{depth: g.depth + 1}}, nil
		case sat.Unsat:
			return []goal{{[]term.Term{x.st.False()}, g.depth + 1}}, nil
		default:
			return nil, fmt.Errorf("tactic failed: smt tactic failed to show goal to be sat/unsat (%s)", r.Reason)
		}
	}
	x.remark([]string{name}, "leaves goals as they are")
	return []goal{g}, nil
}

// each applies a function to each formula of a goal.
func (x *interpreter) each(g goal, f func(term.Term) (term.Term, error)) ([]goal, error) {
	out := make([]term.Term, len(g.formulas))
	for k, t := range g.formulas {
		var err error
		if out[k], err = f(t); err != nil {
			return nil, err
		}
	}
	return []goal{{x.flat(out), g.depth + 1}}, nil
}
