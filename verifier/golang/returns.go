package golang

import (
	"errors"
	"go/types"
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/verifier/golang/gotest"
)

// madeCall is a call in an execution that is not of the program, with the leaves of its results.
type madeCall struct {
	*stubCall
	results map[int][]model.Value
	choices map[int]int64
	data    model.Value // what Read reads; not valid of others
}

// returns takes a part of such a call.
func (d *decoder) returns(x note, v model.Value) {
	switch {
	case x.param == stubBegins:
		d.last = &madeCall{stubCall: x.stub, results: map[int][]model.Value{}, choices: map[int]int64{}}
		key := v.Int().String()
		d.made[key] = append(d.made[key], d.last)
	case d.last == nil || d.last.stubCall != x.stub:
	case x.param == stubData:
		d.last.data = v
	case x.leaf == stubChoice:
		d.last.choices[x.param], _ = v.Int().Int64()
	default:
		d.last.results[x.param] = append(d.last.results[x.param], v)
	}
}

// calledOf returns what the calls of a method return, or those of a function, which has no name.
func (d *decoder) calledOf(object *big.Int, name string) (out gotest.Func, err error) {
	for _, c := range d.made[object.String()] {
		if c.name != name {
			continue
		}
		var results []gotest.Value
		for k := range c.sig.Results().Len() {
			v, err := d.result(c, k)
			if err != nil {
				return out, err
			}
			results = append(results, v)
		}
		out.Calls = append(out.Calls, results)
		if c.counts() == reads {
			out.Fills = append(out.Fills, string(bytesOf(c.data, model.Int64(0), c.results[0][0])))
		}
	}
	return out, nil
}

// result returns a result of a call.
func (d *decoder) result(c *madeCall, k int) (gotest.Value, error) {
	t := c.sig.Results().At(k).Type()
	if n, ok := c.choices[k]; ok && isError(t) {
		if vars := d.errorVariables(); 0 < n && n <= int64(len(vars)) {
			return gotest.Variable{Var: vars[n-1].Object().(*types.Var)}, nil
		}
	}
	if len(c.results[k]) != len(d.leaves(t)) {
		return nil, errors.New("the execution does not say what a call returns")
	}
	return d.value(t, c.results[k])
}

// stub returns a value of a type that the program does not have, with the methods of an interface and those that the
// execution says it has.
func (d *decoder) stub(declared types.Type, object *big.Int) (gotest.Value, error) {
	methods, err := d.methodsOf(declared, object)
	if err != nil {
		return nil, err
	}
	if len(methods) == 0 {
		return d.bare()
	}
	out := gotest.Stub{}
	for _, m := range methods {
		x, err := d.calledOf(object, m.Name())
		if err != nil {
			return nil, err
		}
		out[m.Name()] = x
	}
	if len(methods) == 1 {
		switch m := methods[0]; (&stubCall{m.Name(), m.Signature()}).counts() {
		case reads:
			if m.Name() == "Read" {
				return readerOf(out["Read"]), nil
			}
		case anything:
			if text, ok := errorOf(m, out["Error"]); ok {
				return gotest.Error(text), nil
			}
		}
	}
	u := types.NewInterfaceType(methods, nil).Complete()
	return gotest.Interface{Type: u, Value: out}, nil
}

// methodsOf returns the methods of a value.
func (d *decoder) methodsOf(declared types.Type, object *big.Int) (out []*types.Func, err error) {
	add := func(m *types.Func) {
		s := m.Signature()
		bare := types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
		out = append(out, types.NewFunc(0, m.Pkg(), m.Name(), bare))
	}
	u := declared.Underlying().(*types.Interface)
	for k := range u.NumMethods() {
		add(u.Method(k))
	}
	for _, id := range d.methodOrder {
		x := d.methods[id]
		table, ok := d.maps[x.in]
		if !ok {
			return nil, errors.New("the execution does not say which methods there are")
		}
		n, _ := table.Select(model.Int(num.FromBig(object))).Int().Int64()
		if n < 1 || n > int64(len(x.of)) {
			continue
		}
		m := x.of[n-1]
		had, _, _ := types.LookupFieldOrMethod(declared, false, m.Pkg(), m.Name())
		named := func(y *types.Func) bool { return y.Name() == m.Name() }
		if had == nil && !slices.ContainsFunc(out, named) && (m.Exported() || m.Pkg() == d.src.main.Pkg) {
			add(m)
		}
	}
	return out, nil
}

// readerOf returns a reader that returns what has been recorded.
func readerOf(f gotest.Func) (out gotest.Reader) {
	for k, c := range f.Calls {
		out = append(out, gotest.Read{Data: f.Fills[k], Err: c[1]})
	}
	return out
}

// errorOf returns the text of an error, if it says the same each time.
func errorOf(m *types.Func, f gotest.Func) (text string, ok bool) {
	u := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	if m.Name() != "Error" || !types.Identical(m.Signature(), u.Method(0).Signature()) {
		return "", false
	}
	text = "an error"
	for k, c := range f.Calls {
		x, ok := c[0].(gotest.String)
		if !ok || k > 0 && string(x) != text {
			return "", false
		}
		text = string(x)
	}
	return text, true
}

// bare returns a value without methods, of a type that the program puts into no interface.
func (d *decoder) bare() (gotest.Value, error) {
	for _, k := range []types.BasicKind{types.Uintptr, types.Int8, types.Uint16, types.Int16, types.Uint32} {
		if t := types.Typ[k]; d.facts.numbers.At(t) == nil {
			return gotest.Interface{Type: t, Value: gotest.Int{N: new(big.Int)}}, nil
		}
	}
	return nil, errors.New("the execution needs a value of a type that the program does not name")
}
