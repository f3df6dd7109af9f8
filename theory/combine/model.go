package combine

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// ArrayPlugin is the plugin of arrays, which also knows their values.
type ArrayPlugin interface {
	theory.Plugin
	// Piecewise returns the ground terms that a universal quantifier speaks of, if
	// the plugin takes it: it becomes an atom of arrays.
	Piecewise(t term.Term) ([]term.Term, bool)
	// ArrayValue returns the value of the array class with this root, given the
	// values of points of other sorts.
	ArrayValue(root theory.Node, value func(theory.Point) (model.Value, bool)) (model.Value, error)
}

// Model returns the model that the last check left standing. Only relevant
// terms count; whatever else is asked of it is completed. It must be called
// before anything is asserted.
func (e *Engine) Model() (*model.Model, error) {
	m := model.New(e.st, model.Options{})
	e.cnf.Constants(func(t term.Term, l sat.Lit) {
		m.SetConst(t, model.Bool(e.Reached(l)))
	})
	for _, n := range e.rel.nodes {
		if e.g.Term(n) == 0 {
			continue
		}
		if err := e.interpret(m, n); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// interpret records what a relevant node says of its symbol.
func (e *Engine) interpret(m *model.Model, n theory.Node) error {
	t := e.g.Term(n)
	op := e.st.Op(t)
	if op != term.OpApp && op != term.OpDiv && op != term.OpMod && op != term.OpQuo {
		return nil
	}
	v, err := e.valueOf(theory.Point{Node: n})
	if err != nil {
		return err
	}
	if op == term.OpApp && e.st.NumArgs(t) == 0 {
		m.SetConst(t, v)
		return nil
	}
	var args []model.Value
	for _, a := range e.g.Args(n) {
		w, err := e.valueOf(a)
		if err != nil {
			return err
		}
		args = append(args, w)
	}
	switch {
	case op == term.OpApp:
		m.SetFun(e.st.Sym(t), args, v)
	case !args[1].Rat().IsZero():
	case op == term.OpQuo:
		m.SetQuoZero(args[0].Rat(), v.Rat())
	case op == term.OpDiv:
		m.SetDivZero(args[0].Int(), v.Int())
	default:
		m.SetModZero(args[0].Int(), v.Int())
	}
	return nil
}

// valueOf returns the value of a point in the model that stands.
func (e *Engine) valueOf(p theory.Point) (model.Value, error) {
	t := e.g.Term(p.Node)
	sort := term.Int
	if t != 0 {
		sort = e.st.Sort(t)
	} else if p.Node != theory.Zero {
		sort = term.Bool
	}
	switch {
	case isNumber(sort):
		v, ok := e.candidate(p)
		if !ok {
			return model.Value{}, fmt.Errorf("an arithmetic term has no value")
		}
		if sort == term.Real {
			return model.Rat(v), nil
		}
		return model.Int(v.Num()), nil
	case sort == term.Bool:
		switch e.g.ValueNode(p.Node) {
		case theory.True:
			return model.Bool(true), nil
		case theory.False:
			return model.Bool(false), nil
		}
		return model.Value{}, fmt.Errorf("a Boolean argument has no value")
	case e.st.IsArray(sort):
		if e.arrays < 0 {
			return model.Value{}, fmt.Errorf("no theory of arrays")
		}
		return e.plugins[e.arrays].(ArrayPlugin).ArrayValue(e.g.Root(p.Node), e.pointValue)
	}
	return model.Elem(sort, int(e.g.Root(p.Node))), nil
}

// pointValue is valueOf for plugins.
func (e *Engine) pointValue(p theory.Point) (model.Value, bool) {
	v, err := e.valueOf(p)
	return v, err == nil
}
