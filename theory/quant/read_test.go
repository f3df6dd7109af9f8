package quant_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// reader makes terms of S-expressions, for tests: (forall (x y) ((pattern ...) ...) body)
// binds Int variables; unknown atoms are Int constants, "M..." arrays.
type reader struct {
	t    *testing.T
	st   *term.Store
	toks []string
	vars map[string]term.Term
	funs map[string]term.Sym
}

func newReader(t *testing.T, st *term.Store) *reader {
	r := &reader{t: t, st: st, vars: map[string]term.Term{}, funs: map[string]term.Sym{}}
	r.fun("BAND", term.Int, term.Int, term.Int)
	r.fun("BOR", term.Int, term.Int, term.Int)
	r.fun("BNOT", term.Int, term.Int)
	r.fun("POW2", term.Bool, term.Int)
	r.fun("f", term.Int, term.Int)
	r.fun("g", term.Int, term.Int, term.Int)
	r.fun("P", term.Bool, term.Int)
	return r
}

func (r *reader) fun(name string, res term.Sort, args ...term.Sort) {
	r.funs[name] = r.st.DeclareFun(name, args, res)
}

func (r *reader) read(s string) term.Term {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "(", " ( "), ")", " ) ")
	r.toks = strings.Fields(s)
	x := r.expr()
	if len(r.toks) > 0 {
		r.t.Fatalf("left over: %v", r.toks)
	}
	return x
}

func (r *reader) next() string {
	x := r.toks[0]
	r.toks = r.toks[1:]
	return x
}

func (r *reader) list() []term.Term {
	var out []term.Term
	for r.toks[0] != ")" {
		out = append(out, r.expr())
	}
	r.next()
	return out
}

func (r *reader) expr() term.Term {
	a := r.next()
	if a != "(" {
		return r.atom(a)
	}
	op := r.next()
	if op == "forall" {
		return r.forall()
	}
	args := r.list()
	switch op {
	case "=":
		return r.st.Eq(args[0], args[1])
	case "and":
		return r.st.And(args...)
	case "or":
		return r.st.Or(args...)
	case "not":
		return r.st.Not(args[0])
	case "=>":
		return r.st.Implies(args[0], args[1])
	case "+":
		return r.st.Add(args...)
	case "*":
		return r.st.Mul(args[0], args[1])
	case "<=":
		return r.st.Le(args[0], args[1])
	case "select":
		return r.st.Select(args[0], args[1])
	case "store":
		return r.st.Store(args[0], args[1], args[2])
	}
	f, ok := r.funs[op]
	if !ok {
		r.t.Fatalf("no function %s", op)
	}
	return r.st.App(f, args...)
}

func (r *reader) forall() term.Term {
	q := term.Quant{}
	r.next()
	saved := map[string]term.Term{}
	for r.toks[0] != ")" {
		name := r.next()
		saved[name] = r.vars[name]
		r.vars[name] = r.st.BoundVar(name, r.sort(name))
		q.Vars = append(q.Vars, r.vars[name])
	}
	r.next()
	r.next()
	for r.toks[0] != ")" {
		r.next()
		q.Patterns = append(q.Patterns, r.list())
	}
	r.next()
	q.Body = r.expr()
	r.next()
	for name, v := range saved {
		r.vars[name] = v
	}
	return r.st.Quantify(term.OpForall, q)
}

func (r *reader) atom(a string) term.Term {
	if n, err := strconv.ParseInt(a, 10, 64); err == nil {
		return r.st.Int(n)
	}
	if r.vars[a] == 0 {
		r.vars[a] = r.st.FreshConst(a, r.sort(a))
	}
	return r.vars[a]
}

// sort returns the sort of a constant or a variable.
func (r *reader) sort(name string) term.Sort {
	array := r.st.ArraySort(term.Int, term.Int)
	switch {
	case strings.HasPrefix(name, "L"):
		return r.st.UninterpretedSort("L")
	case strings.HasPrefix(name, "MM"):
		return r.st.ArraySort(term.Int, array)
	case strings.HasPrefix(name, "M"):
		return array
	}
	return term.Int
}
