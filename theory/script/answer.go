package script

import (
	"errors"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// lastModel returns the model of the last check.
func (x *interpreter) lastModel() (*model.Model, error) {
	switch {
	case !x.set.models && x.opt.Z3:
		return nil, x.complain(noModel, "")
	case x.mode == modeAssert:
		return nil, x.complain(noModel, ": no check-sat since the last change")
	case x.mode == modeUnsat:
		return nil, x.complain(noModel, ": the last answer was unsat")
	case x.mode == modeUnknown:
		return nil, x.complain(noModel, ": the last answer was unknown ("+x.last.Reason.String()+")")
	}
	if x.solved != nil {
		return nil, errHorn
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
	if x.solved != nil && x.mode == modeModel && (x.set.models || !x.opt.Z3) {
		return x.getDefinitions()
	}
	m, err := x.lastModel()
	if err != nil {
		return err
	}
	var declared []term.Sym
	for _, s := range x.scope {
		declared = append(declared, s.declared...)
	}
	b, err := x.layout().AppendModel(nil, m, declared)
	if err != nil {
		return err
	}
	x.out.line(b)
	return nil
}

// getValue answers with the values of terms.
func (x *interpreter) getValue(c *smtlib.Command) error {
	m, err := x.lastModel()
	if err != nil {
		return err
	}
	var l list
	for k, t := range c.Terms {
		if f, ok := c.Funs[k]; ok {
			text, err := x.functionValue(m, f)
			if err != nil {
				return err
			}
			l.add("\n ", "("+c.Texts[k]+" "+text+")")
			continue
		}
		v, err := m.Eval(t)
		if err != nil {
			return err
		}
		l.add("\n ", "("+c.Texts[k]+" "+string(x.layout().AppendValue(nil, x.st, v))+")")
	}
	x.answer(&l)
	return nil
}

// getAssignment answers with the truth value of each formula that has a name.
func (x *interpreter) getAssignment() error {
	if !x.set.assignments && !x.opt.Z3 {
		return errors.New("get-assignment needs (set-option :produce-assignments true)")
	}
	m, err := x.lastModel()
	if err != nil {
		return err
	}
	var l list
	for _, s := range x.scope {
		for _, n := range s.named {
			if x.st.Sort(n.Term) != term.Bool {
				continue
			}
			v, err := m.Eval(n.Term)
			if err != nil {
				return err
			}
			b := append(smtlib.AppendSymbol([]byte{'('}, n.Name), ' ')
			l.add(" ", string(smtlib.AppendValue(b, x.st, v))+")")
		}
	}
	x.answer(&l)
	return nil
}

// refuted returns the complaint otherwise unless the last answer was unsat.
func (x *interpreter) refuted(otherwise complaint) error {
	if x.mode != modeUnsat {
		return x.complain(otherwise, "")
	}
	if x.solved != nil {
		return errHorn
	}
	return nil
}

// core returns the guards and assumptions in the core of the last answer, which must
// be unsat.
func (x *interpreter) core() (map[term.Term]bool, error) {
	if err := x.refuted(noCore); err != nil {
		return nil, err
	}
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

// getUnsatCore answers with the names of assertions that contradict each other,
// together with the unnamed assertions and the assumptions.
func (x *interpreter) getUnsatCore() error {
	if !x.set.cores {
		return x.complain(coresOff, "")
	}
	in, err := x.core()
	if err != nil {
		return err
	}
	var l list
	for _, s := range x.scope {
		for _, g := range s.guarded {
			if in[g.guard] {
				l.add(" ", g.text)
			}
		}
	}
	x.answer(&l)
	return nil
}

// getUnsatAssumptions answers with assumptions that contradict the assertions.
func (x *interpreter) getUnsatAssumptions() error {
	in, err := x.core()
	if err != nil {
		return err
	}
	var l list
	for k, t := range x.asked.Terms {
		if in[t] {
			in[t] = false // once is enough
			l.add(" ", x.asked.Texts[k])
		}
	}
	x.answer(&l)
	return nil
}

// getAssertions answers with the texts of the assertions in force.
func (x *interpreter) getAssertions() error {
	if !x.set.assertions {
		return x.complain(assertionsOff, "")
	}
	var l list
	for _, s := range x.scope {
		for _, t := range s.texts {
			l.add("\n ", t)
		}
	}
	x.answer(&l)
	return nil
}

// list is the inside of an answer in parentheses.
type list []byte

// add appends an item, after a separator unless it is the first.
func (l *list) add(separator, item string) {
	if len(*l) > 0 {
		*l = append(*l, separator...)
	}
	*l = append(*l, item...)
}

// answer answers with a list.
func (x *interpreter) answer(l *list) {
	x.out.line(append([]byte{'('}, *l...), ')')
}
