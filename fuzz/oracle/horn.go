package oracle

import (
	"fmt"
	"strings"
)

// hornDomain is the number of values of a variable. All clauses are vacuous elsewhere.
const hornDomain = 3

// Horn reports whether some interpretation of the predicates p0, p1 and p2, of arity 0, 1 and 2, satisfies all assertions
// of a script as gen.Horn makes them, by trying each of them.
func Horn(script string) (satisfiable bool, err error) {
	var all []hornExpr
	for line := range strings.Lines(script) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "(assert "); ok {
			e, _, err := readHorn(tokens(strings.TrimSuffix(rest, ")")))
			if err != nil {
				return false, err
			}
			all = append(all, e)
		}
	}
	const facts = 1 + hornDomain + hornDomain*hornDomain
	var w hornWorld
	for mask := range 1 << facts {
		w.facts = mask
		holds := true
		for k := 0; k < len(all) && holds; k++ {
			holds = w.eval(&all[k]) != 0
		}
		if w.fault != "" {
			return false, fmt.Errorf("the oracle does not know %s", w.fault)
		}
		if holds {
			return true, nil
		}
	}
	return false, nil
}

// hornExpr is an s-expression: an atom, or a list with its head in atom.
type hornExpr struct {
	atom  string
	kids  []hornExpr
	digit bool // it is a number of one digit
}

func tokens(text string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
}

// readHorn reads an expression, and returns what follows it. The nesting of clauses is that of their generator.
func readHorn(in []string) (e hornExpr, rest []string, err error) {
	if len(in) == 0 {
		return e, nil, fmt.Errorf("the oracle misses an expression")
	}
	if in[0] != "(" {
		return hornExpr{atom: in[0], digit: len(in[0]) == 1 && in[0] <= "9"}, in[1:], nil
	}
	for in = in[1:]; len(in) > 0 && in[0] != ")"; {
		var kid hornExpr
		if kid, in, err = readHorn(in); err != nil {
			return e, nil, err
		}
		e.kids = append(e.kids, kid)
	}
	if len(in) == 0 || len(e.kids) == 0 {
		return e, nil, fmt.Errorf("the oracle misses a parenthesis")
	}
	if e.kids[0].kids == nil {
		e.atom, e.kids = e.kids[0].atom, e.kids[1:]
	}
	return e, in[1:], nil
}

// hornWorld is an interpretation: a bit for each fact.
type hornWorld struct {
	facts  int
	values [256]int // by the name of a variable, which is one letter
	fault  string   // what is not known
}

// eval returns the value of a formula, 0 or 1, or of a term.
func (w *hornWorld) eval(e *hornExpr) int {
	switch {
	case e.digit:
		return int(e.atom[0] - '0')
	case len(e.atom) == 1 && len(e.kids) == 0:
		return w.values[e.atom[0]]
	}
	arg := func(k int) int { return w.eval(&e.kids[k]) }
	switch e.atom {
	case "true":
		return 1
	case "false":
		return 0
	case "not":
		return 1 - arg(0)
	case "and":
		return 1 - w.some(e.kids, 0)
	case "or":
		return w.some(e.kids, 1)
	case "=>":
		return truth(arg(0) == 0 || arg(1) != 0)
	case "ite":
		return arg(2 - arg(0))
	case "forall":
		return 1 - w.quantify(e.kids[0].kids, &e.kids[1], 0)
	case "exists":
		return w.quantify(e.kids[0].kids, &e.kids[1], 1)
	case "<":
		return truth(arg(0) < arg(1))
	case "<=":
		return truth(arg(0) <= arg(1))
	case "=":
		return truth(arg(0) == arg(1))
	case "+":
		return arg(0) + arg(1)
	case "p0":
		return w.facts & 1
	case "p1":
		return w.facts >> (1 + arg(0)) & 1
	case "p2":
		return w.facts >> (1 + hornDomain + hornDomain*arg(0) + arg(1)) & 1
	}
	w.fault = e.atom
	return 0
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// some reports whether one of the formulas has a value.
func (w *hornWorld) some(all []hornExpr, value int) int {
	for k := range all {
		if w.eval(&all[k]) == value {
			return 1
		}
	}
	return 0
}

// quantify reports whether the formula has a value for some values of the variables that are bound.
func (w *hornWorld) quantify(binders []hornExpr, body *hornExpr, value int) int {
	if len(binders) == 0 {
		return truth(w.eval(body) == value)
	}
	x := binders[0].atom[0]
	outer, found := w.values[x], 0
	for v := 0; v < hornDomain && found == 0; v++ {
		w.values[x] = v
		found = w.quantify(binders[1:], body, value)
	}
	w.values[x] = outer
	return found
}
