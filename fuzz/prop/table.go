package prop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// Table is the value of an array or a function: Else everywhere except at the entries.
type Table struct {
	Entries []smt.Entry // with values other than Else
	Else    smt.Value
}

// String writes a table: [1: 2, 3: 4, else: 0].
func (t Table) String() string {
	var row []string
	for _, e := range t.Entries {
		row = append(row, texts(e.Args)+": "+text(e.Value))
	}
	return "[" + strings.Join(append(row, "else: "+text(t.Else)), ", ") + "]"
}

// text writes a value: true, -4, 1/3, [1: 2, else: 0], #5 for an element.
func text(v smt.Value) string {
	if q, ok := v.Rat(); ok {
		return q.RatString()
	}
	if n, ok := v.Element(); ok {
		return fmt.Sprintf("#%d", n)
	}
	if entries, otherwise, ok := v.Array(); ok {
		return Table{entries, otherwise}.String()
	}
	return v.String()
}

func texts(vs []smt.Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, text(v))
	}
	return strings.Join(out, " ")
}

// function returns the table of a function.
func function(m *smt.Model, f smt.Func) Table {
	entries, otherwise, err := m.Table(f)
	if err != nil {
		panic(fmt.Errorf("prop: %w", err))
	}
	return Table{slices.DeleteFunc(entries, func(e smt.Entry) bool { return e.Value.Equal(otherwise) }), otherwise}
}

// table returns the value of a subject in a model, if it is a table.
func (s subject) table(m *smt.Model) (Table, bool) {
	if s.t.IsZero() {
		return function(m, s.f), true
	}
	entries, otherwise, ok := value(m, s.t).Array()
	return Table{entries, otherwise}, ok
}

// sorts returns the sorts of a subject that is a table.
func (s subject) sorts() (params []smt.AnySort, result smt.AnySort, ok bool) {
	if s.t.IsZero() {
		params, result = s.f.Sorts()
		return params, result, true
	}
	index, result, ok := s.t.Sort().Array()
	return []smt.AnySort{index}, result, ok
}

// row is an entry of terms.
type row struct {
	args  []smt.Term
	value smt.Term
}

// is says that a subject equals a table. The first row for a point counts.
func (p *problem) is(s subject, rows []row, otherwise smt.Term) smt.Bool {
	if s.t.IsZero() {
		return p.isFunction(s.f, rows, otherwise)
	}
	return p.equal(s.t, p.array(s.t.Sort(), rows, otherwise))
}

func (p *problem) array(sort smt.AnySort, rows []row, otherwise smt.Term) smt.Term {
	a := must(p.st.ConstArray(sort, otherwise))
	for _, r := range slices.Backward(rows) {
		a = p.apply("store", a, r.args[0], r.value)
	}
	return a
}

// isFunction says that a function equals a table, at all points, not only at those of the
// formula's applications; so the function of a model is this table.
func (p *problem) isFunction(f smt.Func, rows []row, otherwise smt.Term) smt.Bool {
	var point []smt.Term
	params, _ := f.Sorts()
	for i, sort := range params {
		point = append(point, p.place(bound, sort, i))
	}
	value := otherwise
	for _, r := range slices.Backward(rows) {
		here := p.st.BoolVal(true)
		for i, a := range r.args {
			here = here.And(p.equal(point[i], a))
		}
		value = p.apply("ite", here.Term, r.value, value)
	}
	at := must(f.Apply(point...))
	all := must(p.st.Quantify(true, point, p.equal(at, value).Term, []smt.Term{at}))
	return must(smt.As(all, p.st.BoolSort()))
}
