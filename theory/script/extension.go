package script

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/smtlib"
)

// extension runs the commands that other solvers have and the standard does not.
func (x *interpreter) extension(c *smtlib.Command) (known bool, err error) {
	switch c.Kind {
	case smtlib.Query:
		return true, x.query(c)
	case smtlib.GetLabels:
		return true, x.getLabels()
	case smtlib.Eval:
		return true, x.eval(c)
	case smtlib.CheckSatUsing:
		return true, x.checkUsing(c)
	case smtlib.Apply:
		return true, x.apply(c)
	case smtlib.GetInterpolant:
		return true, x.getInterpolant(c)
	case smtlib.GetInterpolants:
		return true, x.getInterpolants(c)
	case smtlib.Simplify:
		x.out.line(smtlib.AppendTerm(nil, x.st, x.sol.Rewriter().Simplify(c.Terms[0])))
		return true, nil
	}
	return false, nil
}

// getLabels answers with the labels that are true and relevant in the model. That needs
// assertions as they are: what preprocessing takes out is not relevant.
func (x *interpreter) getLabels() error {
	switch x.mode {
	case modeAssert, modeUnsat:
		return x.complain(noLabels, "")
	case modeUnknown:
		x.out.line([]byte("(labels)")) // no error: clients ask after any answer but unsat
		return nil
	}
	m, err := x.lastModel()
	if err != nil {
		return err
	}
	b := []byte("(labels")
	for _, l := range x.r.Labels() {
		v, err := m.Eval(l.Const)
		if err != nil {
			return err
		}
		if v.IsTrue() {
			b = append(append(b, ' '), l.Name...) // without bars, as Z3 does
		}
	}
	x.out.line(b, ')')
	return nil
}

// eval answers with the value of a term. Models are total, so the option :completion
// makes no difference, and the others are about the form of values.
func (x *interpreter) eval(c *smtlib.Command) error {
	for _, s := range c.Settings {
		switch name, _ := strings.CutPrefix(s[0], ":model_evaluator."); strings.TrimPrefix(name, ":") {
		case "completion", "array_equalities", "array_as_stores", "cache", "max_memory", "max_steps", "model_index",
			"user_functions":
		default:
			return fmt.Errorf("unknown parameter '%s'", strings.TrimPrefix(s[0], ":"))
		}
	}
	m, err := x.lastModel()
	if err != nil {
		return err
	}
	v, err := m.Eval(c.Terms[0])
	if err != nil {
		return err
	}
	x.out.line(x.layout().AppendValue(nil, x.st, v))
	return nil
}
