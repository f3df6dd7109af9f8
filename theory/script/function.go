package script

import (
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// functionValue returns the value of a function, which get-value asks for by its name: as
// an array with an index for each argument. Z3 leaves out the sorts.
func (x *interpreter) functionValue(m *model.Model, f term.Sym) (string, error) {
	params, res := x.st.SymSorts(f)
	fun := m.Fun(f)
	def, ok := fun.Default()
	if !ok {
		var err error
		if def, err = m.Zero(res); err != nil {
			return "", err
		}
	}
	b := []byte("((as const ")
	if x.opt.Z3 {
		b = append(b, "Array"...)
	} else {
		b = append(b, "(Array"...)
		for _, s := range params {
			b = smtlib.AppendSort(append(b, ' '), x.st, s)
		}
		b = append(smtlib.AppendSort(append(b, ' '), x.st, res), ')')
	}
	b = append(x.layout().AppendValue(append(b, ") "...), x.st, def), ')')
	stores := 0
	for _, e := range fun.Entries() {
		if e.Value.Equal(def) {
			continue
		}
		stores++
		for _, v := range e.Args {
			b = x.layout().AppendValue(append(b, ' '), x.st, v)
		}
		b = append(x.layout().AppendValue(append(b, ' '), x.st, e.Value), ')')
	}
	return strings.Repeat("(store ", stores) + string(b), nil
}
