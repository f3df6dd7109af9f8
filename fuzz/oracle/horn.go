package oracle

import (
	"fmt"
	"strings"
)

// hornDomain is the number of values of a variable. All clauses are vacuous elsewhere.
const hornDomain = 3

// hornFacts is the number of facts about p0, p1 and p2.
const hornFacts = 1 + hornDomain + hornDomain*hornDomain

// hornWorlds are 32 interpretations: for each fact, the set of those in which it holds, where a head says it and where a body
// does.
type hornWorlds struct{ heads, bodies [hornFacts]uint32 }

// Horn reports whether some interpretation of the predicates p0, p1 and p2, of arity 0, 1 and 2, satisfies all assertions
// of a script as gen.Horn makes them, by their least one: a fact belongs to it if an assertion fails where what is in a body
// holds that is known to belong to it, and everything but the fact where it is in a head.
func Horn(script string) (satisfiable bool, err error) {
	all, err := readHornScript(script)
	if err != nil {
		return false, err
	}
	var w hornWorlds
	for f := range w.heads {
		w.heads[f] = ^(1 << f)
	}
	least := uint32(0)
	for grown := true; grown; {
		grown = false
		for k := range all {
			var values [26]int
			missing := ^all[k].eval(&w, true, &values)
			if missing>>hornFacts != 0 { // fails where all facts hold
				return false, nil
			}
			for f := range w.bodies {
				if missing&^least>>f&1 != 0 {
					w.bodies[f], grown = ^uint32(0), true
				}
			}
			least |= missing
		}
	}
	return true, nil
}

func readHornScript(script string) (all []hornExpr, err error) {
	for line := range strings.Lines(script) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "(assert "); ok {
			e, _, err := readHorn(tokens(strings.TrimSuffix(rest, ")")))
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
	}
	return all, nil
}

// hornExpr is a formula or a term: an operator with operands, a variable or a number.
type hornExpr struct {
	op   hornOp
	n    int // the number, or the index of the variable, also of one that is bound
	kids []hornExpr
}

type hornOp uint8

const (
	hornNumber hornOp = iota
	hornVariable
	hornNot
	hornAnd
	hornOr
	hornImplies
	hornIte
	hornForall // of one variable
	hornExists
	hornLess
	hornLessEqual
	hornEqual
	hornPlus
	hornPredicate // the number is its arity
)

// hornOps has the operators by name, with the number of their operands; -1 if it does not matter.
var hornOps = map[string]struct {
	op    hornOp
	arity int
}{
	"not": {hornNot, 1}, "and": {hornAnd, -1}, "or": {hornOr, -1}, "=>": {hornImplies, 2}, "ite": {hornIte, 3},
	"<": {hornLess, 2}, "<=": {hornLessEqual, 2}, "=": {hornEqual, 2}, "+": {hornPlus, 2},
	"p0": {hornPredicate, 0}, "p1": {hornPredicate, 1}, "p2": {hornPredicate, 2},
}

func tokens(text string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
}

// readHorn reads an expression, and returns what follows it. The nesting of clauses is that of their generator.
func readHorn(in []string) (e hornExpr, rest []string, err error) {
	switch {
	case len(in) == 0:
		return e, nil, fmt.Errorf("the oracle misses an expression")
	case in[0] != "(":
		e, err = hornAtom(in[0])
		return e, in[1:], err
	case len(in) > 1 && (in[1] == "forall" || in[1] == "exists"):
		return readHornQuantifier(in[1:])
	case len(in) < 2:
		return e, nil, fmt.Errorf("the oracle misses an operator")
	}
	o, ok := hornOps[in[1]]
	if !ok {
		return e, nil, fmt.Errorf("the oracle does not know %s", in[1])
	}
	e.op = o.op
	for in = in[2:]; len(in) > 0 && in[0] != ")"; {
		var kid hornExpr
		if kid, in, err = readHorn(in); err != nil {
			return e, nil, err
		}
		e.kids = append(e.kids, kid)
	}
	if len(in) == 0 || o.arity >= 0 && len(e.kids) != o.arity {
		return e, nil, fmt.Errorf("the oracle misses a parenthesis or an operand")
	}
	e.n = len(e.kids)
	return e, in[1:], nil
}

// readHornQuantifier reads what follows a parenthesis.
func readHornQuantifier(in []string) (e hornExpr, rest []string, err error) {
	op, vars := hornForall, []int{}
	if in[0] == "exists" {
		op = hornExists
	}
	if len(in) < 2 {
		return e, nil, fmt.Errorf("the oracle misses a binder")
	}
	for in = in[2:]; len(in) > 3 && in[0] == "("; in = in[4:] {
		x, err := hornAtom(in[1])
		if err != nil || x.op != hornVariable {
			return e, nil, fmt.Errorf("the oracle does not bind %s", in[1])
		}
		vars = append(vars, x.n)
	}
	if len(in) == 0 {
		return e, nil, fmt.Errorf("the oracle misses a formula")
	}
	if e, in, err = readHorn(in[1:]); err != nil {
		return e, nil, err
	}
	for _, x := range vars {
		e = hornExpr{op: op, n: x, kids: []hornExpr{e}}
	}
	if len(in) == 0 {
		return e, nil, fmt.Errorf("the oracle misses a parenthesis")
	}
	return e, in[1:], nil
}

func hornAtom(name string) (hornExpr, error) {
	switch {
	case name == "true":
		return hornExpr{op: hornAnd}, nil
	case name == "false":
		return hornExpr{op: hornOr}, nil
	case name == "p0":
		return hornExpr{op: hornPredicate}, nil
	case len(name) == 1 && '0' <= name[0] && name[0] <= '9':
		return hornExpr{op: hornNumber, n: int(name[0] - '0')}, nil
	case len(name) == 1 && 'a' <= name[0] && name[0] <= 'z':
		return hornExpr{op: hornVariable, n: int(name[0] - 'a')}, nil
	}
	return hornExpr{}, fmt.Errorf("the oracle does not know %s", name)
}

// eval returns the interpretations in which a formula holds, one that occurs as heads do or one that occurs as bodies do.
func (e *hornExpr) eval(w *hornWorlds, head bool, values *[26]int) (in uint32) {
	switch e.op {
	case hornNot:
		return ^e.kids[0].eval(w, !head, values)
	case hornAnd:
		in = ^in
		for k := 0; k < len(e.kids) && in != 0; k++ {
			in &= e.kids[k].eval(w, head, values)
		}
	case hornOr:
		for k := 0; k < len(e.kids) && ^in != 0; k++ {
			in |= e.kids[k].eval(w, head, values)
		}
	case hornImplies:
		if in = ^e.kids[0].eval(w, !head, values); ^in != 0 {
			in |= e.kids[1].eval(w, head, values)
		}
	case hornIte: // the condition is a comparison
		if e.kids[0].eval(w, head, values) != 0 {
			return e.kids[1].eval(w, head, values)
		}
		return e.kids[2].eval(w, head, values)
	case hornForall, hornExists:
		outer := values[e.n]
		if e.op == hornForall {
			in = ^in
		}
		for v := range hornDomain {
			values[e.n] = v
			if now := e.kids[0].eval(w, head, values); e.op == hornForall {
				in &= now
			} else {
				in |= now
			}
		}
		values[e.n] = outer
	case hornLess:
		return everywhere(e.kids[0].value(values) < e.kids[1].value(values))
	case hornLessEqual:
		return everywhere(e.kids[0].value(values) <= e.kids[1].value(values))
	case hornEqual:
		return everywhere(e.kids[0].value(values) == e.kids[1].value(values))
	case hornPredicate:
		if head {
			return w.heads[e.fact(values)]
		}
		return w.bodies[e.fact(values)]
	}
	return in
}

func everywhere(b bool) uint32 {
	if b {
		return ^uint32(0)
	}
	return 0
}

// value returns the value of a term.
func (e *hornExpr) value(values *[26]int) int {
	switch e.op {
	case hornNumber:
		return e.n
	case hornVariable:
		return values[e.n]
	}
	return e.kids[0].value(values) + e.kids[1].value(values)
}

// fact returns the number of a fact, an application of a predicate.
func (e *hornExpr) fact(values *[26]int) int {
	switch e.n {
	case 0:
		return 0
	case 1:
		return 1 + e.kids[0].value(values)
	}
	return 1 + hornDomain + hornDomain*e.kids[0].value(values) + e.kids[1].value(values)
}
