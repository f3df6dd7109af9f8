package smt_test

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// A script is a list of operations on solvers, over one store. Tests of all
// kinds make scripts and run them; what fails is shrunk and printed.
type script struct {
	// candidates says that a candidate is enough: the script has axioms that no
	// model of this solver satisfies, or was recorded by an engine.
	candidates bool
	st         *term.Store
	ops        []op
	before     func(*smt.Solver) // each operation of visit; may be nil
}

type opKind uint8

const (
	opAssert opKind = iota
	opFlow
	opPush
	opPop
	opCheck
)

type op struct {
	kind opKind
	ts   []term.Term
}

func (s *script) add(k opKind, ts ...term.Term) { s.ops = append(s.ops, op{k, ts}) }

// text writes the script; a flow clause becomes an assertion.
func (s *script) text() string { return s.textOf(func(int) bool { return true }) }

// textOf writes the script with the checks that are wanted.
func (s *script) textOf(wanted func(check int) bool) string {
	checks, open := 0, 0
	var out bytes.Buffer
	w := smtlib.NewWriter(&out, s.st, smtlib.Options{})
	for _, o := range s.ops {
		switch o.kind {
		case opAssert, opFlow:
			w.Assert(o.ts[0])
		case opPush:
			open++
			w.Push()
		case opPop:
			if open > 0 {
				open--
				w.Pop(1)
			}
		case opCheck:
			if checks++; !wanted(checks - 1) {
				continue
			}
			if len(o.ts) == 0 {
				w.CheckSat()
			} else {
				w.CheckSatAssuming(o.ts)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err.Error()
	}
	return out.String()
}

// answer is what one check of a script gave.
type answer struct {
	smt.Result
	core []term.Term
	all  []term.Term // what was asserted
}

// visit runs a script on a solver and hands every answer over; an error ends it.
func (s *script) visit(sol *smt.Solver, f func(o op, a answer) error) error {
	scopes := [][]term.Term{nil}
	for _, o := range s.ops {
		top := len(scopes) - 1
		if s.before != nil {
			s.before(sol)
		}
		switch o.kind {
		case opAssert:
			scopes[top] = append(scopes[top], o.ts[0])
			sol.Assert(o.ts[0])
		case opFlow:
			scopes[0] = append(scopes[0], o.ts[0])
			sol.AssertFlow(o.ts[0])
		case opPush:
			scopes = append(scopes, nil)
			sol.Push()
		case opPop:
			if top > 0 {
				scopes = scopes[:top]
				sol.Pop()
			}
		case opCheck:
			a := answer{Result: checkFor(sol, o.ts)}
			for _, sc := range scopes {
				a.all = append(a.all, sc...)
			}
			if a.Status == sat.Unsat {
				a.core = sol.Core()
			}
			if err := f(o, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// asserts reports whether f is asserted outside all scopes.
func (s *script) asserts(f term.Term) bool {
	for _, o := range s.ops {
		switch {
		case o.kind == opPush:
			return false
		case o.kind == opAssert && o.ts[0] == f:
			return true
		}
	}
	return false
}

func (s *script) with(i int, o op) *script {
	ops := append([]op(nil), s.ops...)
	ops[i] = o
	return &script{candidates: s.candidates, st: s.st, ops: ops}
}

func (s *script) without(i, n int) *script {
	ops := append([]op(nil), s.ops[:i]...)
	return &script{candidates: s.candidates, st: s.st, ops: append(ops, s.ops[i+n:]...)}
}

// shrink makes a script smaller while it fails.
func (s *script) shrink(fails func(*script) error) *script {
	budget, end := 4000, time.Now().Add(2*time.Minute)
	try := func(c *script) bool {
		if budget--; time.Now().After(end) {
			budget = 0
		}
		return budget > 0 && fails(c) != nil
	}
	for again := true; again && budget > 0; {
		again = false
		for n := max(len(s.ops)/2, 1); n > 0; n /= 2 {
			for i := len(s.ops) - n; i >= 0; i-- {
				if i+n <= len(s.ops) {
					if c := s.without(i, n); try(c) {
						s, again = c, true
					}
				}
			}
		}
		for i := range s.ops {
			if s.ops[i].kind == opFlow {
				continue // it would no longer be implied
			}
			for j := 0; j < len(s.ops[i].ts); j++ {
				o := s.ops[i]
				if o.kind == opCheck {
					c := s.with(i, op{o.kind, append(append([]term.Term(nil), o.ts[:j]...), o.ts[j+1:]...)})
					if try(c) {
						s, again = c, true
						j--
						continue
					}
				}
				for _, t := range smaller(s.st, o.ts[j]) {
					ts := append([]term.Term(nil), s.ops[i].ts...)
					ts[j] = t
					if c := s.with(i, op{o.kind, ts}); try(c) {
						s, again = c, true
						j--
						break
					}
				}
			}
		}
	}
	return s
}

// smaller returns terms with one subterm replaced by a part of it or by
// something simple.
func smaller(st *term.Store, t term.Term) []term.Term {
	var out []term.Term
	for _, u := range parts(st, t) {
		var subs []term.Term
		switch st.Sort(u) {
		case term.Bool:
			subs = append(subs, st.True(), st.False())
		case term.Int:
			if st.Op(u) != term.OpNum {
				subs = append(subs, st.Int(0))
			}
		case term.Real:
			if st.Op(u) != term.OpRat {
				subs = append(subs, st.Rat(num.Rat{}))
			}
		}
		n := st.NumArgs(u)
		if n > 2 && (st.Op(u) == term.OpAnd || st.Op(u) == term.OpOr || st.Op(u) == term.OpAdd) {
			for i := range n {
				args := append([]term.Term(nil), st.Args(u)[:i]...)
				subs = append(subs, st.Rebuild(u, append(args, st.Args(u)[i+1:]...)))
			}
		}
		for _, a := range parts(st, u) {
			if a != u && st.Sort(a) == st.Sort(u) && st.Op(a) != term.OpBound {
				subs = append(subs, a)
			}
		}
		for _, v := range subs {
			if v == u || !st.Ground(v) || st.Op(u) == term.OpBound {
				continue
			}
			sub := term.NewSubst(st, st)
			sub.Bind(u, v)
			if r := sub.Apply(t); r != t {
				out = append(out, r)
			}
		}
		if len(out) > 300 {
			break
		}
	}
	return out
}

// parts returns the subterms of t, outermost first.
func parts(st *term.Store, t term.Term) []term.Term {
	seen := map[term.Term]bool{t: true}
	all := []term.Term{t}
	for i := 0; i < len(all); i++ {
		for _, a := range st.Args(all[i]) {
			if !seen[a] {
				seen[a] = true
				all = append(all, a)
			}
		}
	}
	return all
}

// seeds returns the range of seeds of a test: 1 to n, or what the environment
// variable MUSTER_SEEDS says (FROM-TO).
func seeds(n int64) (from, to int64) {
	a, b, ok := strings.Cut(os.Getenv("MUSTER_SEEDS"), "-")
	if !ok {
		return 1, n
	}
	from, _ = strconv.ParseInt(a, 10, 64)
	to, _ = strconv.ParseInt(b, 10, 64)
	return from, to
}

// chosen are all profiles, or the one that MUSTER_PROFILE names.
func chosen(all []profile) []profile {
	name := os.Getenv("MUSTER_PROFILE")
	for i, p := range all {
		if p.name == name {
			return all[i : i+1]
		}
	}
	return all
}

// sample is a random script with what must hold of it.
type sample struct {
	s     *script
	p     profile
	fails func(*script) error
}

func (x sample) test(t *testing.T, seed int64) {
	t.Helper()
	if err := x.fails(x.s); err != nil {
		report(t, seed, x.s, err, x.fails)
	}
}

// report shrinks a script that fails and ends the test, or goes on with the
// next seed if there are many.
func report(t *testing.T, seed int64, s *script, err error, fails func(*script) error) {
	t.Helper()
	kind := func(e error) string {
		k := strings.TrimPrefix(first(e.Error()), "without relevancy: ")
		return k[:strings.IndexAny(k+":", ":(")]
	}
	small := s.shrink(func(s *script) error {
		if e := fails(s); e != nil && kind(e) == kind(err) {
			return e
		}
		return nil
	})
	if e := fails(small); e != nil {
		err = e
	}
	msg := fmt.Sprintf("seed %d: %v\n%s", seed, err, small.text())
	if os.Getenv("MUSTER_SEEDS") == "" {
		t.Fatal(msg)
	}
	t.Error(msg)
}
