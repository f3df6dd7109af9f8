package combine

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Model returns the model of the last check, after Sat or with a candidate model. It
// interprets the relevant terms and completes the rest. It must be called before anything
// else is asserted.
func (e *Engine) Model() (*model.Model, error) {
	m := model.New(e.st, model.Options{})
	e.cnf.Constants(func(t term.Term, l sat.Lit) {
		m.SetConst(t, model.Bool(e.Reached(l)))
	})
	for _, n := range e.rel.nodes {
		t := e.g.Term(n)
		if t == 0 {
			continue
		}
		if e.st.Op(t) == term.OpApp {
			if err := e.interpret(m, n, t); err != nil {
				return nil, err
			}
		}
		if err := e.interpretOperator(m, n); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// interpretOperator adds what the relevant node n determines of an operator, such as division by
// zero.
func (e *Engine) interpretOperator(m *model.Model, n theory.Node) error {
	if e.g.Term(n) == 0 {
		return nil
	}
	for i := range e.nodes[n].plugins.each {
		if x := e.claims.optional[i].interpreter; x != nil {
			if err := x.Interpret(m, n, e.valueOf); err != nil {
				return err
			}
		}
	}
	return nil
}

// interpret adds the value of the relevant application t, with node n, to the
// interpretation of its symbol.
func (e *Engine) interpret(m *model.Model, n theory.Node, t term.Term) error {
	args, v, err := e.entry(n)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		m.SetConst(t, v)
	default:
		m.SetFun(e.st.Sym(t), args, v)
	}
	return nil
}

// entry returns the values of a relevant application and its arguments.
func (e *Engine) entry(n theory.Node) (args []model.Value, v model.Value, err error) {
	if v, err = e.valueOf(theory.Point{Node: n}); err != nil {
		return nil, v, err
	}
	for _, a := range e.g.Args(n) {
		w, err := e.valueOf(a)
		if err != nil {
			return nil, v, err
		}
		args = append(args, w)
	}
	return args, v, nil
}

// valueOf returns the value of a point in the current model.
func (e *Engine) valueOf(p theory.Point) (model.Value, error) {
	t := e.g.Term(p.Node)
	sort := term.Int
	if t != 0 {
		sort = e.st.Sort(t)
	} else if p.Node != theory.Zero {
		sort = term.Bool
	}
	if owner := e.claims.sort(sort).owner; owner != nobody && e.claims.optional[owner].values != nil {
		return e.claims.optional[owner].values.Value(e.g.Root(p.Node), e.pointValue)
	}
	switch sort {
	case term.Int, term.Real:
		v, ok := e.candidate(p)
		if !ok {
			return model.Value{}, fmt.Errorf("an arithmetic term has no value")
		}
		if sort == term.Real {
			return model.Rat(v), nil
		}
		return model.Int(v.Num()), nil
	case term.Bool:
		switch e.g.ValueNode(p.Node) {
		case theory.True:
			return model.Bool(true), nil
		case theory.False:
			return model.Bool(false), nil
		}
		return model.Value{}, fmt.Errorf("a Boolean argument has no value")
	}
	if e.st.SortKind(sort) != term.KindUninterpreted {
		return model.Value{}, fmt.Errorf("no theory gives values of sort %s", e.st.SortString(sort))
	}
	return model.Elem(sort, int(e.g.Root(p.Node))), nil
}

// pointValue is valueOf for plugins.
func (e *Engine) pointValue(p theory.Point) (model.Value, bool) {
	v, err := e.valueOf(p)
	return v, err == nil
}
