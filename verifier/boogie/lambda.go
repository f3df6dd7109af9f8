package boogie

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// lambdas are the functions of which lambda expressions are values.
type lambdas struct {
	funcs map[string]term.Sym     // by what their elements are
	vars  map[lambdaVar]term.Term // canonical variables
	cases []lambdaCase            // of the one with type parameters whose body was evaluated last
}

// lambdaCase is what a lambda expression with type parameters is for certain types. The parts of the map whose types
// vary with the parameters have these in types, the others noType.
type lambdaCase struct {
	vars  []term.Term
	body  term.Term
	types []typ
}

// lambdaVar identifies a canonical variable.
type lambdaVar struct {
	param bool // of the function; else of the lambda
	sort  term.Sort
	index int
}

// lambda returns the map that a lambda expression means, as Boogie does: the value of a function with an axiom that
// says what its elements are. The arguments are the largest terms of the body that are the same for all elements. So
// lambdas that differ in these only share the function, and are equal where they are.
func (l *lowerer) lambda(x *syntax.Expr, body term.Term) term.Term {
	n := len(l.bindings) - len(l.f.Binders[x.Val].Vars)
	vars := l.bindings[n:]
	l.bindings = l.bindings[:n]
	return l.mapOf(vars, body, false)
}

// mapOf returns the map whose elements are body, for the variables as indices. If each is set, an element is
// distinguished also where one of those of the maps that it is made of occurs.
func (l *lowerer) mapOf(vars []term.Term, body term.Term, each bool) term.Term {
	args := invariable(l.st, vars, body)
	u := l.sub
	u.Reset()
	params := l.canonical(u, true, args)
	index := l.canonical(u, false, vars)
	elem := u.Apply(body)
	var key strings.Builder // the body does not say which variables there are
	for _, t := range append([]term.Term{elem}, index...) {
		key.WriteString(strconv.Itoa(int(t)) + " ")
	}
	f, ok := l.lambdas.funcs[key.String()]
	if !ok {
		f = l.declareLambda(params, index, elem, each)
		if l.prog.Lambdas == nil {
			l.prog.Lambdas = map[term.Sym]prog.Lambda{}
		}
		x := prog.Lambda{Params: params, Index: index, Elem: elem}
		for _, v := range vars {
			x.Names = append(x.Names, l.st.SymName(l.st.BoundSym(v)))
		}
		l.prog.Lambdas[f] = x
		l.lambdas.funcs[key.String()] = f
	}
	return l.st.App(f, args...)
}

// lambdaCase notes the body of a lambda expression for certain types.
func (l *lowerer) lambdaCase(x *syntax.Expr, body term.Term) term.Term {
	n := len(l.bindings) - len(l.f.Binders[x.Val].Vars)
	l.lambdas.cases = append(l.lambdas.cases, lambdaCase{vars: slices.Clone(l.bindings[n:]), body: body})
	l.bindings = l.bindings[:n]
	return body
}

// lambdaOver returns the map that a lambda expression with type parameters means, whose nodes are from at to end. The
// axioms say what its elements are for the types with which maps of its type are used, and for types of which nothing
// is known.
func (l *lowerer) lambdaOver(at, end syntax.ExprID) term.Term {
	ts, m, params, outer := l.c.types, l.concrete(l.c.mapAt[end]), l.c.given[at], l.env
	unknown := make([]typ, len(params))
	for i, p := range params {
		unknown[i] = l.c.opaque(l.c.text(ts.info[p].name))
	}
	around := len(l.over)
	l.over = append(l.over, params...)
	defer func(before bool) { l.env, l.assumed, l.over = outer, before, l.over[:around] }(l.assumed)
	l.assumed = false
	var cases []lambdaCase
	var args []term.Term
	for _, types := range append(slices.Clone(l.c.insts.maps[m]), unknown) {
		l.env = maps.Clone(outer)
		if l.env == nil {
			l.env = map[typ]typ{}
		}
		for i, p := range params {
			l.env[p] = types[i]
		}
		l.run(at, end, true, 0)
		last := len(l.lambdas.cases) - 1
		c := l.lambdas.cases[last]
		l.lambdas.cases = l.lambdas.cases[:last]
		c.types = l.c.types.varying(m, types)
		for _, t := range invariable(l.st, c.vars, c.body) {
			if !slices.Contains(args, t) {
				args = append(args, t)
			}
		}
		cases = append(cases, c)
	}
	return l.st.App(l.lambdaFunc(m, cases, args), args...)
}

// lambdaFunc returns the function of which a lambda expression with type parameters is the value for arguments.
func (l *lowerer) lambdaFunc(m typ, cases []lambdaCase, args []term.Term) term.Sym {
	u := l.sub
	u.Reset()
	params := l.canonical(u, true, args)
	key := fmt.Sprint("map ", m)
	for i, c := range cases {
		c.vars = l.canonical(u, false, c.vars)
		c.body = u.Apply(c.body)
		cases[i] = c
		key += fmt.Sprint(c.types, c.vars, c.body)
	}
	f, ok := l.lambdas.funcs[key]
	if ok {
		return f
	}
	f = l.st.FreshFun("lambda", l.sortsOf(params), l.c.sort(l.st, m))
	l.lambdas.funcs[key] = f
	for _, c := range cases {
		n := len(c.types) - 1
		if c.types[n] != noType {
			c.body = l.st.App(l.coded("value", c.types[n]).in, c.body)
		}
		l.lambdaAxiom(params, c.vars, l.selects(l.st.App(f, params...), l.keys(c.types[:n], c.vars)), c.body)
	}
	return f
}

// lambdaAxiom says what an element of a map is.
func (l *lowerer) lambdaAxiom(params, index []term.Term, at, elem term.Term) {
	st := l.st
	defined := st.Sort(at)
	for k := len(index) - 1; k >= 0; k-- {
		defined = st.ArraySort(st.Sort(index[k]), defined)
	}
	q := term.Quant{Vars: append(slices.Clone(params), index...), Body: st.Eq(at, elem), Patterns: [][]term.Term{{at}},
		Name: "lambda"}
	l.prog.Axioms = append(l.prog.Axioms, prog.Axiom{Cond: st.Quantify(term.OpForall, q), Defines: defined})
}

// canonical binds terms to canonical variables, which it returns.
func (l *lowerer) canonical(u *term.Subst, param bool, terms []term.Term) []term.Term {
	out := make([]term.Term, len(terms))
	for i, t := range terms {
		v := lambdaVar{param, l.st.Sort(t), i}
		if l.lambdas.vars[v] == 0 {
			l.lambdas.vars[v] = l.st.BoundVar(map[bool]string{true: "p", false: "i"}[param]+strconv.Itoa(i), v.sort)
		}
		out[i] = l.lambdas.vars[v]
		u.Bind(t, out[i])
	}
	return out
}

// declareLambda declares a function whose values are maps with certain elements.
func (l *lowerer) declareLambda(params, index []term.Term, elem term.Term, each bool) term.Sym {
	st := l.st
	sort := st.Sort(elem)
	for _, v := range slices.Backward(index) {
		sort = st.ArraySort(st.Sort(v), sort)
	}
	f := st.FreshFun("lambda", l.sortsOf(params), sort)
	app := st.App(f, params...)
	l.lambdaAxiom(params, index, l.selects(app, index), elem)
	if !each || len(params) == 0 {
		return f
	}
	q := &l.prog.Axioms[len(l.prog.Axioms)-1].Cond
	quant := st.Quant(*q)
	for _, p := range params {
		if !st.IsArray(st.Sort(p)) {
			continue
		}
		if i, _ := st.ArraySorts(st.Sort(p)); i == st.Sort(index[0]) {
			quant.Patterns = append(quant.Patterns, []term.Term{app, st.Select(p, index[0])})
		}
	}
	*q = st.Quantify(term.OpForall, quant)
	return f
}

// invariable returns the largest terms of a body that contain neither certain variables nor what is bound in the
// body, in the order of their occurrence. Values are left out.
func invariable(st *term.Store, vars []term.Term, body term.Term) (out []term.Term) {
	varies := map[term.Term]bool{}
	for _, v := range vars {
		varies[v] = true
	}
	var terms []term.Term
	st.Visit(func(t term.Term) bool {
		if op := st.Op(t); op == term.OpForall || op == term.OpExists {
			for _, v := range st.Quant(t).Vars {
				varies[v] = true
			}
		}
		terms = append(terms, t)
		return true
	}, body)
	slices.Sort(terms) // arguments are older
	for _, t := range terms {
		if !varies[t] && slices.ContainsFunc(st.Args(t), func(a term.Term) bool { return varies[a] }) {
			varies[t] = true
		}
	}
	st.Visit(func(t term.Term) bool {
		if !varies[t] && !st.IsValue(t) {
			out = append(out, t)
		}
		return varies[t]
	}, body)
	return out
}
