package prop

import (
	"fmt"
	"iter"
	"math/big"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// Values are what satisfies a constraint. They are asked for by the terms of the
// constraint, and by any others over the same constants and functions:
//
//	func(v prop.Values) error { return parse(v.Int64(x), v.Int64(x.Add(y))) }
//
// What the constraint leaves open is false or 0.
type Values struct {
	p *problem
	m *smt.Model
}

// Bool returns the value of a formula.
func (v Values) Bool(t smt.Bool) bool { return value(v.m, t).IsTrue() }

// Int returns the value of an integer.
func (v Values) Int(t smt.Int) *big.Int {
	n, _ := value(v.m, t).Int()
	return n
}

// Int64 returns the value of an integer. It panics if the value does not fit; a
// constraint should say that it does.
func (v Values) Int64(t smt.Int) int64 {
	n, ok := value(v.m, t).Int64()
	if !ok {
		panic(fmt.Errorf("prop: %s is %s, no int64", t, text(value(v.m, t))))
	}
	return n
}

// Real returns the value of a real number.
func (v Values) Real(t smt.Real) *big.Rat {
	q, _ := value(v.m, t).Rat()
	return q
}

// Model returns the model, which knows values of all sorts.
func (v Values) Model() *smt.Model { return v.m }

// All returns the constants by name with their values, in the order of declaration,
// and then the other terms that were asked for.
func (v Values) All() iter.Seq2[string, smt.Value] {
	return func(yield func(string, smt.Value) bool) {
		for _, t := range v.p.shown() {
			if !yield(t.String(), value(v.m, t)) {
				return
			}
		}
	}
}

// String has a line for each value.
func (v Values) String() string { return strings.Join(v.lines(), "\n") }

func (v Values) lines() []string {
	var out []string
	for name, x := range v.All() {
		out = append(out, name+" = "+text(x))
	}
	for _, f := range v.p.funs {
		entries, otherwise, err := v.m.Table(f)
		if err != nil {
			panic(err)
		}
		var row []string
		for _, e := range entries {
			row = append(row, texts(e.Args)+": "+text(e.Value))
		}
		out = append(out, f.Name()+" = ["+strings.Join(append(row, "else: "+text(otherwise)), ", ")+"]")
	}
	return out
}

// shown are the constants, and the scalars that are none.
func (p *problem) shown() []smt.Term {
	is := map[smt.Term]bool{}
	for _, c := range p.consts {
		is[c] = true
	}
	out := p.consts[:len(p.consts):len(p.consts)]
	for _, t := range p.scalars {
		if !is[t] {
			out = append(out, t)
		}
	}
	return out
}

// text writes a value: true, -4, 1/3, [1: 2, else: 0]; #5 for an element.
func text(v smt.Value) string {
	if q, ok := v.Rat(); ok {
		return q.RatString()
	}
	if n, ok := v.Element(); ok {
		return fmt.Sprintf("#%d", n)
	}
	entries, otherwise, ok := v.Array()
	if !ok {
		return v.String()
	}
	var row []string
	for _, e := range entries {
		row = append(row, texts(e.Args)+": "+text(e.Value))
	}
	return "[" + strings.Join(append(row, "else: "+text(otherwise)), ", ") + "]"
}

func texts(vs []smt.Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, text(v))
	}
	return strings.Join(out, " ")
}
