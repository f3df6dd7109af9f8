package script

import (
	"context"
	"errors"
	"fmt"

	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// partition is an assertion that commands for interpolants can name.
type partition struct {
	name, group string
	formula     term.Term
}

// getInterpolant answers with a definition of a formula that the assertions imply, and that implies
// the conjecture; or with the interpolant of the named assertions and all others.
func (x *interpreter) getInterpolant(c *smtlib.Command) error {
	if len(c.Parts) > 0 {
		parts, err := x.parts(append(c.Parts, smtlib.Part{}))
		if err != nil {
			return err
		}
		found, err := x.interpolants(parts, make([]int, 2))
		if err == nil {
			x.out.line(x.conjunction(nil, found[0]))
		}
		return err
	}
	found, err := x.interpolants([][]term.Term{x.allFormulas(), {x.st.Not(c.Terms[0])}}, make([]int, 2))
	if errors.Is(err, interpolate.ErrSatisfiable) {
		return errors.New("there is no interpolant: the assertions do not imply the conjecture")
	}
	if err != nil {
		return err
	}
	b := append(smtlib.AppendSymbol([]byte("(define-fun "), c.Name), " () Bool "...)
	x.out.line(x.conjunction(b, found[0]), ')')
	return nil
}

// getInterpolants answers with an interpolant for each part but the last, in parentheses.
func (x *interpreter) getInterpolants(c *smtlib.Command) error {
	parts, err := x.parts(c.Parts)
	if err != nil {
		return err
	}
	first := make([]int, len(parts))
	for k, p := range c.Parts {
		first[k] = p.First
	}
	found, err := x.interpolants(parts, first)
	if err != nil {
		return err
	}
	var l list
	for _, i := range found {
		l.add("\n ", string(x.conjunction(nil, i)))
	}
	x.answer(&l)
	return nil
}

// conjunction appends a conjunction of formulas.
func (x *interpreter) conjunction(b []byte, formulas []term.Term) []byte {
	return smtlib.AppendTerm(b, x.st, x.sol.Rewriter().And(formulas...))
}

// allFormulas returns the assertions in force.
func (x *interpreter) allFormulas() []term.Term {
	var all []term.Term
	for _, s := range x.scope {
		all = append(all, s.formulas...)
		for _, g := range s.guarded {
			all = append(all, g.formula)
		}
	}
	return all
}

// parts returns the formulas of named parts. What none of them names, and the assumptions of the
// last check, belongs to the last part.
func (x *interpreter) parts(named []smtlib.Part) ([][]term.Term, error) {
	if x.mode != modeUnsat {
		return nil, errors.New("interpolants are not available: " +
			"the last answer was not unsat, or something has changed since")
	}
	parts := make([][]term.Term, len(named))
	taken, used := map[term.Term]bool{}, map[string]bool{}
	for k, p := range named {
		for i, name := range p.Names {
			formulas := x.named(name)
			switch {
			case used[name]:
				return nil, &smtlib.Error{Pos: p.At[i], Msg: name + " is named twice"}
			case len(formulas) == 0:
				return nil, &smtlib.Error{Pos: p.At[i], Msg: "no assertion has the name or the group " + name}
			}
			used[name] = true
			for _, t := range formulas {
				taken[t] = true
				parts[k] = append(parts[k], t)
			}
		}
	}
	last := &parts[len(parts)-1]
	for _, t := range append(x.allFormulas(), x.asked.Terms...) {
		if !taken[t] {
			*last = append(*last, t)
		}
	}
	return parts, nil
}

// named returns the assertions of this name or group.
func (x *interpreter) named(name string) []term.Term {
	var out []term.Term
	for _, s := range x.scope {
		for _, p := range s.partitions {
			if p.name == name || p.group == name {
				out = append(out, p.formula)
			}
		}
	}
	return out
}

// interpolants finds those of a tree of parts, within the limits of a check.
func (x *interpreter) interpolants(parts [][]term.Term, first []int) ([][]term.Term, error) {
	ctx, cancel := x.limited()
	defer cancel()
	p := interpolate.New(x.st, interpolate.Options{Seed: x.set.seed, Conflicts: x.set.budget(),
		Models: x.set.matching.models})
	found, err := p.Tree(ctx, parts, first)
	var why reason.Reason
	switch {
	case errors.Is(err, interpolate.ErrSatisfiable):
		return nil, err
	case errors.As(err, &why) && why.Kind == reason.Internal:
		x.rep.Internal = true
		return nil, errors.New(why.Report())
	case x.ctx.Err() != nil:
		return nil, context.Cause(x.ctx)
	case err != nil:
		return nil, fmt.Errorf("no interpolant was found: %w", err)
	}
	return found, nil
}
