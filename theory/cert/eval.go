package cert

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	points   = 60   // tried for one clause
	maxDepth = 5000 // of a term that is evaluated
)

var (
	errNested = errors.New("a quantifier inside a quantifier")
	errDeep   = errors.New("a term too deep to be evaluated")
	errFalse  = errors.New("the clause is false at a point")
)

// evaluate tries a clause at points: interpretations of all symbols by hashes.
// An instance of a quantifier need hold only where the body holds.
func (k *Checker) evaluate(c *Certificate) (Verdict, error) {
	st := k.st
	clause := c.Clause
	if c.Rule == Instance {
		if len(c.Args) == 0 || len(clause) == 0 || clause[0] != (Literal{c.Args[0], true}) || st.Op(c.Args[0]) != term.OpForall {
			return Rejected, errShape
		}
		clause = clause[1:]
		if vars := st.Quant(c.Args[0]).Vars; len(vars) != len(c.Args)-1 {
			return Rejected, errShape
		}
	}
	for seed := range uint64(points) {
		e := newEvaluator(st, seed, clause)
		if c.Rule == Instance {
			q := st.Quant(c.Args[0])
			for i, v := range q.Vars {
				if st.Sort(v) != st.Sort(c.Args[i+1]) {
					return Rejected, errShape
				}
				e.memo[v] = e.eval(c.Args[i+1], 0)
			}
			if body := e.eval(q.Body, 0); e.err == nil && body.n.IsZero() {
				continue
			}
		}
		holds := false
		for _, l := range clause {
			holds = holds || e.eval(l.T, 0).n.IsZero() == l.Neg
		}
		if e.err != nil {
			return Unsupported, e.err
		}
		if !holds {
			return Rejected, errFalse
		}
	}
	return Evaluated, nil
}

// value is a number, a truth value (0 or 1), an element of a sort, or an array.
type value struct {
	n   num.Int
	arr *array
}

// array is what base says everywhere but at the entries.
type array struct {
	sort    term.Sort
	base    uint64 // hash, unless isConst
	isConst bool
	all     value
	entries map[string]value
}

type evaluator struct {
	st   *term.Store
	seed uint64
	pool []num.Int
	memo map[term.Term]value
	err  error
}

func newEvaluator(st *term.Store, seed uint64, clause []Literal) *evaluator {
	e := &evaluator{st: st, seed: seed, memo: map[term.Term]value{}}
	for i := range int64(5) {
		e.pool = append(e.pool, num.FromInt64(i-2))
	}
	// The numerals of the clause are where it may fail.
	seen := map[term.Term]bool{}
	var work []term.Term
	for _, l := range clause {
		work = append(work, l.T)
	}
	for len(work) > 0 && len(e.pool) < 40 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if st.IsNum(t) {
			for i := range int64(3) {
				e.pool = append(e.pool, st.Num(t).Add(num.FromInt64(i-1)), st.Num(t).Neg().Add(num.FromInt64(i-1)))
			}
		}
		work = append(work, st.Args(t)...)
	}
	return e
}

func (e *evaluator) hash(parts ...string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, e.seed)
	for _, p := range parts {
		fmt.Fprint(h, "|", p)
	}
	x := h.Sum64() // whose low bits know little of the high ones
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// any returns a value of a sort.
func (e *evaluator) any(o term.Sort, h uint64) value {
	switch {
	case e.st.IsArray(o):
		return value{arr: &array{sort: o, base: h % 3}} // few, so that some are equal
	case o == term.Bool:
		return value{n: num.FromInt64(int64(h >> 7 & 1))}
	case o == term.Int:
		return value{n: e.pool[h%uint64(len(e.pool))]}
	}
	return value{n: num.FromInt64(int64(h % 4))}
}

func truth(b bool) value {
	if b {
		return value{n: num.FromInt64(1)}
	}
	return value{}
}

// at returns the element of an array at an index with this key.
func (e *evaluator) at(a *array, key string) value {
	if v, ok := a.entries[key]; ok {
		return v
	}
	return e.otherwise(a, key)
}

func (e *evaluator) otherwise(a *array, key string) value {
	if a.isConst {
		return a.all
	}
	_, elm := e.st.ArraySorts(a.sort)
	return e.any(elm, e.hash("array", fmt.Sprint(a.sort, a.base), key))
}

// key names a value among those of its sort.
func (e *evaluator) key(v value) string {
	if v.arr == nil {
		return v.n.String()
	}
	a := v.arr
	var b strings.Builder
	if a.isConst {
		fmt.Fprintf(&b, "const %s", e.key(a.all))
	} else {
		fmt.Fprintf(&b, "base %d", a.base)
	}
	keys := make([]string, 0, len(a.entries))
	for k := range a.entries {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if x := e.key(a.entries[k]); x != e.key(e.otherwise(a, k)) {
			fmt.Fprintf(&b, "{%s:%s}", k, x)
		}
	}
	return b.String()
}

func (e *evaluator) eval(t term.Term, depth int) value {
	if v, ok := e.memo[t]; ok {
		return v
	}
	if depth > maxDepth {
		e.err = errDeep
		return value{}
	}
	var args []value
	switch e.st.Op(t) {
	case term.OpForall, term.OpExists, term.OpBound:
		e.err = errNested
	default:
		for _, a := range e.st.Args(t) {
			args = append(args, e.eval(a, depth+1))
		}
	}
	var v value
	if e.err == nil {
		v = e.apply(t, args)
	}
	e.memo[t] = v
	return v
}

func (e *evaluator) apply(t term.Term, a []value) value {
	st := e.st
	switch op := st.Op(t); op {
	case term.OpTrue, term.OpFalse:
		return truth(op == term.OpTrue)
	case term.OpNot:
		return truth(a[0].n.IsZero())
	case term.OpAnd, term.OpOr:
		for _, x := range a {
			if x.n.IsZero() == (op == term.OpAnd) {
				return truth(op == term.OpOr)
			}
		}
		return truth(op == term.OpAnd)
	case term.OpEq:
		return truth(e.key(a[0]) == e.key(a[1]))
	case term.OpDistinct:
		seen := map[string]bool{}
		for _, x := range a {
			seen[e.key(x)] = true
		}
		return truth(len(seen) == len(a))
	case term.OpIte:
		if a[0].n.IsZero() {
			return a[2]
		}
		return a[1]
	case term.OpApp:
		parts := []string{fmt.Sprint("symbol ", st.Sym(t))}
		for _, x := range a {
			parts = append(parts, e.key(x))
		}
		return e.any(st.Sort(t), e.hash(parts...))
	case term.OpSelect:
		return e.at(a[0].arr, e.key(a[1]))
	case term.OpStore:
		b := *a[0].arr
		b.entries = map[string]value{e.key(a[1]): a[2]}
		for k, x := range a[0].arr.entries {
			if _, ok := b.entries[k]; !ok {
				b.entries[k] = x
			}
		}
		return value{arr: &b}
	case term.OpConstArray:
		return value{arr: &array{sort: st.Sort(t), isConst: true, all: a[0]}}
	}
	return value{n: e.arith(t, a)}
}

func (e *evaluator) arith(t term.Term, a []value) num.Int {
	switch op := e.st.Op(t); op {
	case term.OpNum:
		return e.st.Num(t)
	case term.OpAdd:
		var sum num.Int
		for _, x := range a {
			sum = sum.Add(x.n)
		}
		return sum
	case term.OpMul:
		return a[0].n.Mul(a[1].n)
	case term.OpLe:
		return truth(!a[1].n.Less(a[0].n)).n
	case term.OpDiv, term.OpMod:
		if a[1].n.IsZero() {
			return e.any(term.Int, e.hash(op.String(), a[0].n.String())).n
		}
		q, r := a[0].n.EuclidDivMod(a[1].n)
		if op == term.OpDiv {
			return q
		}
		return r
	}
	e.err = fmt.Errorf("no value for %v", e.st.Op(t))
	return num.Int{}
}
