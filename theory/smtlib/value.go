package smtlib

import (
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// AppendValue appends a value in the form of the answer to get-value, with the
// Store's names of sorts.
func AppendValue(dst []byte, st *term.Store, v model.Value) []byte {
	return Standard.AppendValue(dst, st, v)
}

// AppendValue appends a value in this layout.
func (l Layout) AppendValue(dst []byte, st *term.Store, v model.Value) []byte {
	switch v.Kind() {
	case model.KindBool:
		if v.IsTrue() {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case model.KindInt:
		return AppendNumeral(dst, v.Int())
	case model.KindReal:
		return AppendRational(dst, v.Rat())
	case model.KindBits:
		return AppendBits(dst, v.Width(), v.Int())
	case model.KindElem:
		return l.appendElement(dst, st, v)
	case model.KindArray:
		for range v.Len() {
			dst = append(dst, "(store "...)
		}
		dst = AppendSort(append(dst, "((as const "...), st, v.Sort())
		dst = append(l.AppendValue(append(dst, ") "...), st, v.Default()), ')')
		v.Entries(func(i, e model.Value) bool {
			dst = l.AppendValue(append(dst, ' '), st, i)
			dst = append(l.AppendValue(append(dst, ' '), st, e), ')')
			return true
		})
		return dst
	}
	return append(dst, "none"...)
}

// appendElement appends an element of an uninterpreted sort.
func (l Layout) appendElement(dst []byte, st *term.Store, v model.Value) []byte {
	name, number := st.SortName(v.Sort()), v.Int().String()
	switch l {
	case Standard:
		dst = AppendSymbol(append(dst, "(as "...), printable("@"+name+"_"+number))
		return append(AppendSort(append(dst, ' '), st, v.Sort()), ')')
	case CVC4:
		return AppendSymbol(dst, printable("@uc_"+name+"_"+number))
	}
	return AppendSymbol(dst, printable(name+"!val!"+number))
}

// AppendSort appends a sort under the Store's names.
func AppendSort(dst []byte, st *term.Store, s term.Sort) []byte {
	switch st.SortKind(s) {
	case term.KindArray:
		index, elm := st.ArraySorts(s)
		dst = AppendSort(append(dst, "(Array "...), st, index)
		return append(AppendSort(append(dst, ' '), st, elm), ')')
	case term.KindUninterpreted:
		if name := st.SortName(s); !strings.HasPrefix(name, "(") { // else with parameters
			return AppendSymbol(dst, name)
		}
	}
	return append(dst, st.SortName(s)...)
}

// AppendDefinition appends the interpretation of a symbol in a model, in the form of the
// answer to get-model. What the model leaves open has the default value of its sort (0,
// false and so on), as in evaluation.
func AppendDefinition(dst []byte, m *model.Model, f term.Sym) ([]byte, error) {
	st := m.Store()
	params, res := st.SymSorts(f)
	dst = AppendSymbol(append(dst, "(define-fun "...), printable(st.SymName(f)))
	dst = append(dst, " ("...)
	for k, s := range params {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(appendParam(append(dst, '('), k), ' ')
		dst = append(AppendSort(dst, st, s), ')')
	}
	dst = append(AppendSort(append(dst, ") "...), st, res), ' ')
	entries, def, err := interpretation(m, f)
	if err != nil {
		return dst, err
	}
	for _, e := range entries {
		dst = append(dst, "(ite "...)
		dst = append(appendPoint(dst, st, e.Args), ' ')
		dst = append(AppendValue(dst, st, e.Value), ' ')
	}
	dst = AppendValue(dst, st, def)
	for range entries {
		dst = append(dst, ')')
	}
	return append(dst, ')'), nil
}

// interpretation returns the table, where it differs from the default, and the default of a symbol.
func interpretation(m *model.Model, f term.Sym) (entries []model.Entry, def model.Value, err error) {
	params, res := m.Store().SymSorts(f)
	ok := false
	if len(params) == 0 {
		def, ok = m.Const(f)
	} else {
		def, ok = m.Fun(f).Default()
	}
	if !ok {
		def, err = m.Zero(res)
	}
	for _, e := range m.Fun(f).Entries() {
		if !e.Value.Equal(def) {
			entries = append(entries, e)
		}
	}
	return entries, def, err
}

func appendParam(dst []byte, k int) []byte {
	return AppendNumeral(append(dst, "x!"...), model.Int64(int64(k)).Int())
}

// appendPoint appends the condition that the parameters have given values.
func appendPoint(dst []byte, st *term.Store, point []model.Value) []byte {
	if len(point) > 1 {
		dst = append(dst, "(and"...)
	}
	for k, v := range point {
		if len(point) > 1 {
			dst = append(dst, ' ')
		}
		switch {
		case v.Kind() != model.KindBool:
			dst = append(appendParam(append(dst, "(= "...), k), ' ')
			dst = append(AppendValue(dst, st, v), ')')
		case v.IsTrue():
			dst = appendParam(dst, k)
		default:
			dst = append(appendParam(append(dst, "(not "...), k), ')')
		}
	}
	if len(point) > 1 {
		dst = append(dst, ')')
	}
	return dst
}

// arrayOf makes an array value from (lambda ((x S)) body), a form in which some solvers
// write arrays: body must be a chain of ite with values as branches, over conditions
// x = value, possibly negated or joined by or.
func (r *Reader) arrayOf(f *frame, b *binder, body term.Term) (term.Term, error) {
	st, x := r.st, b.vars[0]
	type entry struct{ at, element term.Term }
	var entries []entry
	for !st.Ground(body) {
		cond, then, els := body, st.True(), st.False()
		switch {
		case st.Op(body) == term.OpIte:
			cond, then, els = st.Arg(body, 0), st.Arg(body, 1), st.Arg(body, 2)
		case st.Sort(body) != term.Bool:
			return 0, r.errorOff(f.at, "unsupported: this lambda is not a finite table")
		}
		if st.Op(cond) == term.OpNot {
			cond, then, els = st.Arg(cond, 0), els, then
		}
		points, ok := pointsOf(st, x, cond)
		if !ok || !st.Ground(then) {
			return 0, r.errorOff(f.at, "unsupported: this lambda is not a finite table")
		}
		for _, p := range points {
			entries = append(entries, entry{p, then})
		}
		body = els
	}
	a := st.ConstArray(st.ArraySort(st.Sort(x), st.Sort(body)), body)
	for k := len(entries) - 1; k >= 0; k-- {
		a = st.Store(a, entries[k].at, entries[k].element)
	}
	return a, nil
}

// pointsOf returns the values of x for which cond holds, if it is x = value or a
// disjunction of such equations.
func pointsOf(st *term.Store, x, cond term.Term) ([]term.Term, bool) {
	alternatives := []term.Term{cond}
	if st.Op(cond) == term.OpOr {
		alternatives = st.Args(cond)
	}
	var points []term.Term
	for _, c := range alternatives {
		switch {
		case c == x && st.Sort(x) == term.Bool:
			points = append(points, st.True())
		case st.Op(c) == term.OpEq && st.Arg(c, 0) == x && st.Ground(st.Arg(c, 1)):
			points = append(points, st.Arg(c, 1))
		case st.Op(c) == term.OpEq && st.Arg(c, 1) == x && st.Ground(st.Arg(c, 0)):
			points = append(points, st.Arg(c, 0))
		default:
			return nil, false
		}
	}
	return points, true
}
