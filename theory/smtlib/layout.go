package smtlib

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Layout is a form of models and their values.
type Layout uint8

// The layouts.
const (
	// Standard has each definition on a line; elements of sorts are (as @S_0 S).
	Standard Layout = iota
	// Z3 has elements S!val!0, which the model declares with the universes of their sorts.
	Z3
	// Z3v2 is Z3's older form, tables in a string: what it prints under :model.v2.
	Z3v2
	// CVC4 is the form of CVC4 1.8: (model ...), with elements @uc_S_0.
	CVC4
)

// AppendModel appends the interpretation of symbols in a model, as the answer to
// get-model.
func (l Layout) AppendModel(dst []byte, m *model.Model, symbols []term.Sym) ([]byte, error) {
	d := &definer{layout: l, m: m, st: m.Store(), dst: dst}
	var err error
	switch l {
	case Standard:
		d.dst = append(d.dst, "(\n"...)
		for _, f := range symbols {
			if d.dst, err = AppendDefinition(append(d.dst, "  "...), m, f); err != nil {
				return nil, err
			}
			d.dst = append(d.dst, '\n')
		}
		return append(d.dst, ')'), nil
	case CVC4:
		d.dst = append(d.dst, "(model\n"...)
		err = d.each(symbols, (*definer).define)
		return append(d.dst, ')'), err
	case Z3:
		d.dst = append(d.dst, "(\n"...)
		err = d.universes(symbols)
		if err == nil {
			err = d.each(symbols, (*definer).define)
		}
		return append(d.dst, ')'), err
	}
	d.dst = append(d.dst, '"')
	err = d.each(symbols, (*definer).table)
	return append(d.dst[:max(len(d.dst)-1, len(dst)+1)], '"'), err // without the last line break
}

// definer writes a model in the layouts of other solvers.
type definer struct {
	layout Layout
	m      *model.Model
	st     *term.Store
	dst    []byte
}

func (d *definer) add(text string)     { d.dst = append(d.dst, text...) }
func (d *definer) value(v model.Value) { d.dst = d.layout.AppendValue(d.dst, d.st, v) }
func (d *definer) sort(s term.Sort)    { d.dst = AppendSort(d.dst, d.st, s) }

// each calls f for the constants and then for the functions.
func (d *definer) each(symbols []term.Sym, f func(*definer, term.Sym) error) error {
	for _, constants := range []bool{true, false} {
		for _, s := range symbols {
			if params, _ := d.st.SymSorts(s); (len(params) == 0) == constants {
				if err := f(d, s); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// define writes a define-fun with a chain of if-then-else.
func (d *definer) define(f term.Sym) error {
	entries, def, err := interpretation(d.m, f)
	if err != nil {
		return err
	}
	params, res := d.st.SymSorts(f)
	d.dst = AppendSymbol(append(d.dst, "  (define-fun "...), printable(d.st.SymName(f)))
	d.add(" (")
	for k, s := range params {
		if k > 0 {
			d.add(" ")
		}
		d.dst = append(appendParam(append(d.dst, '('), k), ' ')
		d.sort(s)
		d.add(")")
	}
	d.add(") ")
	d.sort(res)
	for k, e := range entries {
		if d.add("\n    (ite "); len(e.Args) > 1 {
			d.add("(and")
		}
		for i, v := range e.Args {
			if len(e.Args) > 1 {
				d.add(" ")
			}
			d.dst = append(appendParam(append(d.dst, "(= "...), i), ' ')
			d.value(v)
			d.add(")")
		}
		if len(e.Args) > 1 {
			d.add(")")
		}
		d.add(" ")
		if d.value(e.Value); k == len(entries)-1 {
			d.add("\n      ")
		}
	}
	if len(entries) == 0 {
		d.add("\n    ")
	}
	d.value(def)
	for range entries {
		d.add(")")
	}
	d.add(")\n")
	return nil
}

// table writes the lines of a symbol in Z3's older layout, whose heads have no bars.
func (d *definer) table(f term.Sym) error {
	entries, def, err := interpretation(d.m, f)
	if err != nil {
		return err
	}
	d.add(printable(d.st.SymName(f)) + " -> ")
	params, _ := d.st.SymSorts(f)
	if len(params) == 0 {
		d.value(def)
		d.add("\n")
		return nil
	}
	d.add("{\n")
	for _, e := range entries {
		d.add("  ")
		for _, v := range e.Args {
			d.value(v)
			d.add(" ")
		}
		d.add("-> ")
		d.value(e.Value)
		d.add("\n")
	}
	d.add("  ")
	if len(entries) > 0 {
		d.add("else -> ")
	}
	d.value(def)
	d.add("\n}\n")
	return nil
}

// universes writes the elements of each uninterpreted sort in the interpretation.
func (d *definer) universes(symbols []term.Sym) error {
	elements := make([][]model.Value, d.st.NumSorts())
	var meet func(v model.Value)
	meet = func(v model.Value) { // as deep as sorts are
		switch v.Kind() {
		case model.KindElem:
			elements[v.Sort()] = append(elements[v.Sort()], v)
		case model.KindArray:
			meet(v.Default())
			v.Entries(func(i, e model.Value) bool {
				meet(i)
				meet(e)
				return true
			})
		}
	}
	for _, f := range symbols {
		entries, def, err := interpretation(d.m, f)
		if err != nil {
			return err
		}
		meet(def)
		for _, e := range entries {
			meet(e.Value)
			for _, a := range e.Args {
				meet(a)
			}
		}
	}
	for s := range elements {
		if len(elements[s]) > 0 {
			slices.SortFunc(elements[s], model.Value.Compare)
			d.universe(term.Sort(s), slices.CompactFunc(elements[s], model.Value.Equal))
		}
	}
	return nil
}

func (d *definer) universe(s term.Sort, all []model.Value) {
	d.add("  ;; universe for ")
	d.sort(s)
	d.add(":\n  ;;   ")
	for _, v := range all {
		d.value(v)
		d.add(" ")
	}
	d.add("\n  ;; -----------\n  ;; definitions for universe elements:\n")
	for _, v := range all {
		d.add("  (declare-fun ")
		d.value(v)
		d.add(" () ")
		d.sort(s)
		d.add(")\n")
	}
	d.add("  ;; cardinality constraint:\n  (forall ((x ")
	d.sort(s)
	if d.add(")) "); len(all) > 1 {
		d.add("(or")
	}
	for _, v := range all {
		if len(all) > 1 {
			d.add(" ")
		}
		d.add("(= x ")
		d.value(v)
		d.add(")")
	}
	if len(all) > 1 {
		d.add(")")
	}
	d.add(")\n  ;; -----------\n")
}
