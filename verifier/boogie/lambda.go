package boogie

import (
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
}

// lambdaVar identifies a canonical variable.
type lambdaVar struct {
	param bool // of the function; else of the lambda
	sort  term.Sort
	index int
}

// lambda returns the map that a lambda expression means, as Boogie does: the value of a function with an axiom that says
// what its elements are. The arguments are the largest terms of the body that are the same for all elements. So lambdas
// that differ in these only share the function, and are equal where they are.
func (l *lowerer) lambda(x *syntax.Expr, body term.Term) term.Term {
	n := len(l.bindings) - len(l.f.Binders[x.Val].Vars)
	vars := l.bindings[n:]
	l.bindings = l.bindings[:n]
	args := invariable(l.st, vars, body)
	u := term.NewSubst(l.st, l.st)
	params := l.canonical(u, true, args)
	index := l.canonical(u, false, vars)
	elem := u.Apply(body)
	var key strings.Builder // the body does not say which variables there are
	for _, t := range append([]term.Term{elem}, index...) {
		key.WriteString(strconv.Itoa(int(t)) + " ")
	}
	f, ok := l.lambdas.funcs[key.String()]
	if !ok {
		f = l.declareLambda(params, index, elem)
		l.lambdas.funcs[key.String()] = f
	}
	return l.st.App(f, args...)
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
func (l *lowerer) declareLambda(params, index []term.Term, elem term.Term) term.Sym {
	st := l.st
	sorts := make([]term.Sort, len(params))
	for i, p := range params {
		sorts[i] = st.Sort(p)
	}
	sort := st.Sort(elem)
	for _, v := range slices.Backward(index) {
		sort = st.ArraySort(st.Sort(v), sort)
	}
	f := st.FreshFun("lambda", sorts, sort)
	at := l.selects(st.App(f, params...), index)
	q := term.Quant{Vars: append(slices.Clone(params), index...), Body: st.Eq(at, elem), Patterns: [][]term.Term{{at}}, Name: "lambda"}
	l.prog.Axioms = append(l.prog.Axioms, prog.Axiom{Cond: st.Quantify(term.OpForall, q)})
	return f
}

// invariable returns the largest terms of a body that contain neither certain variables nor what is bound in the body, in the order of
// their occurrence. Values are left out.
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
