package proof

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// This file rebuilds terms from their declarations, and checks their sorts.

func (k *Checker) declareSort() {
	l := &k.line
	if l.number() != uint64(len(k.sorts)) {
		l.fail("the sort's number is not the next one")
		return
	}
	if l.more() && l.text[l.at] == '"' {
		if name := l.quoted(); l.err == nil {
			k.sorts = append(k.sorts, k.st.UninterpretedSort(name))
		}
		return
	}
	if l.more() && l.text[l.at] == wordBits[0] {
		if l.word() != wordBits {
			l.fail("no such kind of sort")
			return
		}
		if width := k.readWidth(); l.err == nil {
			k.sorts = append(k.sorts, k.st.BitVecSort(width))
		}
		return
	}
	index, element := k.readSort(), k.readSort()
	if l.err == nil {
		k.sorts = append(k.sorts, k.st.ArraySort(index, element))
	}
}

func (k *Checker) declareSymbol() {
	l := &k.line
	if l.number() != uint64(len(k.symbols)) {
		l.fail("the symbol's number is not the next one")
		return
	}
	name, res := l.quoted(), k.readSort()
	var args []term.Sort
	for l.more() {
		args = append(args, k.readSort())
	}
	if l.err == nil {
		k.symbols = append(k.symbols, k.st.FreshFun(name, args, res))
	}
}

// number checks the number of a new term.
func (k *Checker) number(n uint64) {
	if n != uint64(len(k.terms)) {
		k.line.fail("the term's number is not the next one")
	}
}

// define gives the next number to a term.
func (k *Checker) define(t term.Term) {
	if k.line.err == nil {
		k.terms = append(k.terms, k.note(t))
	}
}

// introduce declares a new constant that only the proof knows.
func (k *Checker) introduce(n uint64, sort term.Sort) term.Term {
	k.number(n)
	if k.line.err != nil {
		return 0
	}
	t := k.st.FreshConst("", sort)
	k.note(t)
	k.known[t].private = true
	k.terms = append(k.terms, t)
	return t
}

// termInfo is what the checker knows of a term.
type termInfo struct {
	private bool // contains a symbol that the proof has introduced
	depth   int32
}

// maxTermDepth bounds the depth of terms: the checkers recurse on them.
const maxTermDepth = 1 << 18

// note records what the checker must know of t and all older terms.
func (k *Checker) note(t term.Term) term.Term {
	for n := len(k.known); n < k.st.Len(); n++ {
		i := termInfo{private: k.st.Op(term.Term(n)) == term.OpApp && k.private[k.st.Sym(term.Term(n))]}
		for _, a := range k.st.Args(term.Term(n)) {
			i.private = i.private || k.known[a].private
			i.depth = max(i.depth, k.known[a].depth+1)
		}
		k.known = append(k.known, i)
		k.noteVariables(term.Term(n))
	}
	if k.known[t].depth > maxTermDepth {
		k.line.fail("the term is too deep")
	}
	return t
}

// variables are the quantified variables in a term.
type variables struct {
	free  []term.Term
	bound []term.Term // somewhere below
}

const maxVariables = 1000 // in one term

// noteVariables records which variables occur in a term, if any.
func (k *Checker) noteVariables(t term.Term) {
	args := k.st.Args(t)
	var v variables
	switch op := k.st.Op(t); op {
	case term.OpBound:
		v.free = []term.Term{t}
	case term.OpForall, term.OpExists:
		body := k.vars[args[0]]
		v.bound = union(body.bound, args[1:])
		for _, x := range body.free {
			if !slices.Contains(args[1:], x) {
				v.free = append(v.free, x)
			}
		}
	default:
		for _, a := range args {
			if w, ok := k.vars[a]; ok {
				v.free, v.bound = union(v.free, w.free), union(v.bound, w.bound)
			}
		}
	}
	if len(v.free)+len(v.bound) > maxVariables {
		k.line.fail("too many variables")
	}
	if len(v.free)+len(v.bound) > 0 {
		k.vars[t] = v
	}
}

// union returns the elements of both lists, each once.
func union(a, b []term.Term) []term.Term {
	a = slices.Clip(a)
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// closed reports whether no variable is free in t.
func (k *Checker) closed(t term.Term) bool { return len(k.vars[t].free) == 0 }

func (k *Checker) readSort() term.Sort {
	n := k.line.number()
	if n == 0 || n >= uint64(len(k.sorts)) {
		k.line.fail("there is no such sort")
		return term.Bool
	}
	return k.sorts[n]
}

func (k *Checker) readTerm() term.Term { return k.termAt(k.line.number()) }

func (k *Checker) termAt(n uint64) term.Term {
	if n == 0 || n >= uint64(len(k.terms)) {
		k.line.fail("there is no such term")
		return k.st.True()
	}
	return k.terms[n]
}

// readFormula reads a formula of the input, which must not contain symbols that
// the proof has introduced.
func (k *Checker) readFormula() term.Term { return k.formulaAt(k.line.number()) }

func (k *Checker) formulaAt(n uint64) term.Term {
	t := k.termAt(n)
	switch {
	case k.st.Sort(t) != term.Bool || !k.closed(t):
		k.line.fail("not a closed formula")
	case k.known[t].private:
		k.line.fail("a formula of the input contains a symbol of the proof")
	}
	return t
}

// readClause reads literals up to 0.
func (k *Checker) readClause() []lit {
	l := &k.line
	var c []lit
	for {
		neg := l.minus()
		if l.gate() {
			c = append(c, litOf(k.readGateTerm(), neg))
			continue
		}
		n := l.number()
		if n == 0 {
			return c
		}
		t := k.termAt(n)
		if k.st.Sort(t) != term.Bool || !k.closed(t) {
			l.fail("not a closed formula")
			return nil
		}
		c = append(c, k.signed(t, neg))
	}
}

// readIDs reads numbers of clauses up to 0. They are valid until it is called again.
func (k *Checker) readIDs() []sat.ClauseID {
	k.ids = k.ids[:0]
	for {
		n := k.line.number()
		if n == 0 {
			return k.ids
		}
		k.ids = append(k.ids, sat.ClauseID(n))
	}
}

// declareTerm reads an operator and its arguments.
func (k *Checker) declareTerm() term.Term {
	l, st := &k.line, k.st
	switch op := l.word(); op {
	case wordApp:
		n := l.number()
		if n == 0 || n >= uint64(len(k.symbols)) {
			l.fail("there is no such symbol")
			return 0
		}
		sorts, _ := st.SymSorts(k.symbols[n])
		if args := k.readArgs(); k.fit(args, sorts...) {
			return st.App(k.symbols[n], args...)
		}
	case wordNum:
		return st.Numeral(l.integer())
	case wordRat:
		return st.Rat(l.rational())
	case wordConst:
		sort, args := k.readSort(), k.readArgs()
		if !st.IsArray(sort) {
			l.fail("not an array sort")
			return 0
		}
		if _, elm := st.ArraySorts(sort); k.fit(args, elm) {
			return st.ConstArray(sort, args[0])
		}
	case wordBound:
		sort := k.readSort()
		if name := l.quoted(); l.err == nil {
			return st.BoundVar(name, sort)
		}
	case "select", "store":
		return k.arrayTerm(op, k.readArgs())
	case "forall", "exists":
		return k.quantifier(op, k.readArgs())
	case "+", "*", "<=", "div", "mod", "/", "to_real", "to_int":
		return k.arithTerm(op, k.readArgs())
	default:
		if operator, ok := bitOperators[op]; ok {
			return k.bitTerm(operator)
		}
		return k.boolTerm(op, k.readArgs())
	}
	return 0
}

func (k *Checker) readArgs() []term.Term {
	var args []term.Term
	for k.line.more() {
		args = append(args, k.readTerm())
	}
	return args
}

// fit checks the number and the sorts of arguments.
func (k *Checker) fit(args []term.Term, sorts ...term.Sort) bool {
	ok := k.line.err == nil && len(args) == len(sorts)
	for i, a := range args {
		ok = ok && k.st.Sort(a) == sorts[i]
	}
	if !ok {
		k.line.fail("arguments of wrong number or sort")
	}
	return ok
}

// all checks that there are two or more arguments, all of one sort.
func (k *Checker) all(args []term.Term, sort term.Sort) bool {
	ok := k.line.err == nil && len(args) >= 2
	for _, a := range args {
		ok = ok && k.st.Sort(a) == sort
	}
	if !ok {
		k.line.fail("arguments of wrong number or sort")
	}
	return ok
}

func (k *Checker) sortOf(args []term.Term, i int) term.Sort {
	if i < len(args) {
		return k.st.Sort(args[i])
	}
	return term.NoSort
}

func (k *Checker) boolTerm(op string, args []term.Term) term.Term {
	st := k.st
	switch op {
	case "not":
		if k.fit(args, term.Bool) {
			return st.Not(args[0])
		}
	case "and":
		if k.all(args, term.Bool) {
			return st.And(args...)
		}
	case "or":
		if k.all(args, term.Bool) {
			return st.Or(args...)
		}
	case "=":
		if o := k.sortOf(args, 0); k.fit(args, o, o) {
			return st.Eq(args[0], args[1])
		}
	case "distinct":
		if k.all(args, k.sortOf(args, 0)) {
			return st.Distinct(args...)
		}
	case "ite":
		if o := k.sortOf(args, 1); k.fit(args, term.Bool, o, o) {
			return st.Ite(args[0], args[1], args[2])
		}
	default:
		k.line.fail("no such operator")
	}
	return 0
}

func (k *Checker) arithTerm(op string, args []term.Term) term.Term {
	st := k.st
	sort := term.Int
	if op == "/" || op == "to_int" || k.sortOf(args, 0) == term.Real && op != "to_real" && op != "div" && op != "mod" {
		sort = term.Real
	}
	switch op {
	case "+":
		if k.all(args, sort) {
			return st.Add(args...)
		}
		return 0
	case "to_real":
		if k.fit(args, sort) {
			return st.ToReal(args[0])
		}
		return 0
	case "to_int":
		if k.fit(args, sort) {
			return st.ToInt(args[0])
		}
		return 0
	}
	if !k.fit(args, sort, sort) {
		return 0
	}
	switch op {
	case "*":
		return st.Mul(args[0], args[1])
	case "<=":
		return st.Le(args[0], args[1])
	case "div":
		return st.Div(args[0], args[1])
	case "mod":
		return st.Mod(args[0], args[1])
	}
	return st.Quo(args[0], args[1])
}

func (k *Checker) arrayTerm(op string, args []term.Term) term.Term {
	st := k.st
	a := k.sortOf(args, 0)
	if !st.IsArray(a) {
		k.line.fail("not an array")
		return 0
	}
	index, elm := st.ArraySorts(a)
	if op == "select" {
		if k.fit(args, a, index) {
			return st.Select(args[0], args[1])
		}
	} else if k.fit(args, a, index, elm) {
		return st.Store(args[0], args[1], args[2])
	}
	return 0
}

// quantifier makes a quantifier of its body and variables.
func (k *Checker) quantifier(op string, args []term.Term) term.Term {
	if len(args) < 2 || k.st.Sort(args[0]) != term.Bool {
		k.line.fail("no body or no variables")
		return 0
	}
	inner := k.vars[args[0]]
	for i, v := range args[1:] {
		if k.st.Op(v) != term.OpBound || slices.Contains(args[1:1+i], v) {
			k.line.fail("not a variable, or the same one again")
			return 0
		}
		if slices.Contains(inner.bound, v) {
			k.line.fail("a quantifier inside binds the same variable")
			return 0
		}
	}
	for _, v := range inner.free {
		if slices.Contains(inner.bound, v) {
			k.line.fail("a variable is both free and bound in the body")
			return 0
		}
	}
	q := term.Quant{Vars: args[1:], Body: args[0]}
	if op == "exists" {
		return k.st.Quantify(term.OpExists, q)
	}
	return k.st.Quantify(term.OpForall, q)
}
