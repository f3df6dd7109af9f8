package script

import (
	"errors"
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// theModel returns the model of the last check.
func (x *interpreter) theModel() (*model.Model, error) {
	switch x.mode {
	case modeAssert:
		return nil, errors.New("there is no model: no check-sat since the last change")
	case modeUnsat:
		return nil, errors.New("there is no model: the last answer was unsat")
	case modeUnknown:
		return nil, fmt.Errorf("there is no model: the last answer was unknown (%s)", x.last.Reason)
	}
	if x.model == nil {
		m, err := x.sol.Model()
		if err != nil {
			return nil, err
		}
		x.model = m
	}
	return x.model, nil
}

// getModel answers with a definition of each declared symbol.
func (x *interpreter) getModel() error {
	m, err := x.theModel()
	if err != nil {
		return err
	}
	b := []byte("(\n")
	for _, s := range x.scope {
		for _, f := range s.declared {
			if b, err = smtlib.AppendDefinition(append(b, "  "...), m, f); err != nil {
				return err
			}
			b = append(b, '\n')
		}
	}
	x.out.line(b, ')')
	return nil
}

func (x *interpreter) getValue(c *smtlib.Command) error {
	m, err := x.theModel()
	if err != nil {
		return err
	}
	b := []byte{'('}
	for k, t := range c.Terms {
		v, err := m.Eval(t)
		if err != nil {
			return err
		}
		if k > 0 {
			b = append(b, "\n "...)
		}
		b = append(append(append(b, '('), c.Texts[k]...), ' ')
		b = append(smtlib.AppendValue(b, x.st, v), ')')
	}
	x.out.line(b, ')')
	return nil
}

// getAssignment answers with the truth value of each formula that has a name.
func (x *interpreter) getAssignment() error {
	if !x.set.assignments {
		return errors.New("get-assignment needs (set-option :produce-assignments true)")
	}
	m, err := x.theModel()
	if err != nil {
		return err
	}
	b := []byte{'('}
	for _, s := range x.scope {
		for _, n := range s.named {
			if x.st.Sort(n.Term) != term.Bool {
				continue
			}
			v, err := m.Eval(n.Term)
			if err != nil {
				return err
			}
			if len(b) > 1 {
				b = append(b, ' ')
			}
			b = append(smtlib.AppendSymbol(append(b, '('), n.Name), ' ')
			b = append(smtlib.AppendValue(b, x.st, v), ')')
		}
	}
	x.out.line(b, ')')
	return nil
}

// refuted checks that the last answer was unsat.
func (x *interpreter) refuted() error {
	if x.mode != modeUnsat {
		return errors.New("the last answer was not unsat, or something has changed since")
	}
	return nil
}

// core returns the guards and assumptions that the refutation needs.
func (x *interpreter) core() (map[term.Term]bool, error) {
	core := x.sol.Core()
	if x.opt.MinimizeCores || x.set.minimize {
		ctx, cancel := x.limited()
		defer cancel()
		core, _ = x.sol.MinimizeCore(ctx, 0)
	}
	in := map[term.Term]bool{}
	for _, t := range core {
		in[t] = true
	}
	return in, x.solveCore(in)
}

// getUnsatCore answers with the names of assertions that cannot hold together
// with those that have no name (and with the assumptions, if there are any).
func (x *interpreter) getUnsatCore() error {
	if !x.set.cores {
		return errors.New("get-unsat-core needs (set-option :produce-unsat-cores true)")
	}
	if err := x.refuted(); err != nil {
		return err
	}
	in, err := x.core()
	if err != nil {
		return err
	}
	b := []byte{'('}
	for _, s := range x.scope {
		for _, g := range s.guarded {
			if !in[g.guard] {
				continue
			}
			if len(b) > 1 {
				b = append(b, ' ')
			}
			b = append(b, g.text...)
		}
	}
	x.out.line(b, ')')
	return nil
}

func (x *interpreter) getUnsatAssumptions() error {
	if err := x.refuted(); err != nil {
		return err
	}
	in, err := x.core()
	if err != nil {
		return err
	}
	b := []byte{'('}
	for k, t := range x.asked.Terms {
		if !in[t] {
			continue
		}
		in[t] = false // once is enough
		if len(b) > 1 {
			b = append(b, ' ')
		}
		b = append(b, x.asked.Texts[k]...)
	}
	x.out.line(b, ')')
	return nil
}

func (x *interpreter) getAssertions() error {
	if !x.set.assertions {
		return errors.New("get-assertions needs (set-option :produce-assertions true)")
	}
	b := []byte{'('}
	for _, s := range x.scope {
		for _, t := range s.texts {
			if len(b) > 1 {
				b = append(b, "\n "...)
			}
			b = append(b, t...)
		}
	}
	x.out.line(b, ')')
	return nil
}
