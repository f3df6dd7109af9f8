package smtlib

import (
	"slices"
	"strconv"

	"github.com/muster-smt/muster/theory/term"
)

// lambdas are the arrays given by a term for each index: (lambda ((x S)) body),
// (_ as-array f), ((_ map f) a b). Reading one at an index gives the body. Otherwise it
// becomes the application of a new function to the bound variables that are free in it.
// Whatever is asserted or assumed with such an application has its definition as another
// conjunct, for all indices; every model extends to the new function.
type lambdas struct {
	bySym  map[term.Sym]*lambda
	byBody map[term.Term]*lambda // by body over canonical variables
	vars   map[varKey]term.Term  // the canonical variables
	axioms map[term.Term]term.Term
}

// lambda is one of these functions.
type lambda struct {
	f    term.Sym
	free []term.Term // its parameters
	x    term.Term   // the index
	body term.Term
}

// varKey is the canonical variable of a sort with a number.
type varKey struct {
	sort term.Sort
	k    int
}

// lambda returns the array that has the given body at each index x.
func (r *Reader) lambda(x, body term.Term) (term.Term, error) {
	st := r.st
	body = r.settle(body, false)
	free := r.freeVars(body)
	k := slices.Index(free, x)
	array := st.ArraySort(st.Sort(x), st.Sort(body))
	if k < 0 {
		return st.ConstArray(array, body), nil
	}
	if st.Op(body) == term.OpSelect && st.Arg(body, 1) == x && !slices.Contains(r.freeVars(st.Arg(body, 0)), x) {
		return st.Arg(body, 0), nil
	}
	if len(free) == 1 {
		if t, err := r.arrayOf(&frame{}, &binder{vars: []term.Term{x}}, body); err == nil {
			return t, nil
		}
	}
	free = slices.Delete(free, k, k+1)
	l, err := r.lambdaFor(free, x, body)
	if err != nil {
		return 0, err
	}
	return st.App(l.f, free...), nil
}

// lambdaFor returns the function for a lambda, the same one for the same body up to the
// names of variables.
func (r *Reader) lambdaFor(free []term.Term, x, body term.Term) (*lambda, error) {
	st, all := r.st, &r.lambdas
	vars := append(slices.Clone(free), x)
	canonical := make([]term.Term, len(vars))
	for k, v := range vars {
		key := varKey{st.Sort(v), k - len(free)} // the index is number 0
		if all.vars[key] == 0 {
			all.vars[key] = st.BoundVar("v"+strconv.Itoa(k), st.Sort(v))
		}
		canonical[k] = all.vars[key]
	}
	key, err := r.replace(vars, canonical, body)
	if err != nil {
		return nil, err
	}
	l := all.byBody[key]
	if l == nil {
		f := st.FreshFun("lambda!"+strconv.Itoa(len(all.bySym)), r.sortsOf(free), st.ArraySort(st.Sort(x), st.Sort(body)))
		l = &lambda{f, free, x, body}
		all.byBody[key], all.bySym[f] = l, l
	}
	return l, nil
}

// replace replaces variables in a term.
func (r *Reader) replace(vars, by []term.Term, t term.Term) (term.Term, error) {
	r.subst.Reset()
	for k, v := range vars {
		r.subst.Bind(v, by[k])
	}
	t, ok := r.subst.ApplyUntil(r.poll, t)
	if !ok {
		return 0, r.fatal
	}
	return t, nil
}

// openTerms visits the subterms of t with variables, until visit, which returns where to go on,
// reports false.
func (r *Reader) openTerms(t term.Term, visit func(u term.Term) ([]term.Term, bool)) {
	seen, work := map[term.Term]bool{}, []term.Term{t}
	for len(work) > 0 && !r.poll() {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[u] || r.st.Ground(u) {
			continue
		}
		seen[u] = true
		next, ok := visit(u)
		if !ok {
			return
		}
		work = append(work, next...)
	}
}

// freeVars returns the variables that are free in a term.
func (r *Reader) freeVars(t term.Term) []term.Term {
	st := r.st
	var vars []term.Term
	bound := map[term.Term]bool{}
	r.openTerms(t, func(u term.Term) ([]term.Term, bool) {
		switch st.Op(u) {
		case term.OpBound:
			vars = append(vars, u)
		case term.OpForall, term.OpExists:
			for _, x := range st.Quant(u).Vars {
				bound[x] = true
			}
			return []term.Term{st.Quant(u).Body}, true
		}
		return st.Args(u), true
	})
	return slices.DeleteFunc(vars, func(x term.Term) bool { return bound[x] })
}

// element returns the element of an array at an index. Where lambdas are stored to or
// chosen between, it reads these, so that no definition is needed.
func (r *Reader) element(a, index term.Term) (term.Term, error) {
	if len(r.lambdas.bySym) == 0 || !r.overLambda(a) {
		return r.st.Select(a, index), nil
	}
	st := r.st
	switch st.Op(a) {
	case term.OpStore:
		rest, err := r.element(st.Arg(a, 0), index)
		if err != nil {
			return 0, err
		}
		return st.Ite(st.Eq(index, st.Arg(a, 1)), st.Arg(a, 2), rest), nil
	case term.OpIte:
		then, err := r.element(st.Arg(a, 1), index)
		if err != nil {
			return 0, err
		}
		els, err := r.element(st.Arg(a, 2), index)
		if err != nil {
			return 0, err
		}
		return st.Ite(st.Arg(a, 0), then, els), nil
	}
	l := r.lambdas.bySym[st.Sym(a)]
	return r.replace(append(slices.Clone(l.free), l.x), append(slices.Clone(st.Args(a)), index), l.body)
}

// maxLayers bounds the stores and choices above a lambda that a read passes.
const maxLayers = 32

// overLambda reports whether an array is a lambda below few stores and choices.
func (r *Reader) overLambda(a term.Term) bool {
	st := r.st
	layers := 0
	for work := []term.Term{a}; len(work) > 0; layers++ {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case layers > maxLayers:
			return false
		case st.Op(t) == term.OpStore:
			work = append(work, st.Arg(t, 0))
		case st.Op(t) == term.OpIte:
			work = append(work, st.Arg(t, 1), st.Arg(t, 2))
		case st.Op(t) != term.OpApp || r.lambdas.bySym[st.Sym(t)] == nil:
			return false
		}
	}
	return true
}

// define adds the definitions of the lambdas in a command's formulas to these. Other
// commands can only have lambdas that they read.
func (r *Reader) define(c *Command) error {
	if len(r.lambdas.bySym) == 0 {
		return nil
	}
	for k, t := range c.Terms {
		axioms, err := r.definitions(t)
		if err != nil {
			return err
		}
		if len(axioms) == 0 || c.Kind == DefineFun {
			continue
		}
		if t, err = r.reduce(t); err != nil {
			return err
		}
		c.Terms[k] = t
		if axioms, err = r.definitions(t); err != nil {
			return err
		}
		if len(axioms) == 0 {
			continue
		}
		switch c.Kind {
		case Assert, CheckSatAssuming, DefineFunsRec:
			c.Terms[k] = r.st.And(append(axioms, t)...)
		default:
			return r.errorOff(0, "unsupported: lambda, map or as-array outside assertions, unless an element is read")
		}
	}
	if c.Kind != Assert {
		c.Named = slices.DeleteFunc(c.Named, func(n Named) bool {
			axioms, err := r.definitions(n.Term)
			return err != nil || len(axioms) > 0
		})
	}
	return nil
}

// definitions returns the axioms of the lambdas in a term, and of those in these axioms.
func (r *Reader) definitions(t term.Term) ([]term.Term, error) {
	st := r.st
	var axioms []term.Term
	seen, work := map[term.Term]bool{t: true}, []term.Term{t}
	add := func(ts ...term.Term) {
		for _, u := range ts {
			if !seen[u] {
				seen[u] = true
				work = append(work, u)
			}
		}
	}
	for len(work) > 0 {
		if r.poll() {
			return nil, r.fatal
		}
		u := work[len(work)-1]
		work = work[:len(work)-1]
		add(st.Args(u)...)
		if st.Op(u) != term.OpApp || r.lambdas.bySym[st.Sym(u)] == nil {
			continue
		}
		l := r.lambdas.bySym[st.Sym(u)]
		at := u
		if !st.Ground(u) {
			at = st.App(l.f, l.free...)
		}
		axiom, ok := r.lambdas.axioms[at]
		if !ok {
			var err error
			if axiom, err = r.definition(l, at); err != nil {
				return nil, err
			}
			r.lambdas.axioms[at] = axiom
		}
		if !seen[axiom] {
			axioms = append(axioms, axiom)
		}
		add(axiom)
	}
	return axioms, nil
}

// definition returns the axiom of a lambda for arguments, which are ground or its own
// parameters.
func (r *Reader) definition(l *lambda, at term.Term) (term.Term, error) {
	st := r.st
	var vars []term.Term
	by := slices.Clone(st.Args(at))
	if !st.Ground(at) {
		for k, v := range l.free {
			by[k] = st.BoundVar(st.SymName(st.BoundSym(v)), st.Sort(v))
		}
		vars = slices.Clone(by)
	}
	x := st.BoundVar(st.SymName(st.BoundSym(l.x)), st.Sort(l.x))
	vars = append(vars, x)
	body, err := r.replace(append(slices.Clone(l.free), l.x), append(slices.Clone(by), x), l.body)
	if err != nil {
		return 0, err
	}
	read := st.Select(st.App(l.f, by...), x)
	q := term.Quant{Vars: vars, Body: st.Eq(read, body), Patterns: [][]term.Term{{read}}, Name: st.SymName(l.f)}
	q.Patterns = append(q.Patterns, r.reads(vars, x, body)...)
	return st.Quantify(term.OpForall, q), nil
}

// maxReads bounds the patterns of a lambda.
const maxReads = 8

// reads returns patterns for the definition of a lambda beside the array itself: the
// terms in its body that have the index as an argument, if it occurs nowhere else.
// Otherwise they could match without end.
func (r *Reader) reads(vars []term.Term, x, body term.Term) (patterns [][]term.Term) {
	st := r.st
	matching := true
	r.openTerms(body, func(u term.Term) (next []term.Term, ok bool) {
		op := st.Op(u)
		matching = matching && op != term.OpForall && op != term.OpExists
		read := false
		for k, a := range st.Args(u) {
			if a != x {
				next = append(next, a)
				continue
			}
			read = op == term.OpApp || op == term.OpSelect && k == 1
			matching = matching && read
		}
		if read && len(patterns) < maxReads && len(r.freeVars(u)) == len(vars) {
			patterns = append(patterns, []term.Term{u})
		}
		return next, matching
	})
	if !matching {
		return nil
	}
	return patterns
}
