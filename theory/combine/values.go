package combine

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Values is the model of the last check as a model.Source: what Model would assign, one by one.
// It is valid as long as Model may be called.
type Values struct {
	e       *Engine
	indexed bool
	apps    []theory.Node // relevant applications, by symbol, if indexed
}

// Values returns the source of the model of the last check.
func (e *Engine) Values() *Values { return &Values{e: e} }

// Const implements model.Source.
func (v *Values) Const(t term.Term) (model.Value, error) {
	e := v.e
	if p := e.points.at(t); p.Node != 0 && e.rel.node[p.Node] && e.g.Term(p.Node) == t {
		return e.valueOf(p)
	}
	if l := e.cnf.Known(t); l != 0 && e.st.Sort(t) == term.Bool {
		return model.Bool(e.Reached(l)), nil
	}
	return model.Value{}, nil
}

// Fun implements model.Source.
func (v *Values) Fun(f term.Sym, set func(args []model.Value, v model.Value)) error {
	v.index()
	e := v.e
	bySym := func(n theory.Node, f term.Sym) int { return cmp.Compare(e.st.Sym(e.g.Term(n)), f) }
	i, _ := slices.BinarySearchFunc(v.apps, f, bySym)
	for ; i < len(v.apps) && bySym(v.apps[i], f) == 0; i++ {
		args, x, err := e.entry(v.apps[i])
		if err != nil {
			return err
		}
		set(args, x)
	}
	return nil
}

// index finds the relevant applications.
func (v *Values) index() {
	if v.indexed {
		return
	}
	v.indexed = true
	e := v.e
	for _, n := range e.rel.nodes {
		if t := e.g.Term(n); t != 0 && e.st.Op(t) == term.OpApp && e.st.NumArgs(t) > 0 {
			v.apps = append(v.apps, n)
		}
	}
	slices.SortStableFunc(v.apps, func(m, n theory.Node) int {
		return cmp.Compare(e.st.Sym(e.g.Term(m)), e.st.Sym(e.g.Term(n)))
	})
}

// Zeros implements model.Source.
func (v *Values) Zeros() (*model.Model, error) {
	m := model.New(v.e.st, model.Options{})
	for _, n := range v.e.rel.nodes {
		if err := v.e.interpretOperator(m, n); err != nil {
			return nil, err
		}
	}
	return m, nil
}
