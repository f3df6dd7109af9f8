package quant_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// axioms are the quantified axioms of every SDV driver.
func axioms() []string {
	var pow []string
	for _, x := range []int64{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
		131072, 262144, 524288, 1048576, 2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728,
		268435456, 536870912, 1073741824, 2147483648, -2147483648} {
		pow = append(pow, fmt.Sprintf("(= x %d)", x))
	}
	return []string{
		"(forall (x) ((pattern (POW2 x))) (=> (or " + strings.Join(pow, " ") + ") (POW2 x)))",
		"(forall (f) ((pattern (BAND 0 f))) (= (BAND 0 f) 0))",
		"(forall (f) ((pattern (BAND f f))) (= (BAND f f) f))",
		"(forall (f) ((pattern (BOR 0 f))) (= (BOR 0 f) f))",
		"(forall (f) ((pattern (BOR f 0))) (= (BOR f 0) f))",
		"(forall (x f) ((pattern (BAND x f))) (=> (and (POW2 x) (POW2 f) (not (= x f))) (= (BAND x f) 0)))",
		"(forall (a b c) ((pattern (BOR a (BOR b c)))) (= (BOR a (BOR b c)) (BOR (BOR a b) c)))",
		"(forall (a b c) ((pattern (BAND a (BOR b c)))) (= (BAND a (BOR b c)) (BAND (BOR b c) a)))",
		"(forall (x f h) ((pattern (BAND (BOR x f) h))) (and (=> (and (not (= f h)) (POW2 f) (POW2 h)) (= (BAND (BOR x f) h) (BAND x h))) (=> (= f h) (= (BAND (BOR x f) h) f))))",
		"(forall (x f h) ((pattern (BAND (BAND x (BNOT f)) h))) (and (=> (and (not (= f h)) (POW2 f) (POW2 h)) (= (BAND (BAND x (BNOT f)) h) (BAND x h))) (=> (and (= f h) (POW2 f) (POW2 h)) (= (BAND (BAND x (BNOT f)) h) 0))))",
		"(forall (x f h) ((pattern (BAND (BOR f x) h))) (and (=> (and (not (= f h)) (POW2 f) (POW2 h)) (= (BAND (BOR f x) h) (BAND x h))) (=> (= f h) (= (BAND (BOR f x) h) f))))",
		"(forall (x y h) ((pattern (BAND (BAND x y) h))) (=> (POW2 h) (or (= (BAND (BAND x y) h) 0) (= (BAND (BAND x y) h) (BAND x h)))))",
	}
}

func check(t *testing.T, s *solver.Solver, assume ...term.Term) solver.Result {
	t.Helper()
	return s.Check(t.Context(), assume...)
}

func TestDriverAxioms(t *testing.T) {
	st := term.NewStore()
	r := newReader(t, st)
	s := solver.New(st, solver.Options{Candidates: true})
	for _, a := range axioms() {
		s.Assert(r.read(a))
	}
	// One solver for all queries: instances must survive, and be undone, between them.
	for round := range 2 {
		for _, c := range []struct {
			query string
			unsat bool
		}{
			{"(not (POW2 4))", true},
			{"(not (POW2 3))", false},
			{"(not (= (BAND 0 x) 0))", true},
			{"(and (= z 0) (not (= (BAND z x) 0)))", true},
			{"(and (= (+ z 5) w) (= w 5) (not (= (BAND z x) 0)))", true},
			{"(and (= x y) (not (= (BAND x y) x)))", true},
			{"(not (= (BAND 4 8) 0))", true},
			{"(not (= (BAND 4 x) 0))", false},
			{"(and (= x 8) (not (= (BAND 4 x) 0)))", true},
			{"(not (= (BAND (BOR x 4) 4) 4))", true},
			{"(not (= (BAND (BOR x 4) 8) (BAND x 8)))", true},
			{"(and (= y (BOR x 4)) (= z y) (not (= (BAND z 4) 4)))", true},
			{"(and (= y (BAND x (BNOT 4))) (not (= (BAND y 4) 0)))", true},
			{"(and (= y (BAND x (BNOT 4))) (not (= (BAND y 8) (BAND x 8))))", true},
			{"(not (= (BOR a (BOR b c)) (BOR (BOR a b) c)))", true},
			{"(not (= (BOR a (BOR b (BOR c d))) (BOR (BOR (BOR a b) c) d)))", true},
			{"(and (= (BAND (BAND x y) 16) 1) (not (= (BAND x 16) 1)))", true},
			{"(and (= y (BOR (BOR x 16) 32)) (= w (BAND y (BNOT 32))) (= (BAND x 64) 0) (or (not (= (BAND w 32) 0)) (not (= (BAND w 64) 0))))", true},
			{"(and (= x (BOR x y)) (= y (BOR y x)) (= (BOR x x) z))", false},
		} {
			got := check(t, s, r.read(c.query))
			if (got.Status == sat.Unsat) != c.unsat || got.Status == sat.Sat {
				t.Errorf("round %d: %s: %v (%s)", round, c.query, got.Status, got.Reason)
			}
		}
	}
	if counter(s, "quant-of-use") == 0 || counter(s, "quant-lowered") == 0 {
		t.Error("no instance was of use")
	}
	if t.Failed() || testing.Verbose() {
		t.Log(s.Stats())
	}
}

// TestMatchingLoop has a term from which associativity makes ever deeper ones.
// That ends at the greatest generation, for the reason that is named.
func TestMatchingLoop(t *testing.T) {
	st := term.NewStore()
	r := newReader(t, st)
	s := solver.New(st, solver.Options{Candidates: true})
	for _, a := range axioms() {
		s.Assert(r.read(a))
	}
	got := check(t, s, r.read("(= y (BOR a (BOR y b)))"))
	if got.Status != sat.Unknown || got.Reason.Kind != reason.Instantiation {
		t.Errorf("%v (%s)", got.Status, got.Reason)
	}
}

// certified returns a solver that fails the test if a certificate is not accepted.
func certified(t *testing.T, st *term.Store) *solver.Solver {
	checker := cert.NewChecker(st)
	return solver.New(st, solver.Options{Candidates: true, Certify: func(c *cert.Certificate) {
		if v, err := checker.Check(c); v != cert.Accepted {
			t.Errorf("certificate %s: %v, %v", c.Name, v, err)
		}
	}})
}

func TestMatching(t *testing.T) {
	for _, c := range []struct {
		name, axioms, query string
		unsat               bool
	}{
		{"offset", "(forall (x) ((pattern (f (+ x 1)))) (= (f (+ x 1)) x))", "(not (= (f 5) 4))", true},
		{"offset of a variable", "(forall (x) ((pattern (f (+ x 1)))) (= (f (+ x 1)) x))", "(and (= y (+ z 3)) (not (= (f y) (+ z 2))))", true},
		{"nested with offset", "(forall (x) ((pattern (f (+ (f x) 1)))) (= (f (+ (f x) 1)) x))", "(and (= z (+ (f 2) 1)) (not (= (f z) 2)))", true},
		{"equal arguments", "(forall (x) ((pattern (g x x))) (= (g x x) 0))", "(and (= a b) (not (= (g a b) 0)))", true},
		{"unequal arguments", "(forall (x) ((pattern (g x x))) (= (g x x) 0))", "(not (= (g a b) 0))", false},
		{"numeral in the pattern", "(forall (x) ((pattern (g 3 x))) (= (g 3 x) 0))", "(and (= a b) (= b 3) (not (= (g a b) 0)))", true},
		{"multi-pattern", "(forall (x y) ((pattern (f x) (P y))) (<= (f x) y))", "(and (P a) (= (f b) 7) (<= a 6))", true},
		{"two patterns", "(forall (x) ((pattern (f x)) (pattern (P x))) (= (f x) 0))", "(and (P a) (or (not (= (f (+ a 0)) 0)) false))", true},
		{"inferred", "(forall (x) () (=> (P x) (<= (f x) 3)))", "(and (P a) (= (f a) 4))", true},
		{"inferred multi-pattern", "(forall (x y) () (=> (and (P x) (P y)) (= x y)))", "(and (P 1) (P 2))", true},
		{"one pattern that nothing can match", "(forall (x y) ((pattern (g 3 (+ x y)) (f x) (f y)) (pattern (g x y))) (= (g x y) 0))", "(and (P (f a)) (not (= (g a b) 0)))", true},
		{"negated", "(not (forall (x) () (P x)))", "(not (P a))", false},
		{"watched array", "(forall (x) ((pattern (select M x))) (<= (select M x) 0))",
			"(and (= M1 (store M p 5)) (not (= p q)) (<= 1 (select M1 q)))", true},
		{"watched array of arrays, at a stored index", "(forall (x y) ((pattern (select (select MM x) y))) (<= (select (select MM x) y) 0))",
			"(and (= MM1 (store MM p (store (select MM p) d 5))) (not (= q d)) (<= 1 (select (select MM1 p) q)))", true},
		{"watched array of arrays, at another index", "(forall (x y) ((pattern (select (select MM x) y))) (<= (select (select MM x) y) 0))",
			"(and (= MM1 (store MM p M)) (not (= q p)) (<= 1 (select (select MM1 q) y)))", true},
		{"another array of arrays", "(forall (x y) ((pattern (select (select MM x) y))) (<= (select (select MM x) y) 0))",
			"(and (= MM1 (store MM2 p M)) (not (= q p)) (<= 1 (select (select MM1 q) y)))", false},
		{"copied array", "(and (forall (x) () (=> (and (<= d x) (<= x (+ d 9))) (= (select M1 x) (select M2 x)))) (forall (x) () (=> (not (<= d x)) (= (select M1 x) (select M x)))))",
			"(and (= (select M (+ d -1)) 3) (= (select M2 (+ d 4)) 7) (or (not (= (select M1 (+ d 4)) 7)) (not (= (select M1 (+ d -1)) 3))))", true},
		{"copied array under stores", "(forall (x) () (=> (<= d x) (= (select M1 x) (select M x))))",
			"(and (= M2 (store M1 d 1)) (= M3 (store M2 (+ d 1) 1)) (= M (store M4 (+ d 3) 5)) (= (select M4 (+ d 2)) 8) (not (= (select M3 (+ d 2)) 8)))", true},
		{"loop", "(forall (x) ((pattern (f x))) (= (f (f x)) (+ (f x) 1)))", "(= (f 0) 7)", false},
		{"beside a constant", "(forall (x) () (=> (and (<= 0 x) (<= x 9)) (= (f (+ x d)) x)))",
			"(and (= a (+ d 3)) (not (= (f a) 3)))", true},
		{"beside a constant, outside", "(forall (x) () (=> (and (<= 0 x) (<= x 9)) (= (f (+ x d)) x)))",
			"(and (= a (+ d 10)) (not (= (f a) 10)))", false},
		{"less than a sum", "(forall (x) () (=> (and (<= 0 x) (<= x 9)) (= (select M (+ d c (* -1 x))) x)))",
			"(and (= a (+ c 2)) (= b (+ a d -5)) (not (= (select M b) 3)))", true},
		{"two variables beside constants", "(forall (x y) () (=> (<= 0 (+ x y)) (= (g (+ x d) (+ y c 1)) 0)))",
			"(and (= a (+ d 4)) (= b (+ c -3)) (not (= (g a b) 0)))", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := term.NewStore()
			r := newReader(t, st)
			r.vars["false"] = st.False()
			s := certified(t, st)
			s.Assert(r.read(c.axioms))
			got := check(t, s, r.read(c.query))
			if (got.Status == sat.Unsat) != c.unsat {
				t.Errorf("%v (%s)", got.Status, got.Reason)
			}
			// The axiom as an assumption, after other queries.
			s = solver.New(st, solver.Options{Candidates: true})
			s.Assert(r.read(c.query))
			check(t, s)
			if got := check(t, s, r.read(c.axioms)); (got.Status == sat.Unsat) != c.unsat {
				t.Errorf("as an assumption: %v (%s)", got.Status, got.Reason)
			}
			if got := check(t, s); got.Status == sat.Unsat {
				t.Errorf("without the axiom: %v", got.Status)
			}
		})
	}
}

// TestPropagatingFirst has a chain of implications to a contradiction among
// disjunctions that need decisions.
func TestPropagatingFirst(t *testing.T) {
	st := term.NewStore()
	r := newReader(t, st)
	s := solver.New(st, solver.Options{})
	s.Assert(r.read("(forall (x) ((pattern (f x))) (or (= (f x) 0) (= (f x) x)))"))
	s.Assert(r.read("(forall (x) ((pattern (P x))) (=> (P x) (P (+ x 1))))"))
	for i := range 100 {
		s.Assert(r.read(fmt.Sprintf("(<= 3 (g (f c%d) (f d%d)))", i, i)))
	}
	s.Assert(r.read("(and (P 1) (not (P 4)))"))
	if got := check(t, s); got.Status != sat.Unsat {
		t.Errorf("%v (%s)", got.Status, got.Reason)
	}
	if n := counter(s, "quant-sent"); n > 10 {
		t.Errorf("%d instances sent", n)
	}
}

func counter(s *solver.Solver, name string) int64 {
	for _, c := range s.Stats() {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// Two final checks find an instance in each of two parts of the search; afterwards it is
// live without one, also if a pattern matches modulo equalities, has several terms, or
// begins like that of another quantifier.
func TestSentTwice(t *testing.T) {
	for name, c := range map[string]struct {
		axioms    []string
		reach     string
		instances int64
	}{
		"one term":     {[]string{"(forall (x) ((pattern (g 1 x))) (<= (g 1 x) 9))", "(forall (x) ((pattern (g 1 x))) (<= 0 (g 1 x)))", "(forall (x) ((pattern (f x))) (<= 0 (f x)))"}, "(= (g 1 a) (f a))", 1},
		"equality":     {[]string{"(forall (x) ((pattern (f (g x x)))) (<= (f (g x x)) y))"}, "(and (= b (g a a)) (<= 1 (f b)))", 1},
		"two terms":    {[]string{"(forall (x z) ((pattern (f x) (g z z))) (<= (f x) (g z z)))"}, "(and (<= 1 (f a)) (<= (g b b) 7))", 1},
		"nested first": {[]string{"(=> (P 2) (forall (x) ((pattern (f x))) (<= (f x) y)))"}, "(and (P 2) (<= 1 (f a)))", 1},
		"nested last":  {[]string{"(=> (= (g a 1) (g b 1)) (forall (x) ((pattern (f x))) (<= (f x) y)))"}, "(and (<= 1 (f a)) (= a b))", 1},
	} {
		st := term.NewStore()
		r := newReader(t, st)
		s := solver.New(st, solver.Options{})
		for _, a := range c.axioms {
			s.Assert(r.read(a))
		}
		s.Assert(r.read("(=> (P 1) " + c.reach + ")"))
		for again := range int64(5) {
			for _, q := range []string{"(P 1)", "(not (P 1))"} {
				if got := check(t, s, r.read(q)); got.Status != sat.Sat {
					t.Fatal(got)
				}
			}
			if n := counter(s, "quant-sent"); n != c.instances {
				t.Errorf("%s: %d instances, want %d", name, n, c.instances)
			}
			if n := counter(s, "quant-resent"); n != min(1, again)*c.instances {
				t.Errorf("%s: %d instances sent again, %d times", name, n, again)
			}
		}
	}
}

// TestEarly counts the instances for lists of numbers, which the function f may change or
// not. If f(x) = x were guessed first, lists would be equal that need not be, and match.
func TestEarly(t *testing.T) {
	for _, n := range []int{4, 8, 16} {
		st := term.NewStore()
		r := newReader(t, st)
		list := r.sort("L")
		r.fun("cons", list, term.Int, list)
		r.fun("map", list, list)
		r.fun("len", term.Int, list)
		r.fun("rev", list, list, list)
		s := solver.New(st, solver.Options{})
		s.Assert(r.read("(forall (x L) ((pattern (map (cons x L)))) (= (map (cons x L)) (cons (f x) (map L))))"))
		s.Assert(r.read("(forall (x L) ((pattern (len (cons x L)))) (= (len (cons x L)) (+ 1 (len L))))"))
		s.Assert(r.read("(forall (x) ((pattern (f x))) (and (<= x (f x)) (<= (f x) (+ x 1))))"))
		s.Assert(r.read("(forall (x L La) ((pattern (rev (cons x L) La))) (= (rev (cons x L) La) (rev L (cons x La))))"))
		s.Assert(r.read("(forall (L) ((pattern (rev L0 L))) (= (rev L0 L) L))"))
		s.Assert(r.read("(and (= (map L0) L0) (= (len L0) 0))"))
		for i := range n {
			s.Assert(r.read(fmt.Sprintf("(= L%d (cons %d L%d))", i+1, i, i)))
		}
		got := check(t, s, r.read(fmt.Sprintf("(not (= (len (rev (map L%d) L0)) %d))", n, n)))
		if got.Status != sat.Unsat {
			t.Errorf("%d elements: %v (%s)", n, got.Status, got.Reason)
		}
		if sent := counter(s, "quant-sent"); sent > int64(10*n) {
			t.Errorf("%d elements: %d instances", n, sent)
		}
	}
}

// TestChain has a chain of instances longer than any limit of depth. They bind terms that
// are there from the start.
func TestChain(t *testing.T) {
	st := term.NewStore()
	r := newReader(t, st)
	s := solver.New(st, solver.Options{})
	s.Assert(r.read("(forall (x y) ((pattern (P x) (g x y))) (=> (P x) (P (g x y))))"))
	goal := "a"
	for range 150 {
		goal = "(g " + goal + " b)"
	}
	s.Assert(r.read("(and (P a) (not (P " + goal + ")))"))
	if got := check(t, s); got.Status != sat.Unsat {
		t.Errorf("%v (%s)", got.Status, got.Reason)
	}
	if n, models := counter(s, "quant-sent"), counter(s, "quant-models"); n != 150 || models != 0 {
		t.Errorf("%d instances, %d models", n, models)
	}
}

// TestNumeralLoop has instances without end that bind numerals and sums. Models end them.
func TestNumeralLoop(t *testing.T) {
	for _, c := range []struct{ pattern, start string }{
		{"(P x) (P y)", "(P 1)"}, {"(P x) (P y)", "(P a)"}, {"(g y 0) (P x)", "(and (<= (g b 0) 3) (P 1))"},
	} {
		st := term.NewStore()
		r := newReader(t, st)
		s := solver.New(st, solver.Options{})
		s.Assert(r.read("(forall (y x) ((pattern " + c.pattern + ")) (=> (P x) (P (+ x 1))))"))
		s.Assert(r.read(c.start))
		if got := check(t, s); got.Status != sat.Sat {
			t.Errorf("%v (%s)", got.Status, got.Reason)
		}
		if n := counter(s, "quant-sent"); n > 50 {
			t.Errorf("%d instances", n)
		}
	}
}

func TestInfer(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"(forall (x) () (= (f x) (g x (f x))))", "[f(x)]"},
		{"(forall (x y) () (= (g x y) (g y x)))", "[g(x,y)] [g(y,x)]"},
		{"(forall (x y) () (= (f x) (f y)))", "[f(x) f(y)]"},
		{"(forall (x y) () (<= (f (+ x y)) x))", ""},
		{"(forall (x) () (= (select M (+ x 1)) (f 3)))", "[select(M,+(x,1))]"},
	} {
		st := term.NewStore()
		r := newReader(t, st)
		q := st.Quant(r.read(c.in))
		var got []string
		for _, p := range quant.Infer(st, q.Vars, q.Body) {
			var ts []string
			for _, x := range p {
				ts = append(ts, show(st, x))
			}
			got = append(got, "["+strings.Join(ts, " ")+"]")
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: got %s, want %s", c.in, g, c.want)
		}
	}
}

func show(st *term.Store, t term.Term) string {
	name := st.Op(t).String()
	switch st.Op(t) {
	case term.OpApp:
		name = st.SymName(st.Sym(t))
	case term.OpBound:
		name = st.SymName(st.BoundSym(t))
	case term.OpNum:
		name = st.Num(t).String()
	}
	if st.NumArgs(t) == 0 {
		return name
	}
	var args []string
	for _, a := range st.Args(t) {
		args = append(args, show(st, a))
	}
	return name + "(" + strings.Join(args, ",") + ")"
}

func TestInstance(t *testing.T) {
	st := term.NewStore()
	r := newReader(t, st)
	q := r.read("(forall (x y) () (= (g x y) 0))")
	s := solver.New(st, solver.Options{Candidates: true})
	in, err := quant.Instance(st, s.Rewriter(), q, []term.Term{st.Int(1), r.read("a")})
	if err != nil || in != s.Rewriter().Simplify(r.st.Or(st.Not(q), r.read("(= (g 1 a) 0)"))) {
		t.Errorf("%s, %v", st.String(in), err)
	}
	if _, err := quant.Instance(st, s.Rewriter(), q, []term.Term{st.Int(1)}); err == nil {
		t.Error("no error for a missing term")
	}
}
