package answer

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/muster-smt/muster/sat"
)

// maxRows bounds the rows of a table: a page with more is slow.
const maxRows = 2000

// bound cuts a table that is too long.
func (t Table) bound() Table {
	if n := len(t.Rows); n > maxRows {
		t.Rows, t.More = t.Rows[:maxRows], n-maxRows
	}
	return t
}

// comment matches what names a variable of a formula in DIMACS: c NAME LITERAL, as muster solve --dump-cnf writes.
var comment = regexp.MustCompile(`(?m)^c (\S+) (-?[0-9]+)\s*$`)

// assignment is a model of a formula.
func assignment(model []sat.Lit, text string) Table {
	named := map[string]string{}
	for _, m := range comment.FindAllStringSubmatch(text, -1) {
		named[strings.TrimPrefix(m[2], "-")] = m[1]
		if strings.HasPrefix(m[2], "-") {
			named[m[2][1:]] = "not " + m[1]
		}
	}
	t := Table{Title: "model", Head: []string{"variable", "value"}}
	if len(named) > 0 {
		t.Head = append(t.Head, "name")
	}
	for _, l := range model {
		n := l.Dimacs()
		row := []string{fmt.Sprint(max(n, -n)), fmt.Sprint(n > 0)}
		if len(named) > 0 {
			row = append(row, named[row[0]])
		}
		t.Rows = append(t.Rows, row)
	}
	return t.bound()
}

// tables makes tables of the models and values among the answers to a script.
func tables(answers string) (all []Table) {
	for _, x := range readAll(answers) {
		switch {
		case len(x.list) == 0:
		case x.defines():
			all = append(all, modelTables(x.list)...)
		case x.pairs():
			t := Table{Title: "values", Head: []string{"term", "value"}}
			for _, p := range x.list {
				t.Rows = append(t.Rows, []string{p.list[0].String(), p.list[1].String()})
			}
			all = append(all, t.bound())
		}
	}
	return all
}

// defines reports whether x is a model.
func (x *expr) defines() bool {
	for _, y := range x.list {
		if y.definition() {
			return true
		}
	}
	return false
}

// definition reports whether x is (define-fun NAME PARAMETERS SORT BODY).
func (x *expr) definition() bool {
	return len(x.list) == 5 && strings.HasPrefix(x.list[0].atom, "define-fun") && x.list[1].atom != ""
}

// pairs reports whether x is a list of terms with values.
func (x *expr) pairs() bool {
	for _, y := range x.list {
		if len(y.list) != 2 {
			return false
		}
	}
	return true
}

// modelTables makes a table of all constants, and one of each array, function and predicate.
func modelTables(list []*expr) []Table {
	constants := Table{Title: "model", Head: []string{"constant", "sort", "value"}}
	rest := Table{Title: "definitions", Head: []string{"name", "parameters", "body"}}
	var all []Table
	for _, d := range list {
		if !d.definition() {
			continue
		}
		name, params, sort, body := d.list[1].String(), d.list[2].list, d.list[3].String(), d.list[4]
		title := name + ": " + sort
		if len(params) == 0 {
			if rows, ok := stores(body, nil); ok && len(rows) > 1 {
				all = append(all, Table{Title: title, Head: []string{"index", "value"}, Rows: rows}.bound())
			} else {
				constants.Rows = append(constants.Rows, []string{name, sort, body.String()})
			}
			continue
		}
		var head, sorts []string
		for _, p := range params {
			if len(p.list) == 2 {
				head, sorts = append(head, p.list[0].String()), append(sorts, p.list[1].String())
			}
		}
		if rows, ok := cases(body, head); ok {
			title = fmt.Sprintf("%s: (%s) → %s", name, strings.Join(sorts, " "), sort)
			all = append(all, Table{Title: title, Head: append(head, "value"), Rows: rows}.bound())
		} else {
			rest.Rows = append(rest.Rows, []string{name, d.list[2].String(), body.String()})
		}
	}
	if len(constants.Rows) > 0 {
		all = append([]Table{constants.bound()}, all...)
	}
	if len(rest.Rows) > 0 {
		all = append(all, rest.bound())
	}
	return all
}

// stores returns the entries of an array, (store ARRAY INDEX VALUE) around ((as const SORT) VALUE), the last one for
// all other indices. An outer store hides inner ones.
func stores(x *expr, rows [][]string) ([][]string, bool) {
	hidden := map[string]bool{}
	for ; len(x.list) == 4 && x.list[0].atom == "store"; x = x.list[1] {
		if i := x.list[2].String(); !hidden[i] {
			hidden[i] = true
			rows = append(rows, []string{i, x.list[3].String()})
		}
	}
	if len(x.list) != 2 || len(x.list[0].list) != 3 || x.list[0].list[1].atom != "const" {
		return nil, false
	}
	return append(rows, []string{"others", x.list[1].String()}), true
}

// cases returns the rows of a function that is given by cases: (ite (= x!0 1) 2 ...), or a constant.
func cases(x *expr, params []string) (rows [][]string, ok bool) {
	for ; len(x.list) == 4 && x.list[0].atom == "ite"; x = x.list[3] {
		row, ok := when(x.list[1], params)
		if !ok {
			return nil, false
		}
		rows = append(rows, append(row, x.list[2].String()))
	}
	if x.mentions(params) {
		return nil, false
	}
	last := make([]string, len(params), len(params)+1)
	for i := range last {
		if last[i] = "any"; len(rows) > 0 {
			last[i] = "others"
		}
	}
	return append(rows, append(last, x.String())), true
}

// when returns the arguments that a condition asks for: (= x!0 1), or (and (= x!0 1) (= x!1 2)).
func when(x *expr, params []string) ([]string, bool) {
	row := make([]string, len(params))
	for i := range row {
		row[i] = "any"
	}
	parts := []*expr{x}
	if len(x.list) > 0 && x.list[0].atom == "and" {
		parts = x.list[1:]
	}
	for _, p := range parts {
		if len(p.list) != 3 || p.list[0].atom != "=" || p.list[2].mentions(params) {
			return nil, false
		}
		found := false
		for i, name := range params {
			if p.list[1].atom == name {
				row[i], found = p.list[2].String(), true
			}
		}
		if !found {
			return nil, false
		}
	}
	return row, true
}

// mentions reports whether a parameter occurs.
func (x *expr) mentions(params []string) bool {
	for _, p := range params {
		if x.atom == p {
			return true
		}
	}
	for _, y := range x.list {
		if y.mentions(params) {
			return true
		}
	}
	return false
}
