package smt_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// logged runs a script with a proof log; every other one with inprocessing all the time.
func logged(s *script) (log []byte, answers []sat.Status, err error) {
	var out bytes.Buffer
	sol := smt.New(s.st, smt.Options{Proof: &out, Candidates: s.candidates, Stress: len(s.ops)%2 == 0})
	err = s.visit(sol, func(_ op, a answer) error {
		answers = append(answers, a.Status)
		if a.Reason == "internal error" {
			return errors.New(a.Reason)
		}
		return nil
	})
	if err == nil {
		err = sol.FlushProof()
	}
	return out.Bytes(), answers, err
}

// proved checks the log of a script: that it holds, that it gives the answers
// that were given, and that simplifications hold in random models as well.
func proved(s *script, total *proof.Summary) error {
	log, answers, err := logged(s)
	if err != nil {
		return err
	}
	k := proof.NewChecker(bytes.NewReader(log))
	var simplified [][2]term.Term
	for e, err := range k.Events() {
		if err != nil {
			return err
		}
		switch e.Kind {
		case proof.Simplification, proof.Skolemization:
			if e.From != e.To {
				simplified = append(simplified, [2]term.Term{e.From, e.To})
			}
		case proof.Answer:
			if len(answers) == 0 || answers[0] != e.Status {
				return fmt.Errorf("the log says %v, the solver said %v", e.Status, answers)
			}
			answers = answers[1:]
		}
	}
	if len(answers) > 0 {
		return fmt.Errorf("%d answers are not in the log", len(answers))
	}
	sum := k.Summary()
	if !sum.Complete() {
		return fmt.Errorf("certificates that are not accepted: %v; %d simplifications trusted", sum.Unverified, sum.Trusted)
	}
	add(total, sum)
	if sum.Unsat > 0 {
		if err := trimmed(log); err != nil {
			return fmt.Errorf("trimmed: %w", err)
		}
	}
	return equivalent(k.Store(), simplified)
}

// trimmed checks what is left of a log for its last answer unsat.
func trimmed(log []byte) error {
	var out bytes.Buffer
	if err := proof.Trim(bytes.NewReader(log), &out); err != nil {
		return err
	}
	sum, err := proof.Check(bytes.NewReader(out.Bytes()))
	if err == nil && (sum.Unsat != 1 || sum.Sat+sum.Unknown > 0 || !sum.Complete() || out.Len() > len(log)) {
		err = fmt.Errorf("%d bytes of %d: %+v", out.Len(), len(log), sum)
	}
	return err
}

func add(total *proof.Summary, s proof.Summary) {
	for i, n := range s.Events {
		total.Events[i] += n
	}
	for i, n := range s.Verdicts {
		total.Verdicts[i] += n
	}
	total.Unsat, total.Sat, total.Unknown = total.Unsat+s.Unsat, total.Sat+s.Sat, total.Unknown+s.Unknown
}

// equivalent evaluates both sides of simplifications in random models.
func equivalent(st *term.Store, pairs [][2]term.Term) error {
	g := &gen{Rand: rand.New(rand.NewSource(1)), st: st}
	for range 5 {
		m := model.New(st, model.Options{})
		for f := term.Sym(1); int(f) < st.NumSyms(); f++ {
			if args, res := st.SymSorts(f); len(args) == 0 {
				m.SetSym(f, g.value(res))
			} else {
				g.interpret(m, f)
			}
		}
		for _, p := range pairs {
			a, err := m.Eval(p[0])
			b, err2 := m.Eval(p[1])
			if err == nil && err2 == nil && !a.Equal(b) {
				return fmt.Errorf("%s is not %s", st.String(p[0]), st.String(p[1]))
			}
		}
	}
	return nil
}

// TestProofs checks the logs of all kinds of random scripts.
func TestProofs(t *testing.T) {
	from, to := seeds(8)
	var total proof.Summary
	for _, f := range families() {
		t.Run(f.name, func(t *testing.T) {
			for seed := from; seed <= to; seed++ {
				x := f.make(f.profile, seed)
				x.fails = func(s *script) error { return proved(s, &total) }
				x.test(t, seed)
			}
		})
	}
	t.Logf("%+v", total)
	if total.Unsat < 100 {
		t.Error("the test is void")
	}
}

// TestSessionProofs checks the logs of the engines' sessions and of the
// regressions.
func TestSessionProofs(t *testing.T) {
	texts := map[string]string{}
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "*.smt2"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	for n, r := range regressions[1:] {
		texts[fmt.Sprintf("regression %d", n+1)] = r.script
	}
	var total proof.Summary
	for name, text := range texts {
		if err := proved(scriptOf(t, name, text), &total); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Logf("%+v", total)
}

// scriptOf reads a script.
func scriptOf(t *testing.T, name, text string) *script {
	s := &script{st: term.NewStore(), candidates: true}
	cmds, err := smtlib.ReadScript(name, strings.NewReader(text), s.st)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cmds {
		switch c.Kind {
		case smtlib.Assert:
			s.add(opAssert, c.Terms[0])
		case smtlib.Push:
			for range c.N {
				s.add(opPush)
			}
		case smtlib.Pop:
			for range c.N {
				s.add(opPop)
			}
		case smtlib.CheckSat, smtlib.CheckSatAssuming:
			s.add(opCheck, c.Terms...)
		}
	}
	return s
}

// brokenPipe takes some bytes, then fails.
type brokenPipe int

var errBroken = errors.New("broken pipe")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if *b -= brokenPipe(len(p)); *b < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

// TestBrokenLog writes to what fails in the midst: the answers are the same.
func TestBrokenLog(t *testing.T) {
	s := random(profiles()[0], 3).s
	_, want, err := logged(s)
	if err != nil {
		t.Fatal(err)
	}
	pipe := brokenPipe(1000)
	sol := smt.New(s.st, smt.Options{Proof: &pipe})
	var got []sat.Status
	_ = s.visit(sol, func(_ op, a answer) error {
		got = append(got, a.Status)
		return nil
	})
	if !slices.Equal(got, want) {
		t.Errorf("answers %v, with a whole log %v", got, want)
	}
	if err := sol.FlushProof(); !errors.Is(err, errBroken) {
		t.Errorf("the error is %v", err)
	}
}
