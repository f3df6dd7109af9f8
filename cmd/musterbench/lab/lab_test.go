package lab

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCommands(t *testing.T) {
	const text = `; (no command)
(set-info :a "one "" (two") ( check-sat ) ; (
(assert (= |a ) "b| (f 1)))(check-sat-assuming (p))
(unfinished (`
	var got []string
	for name, c := range Commands([]byte(text)) {
		got = append(got, name+": "+string(c))
	}
	want := []string{
		`set-info: (set-info :a "one "" (two")`, "check-sat: ( check-sat )",
		`assert: (assert (= |a ) "b| (f 1)))`, "check-sat-assuming: (check-sat-assuming (p))",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// labSessionText has a quantifier with a name and one without.
const labSessionText = `(set-option :produce-unsat-assumptions true)
(declare-fun f (Int) Int)
(declare-fun x () Int)
(declare-fun p () Bool)
(assert (forall ((y Int)) (! (> (f y) y) :pattern ((f y)) :qid |grows f|)))
(assert (forall ((y Int)) (! (> (f y) 3) :pattern ((f y)))))
(push 1)
(assert (=> p (< (* 2 (f x)) (+ x 4))))
(set-info :status unsat)
(check-sat-assuming (p))
(get-unsat-assumptions)
(pop 1)
(assert (= (f x) 5))
(check-sat)
(get-unsat-assumptions)
(exit)
`

// TestLab replays a session natively and, if it is there, by Z3.
func TestLab(t *testing.T) {
	ctx := context.Background()
	s := session{file: "s.smt2"}
	var err error
	if s.own, err = native(ctx, Options{Limit: time.Minute}, s.file, []byte(labSessionText)); err != nil {
		t.Fatal(err)
	}
	table := queryTable([]session{s})
	if len(table) != 3 {
		t.Fatal(table)
	}
	cell := func(row int, name string) string {
		for i, h := range table[0] {
			if h == name {
				return table[row][i]
			}
		}
		t.Fatalf("no column %s", name)
		return ""
	}
	for _, c := range []struct {
		row        int
		name, want string
	}{
		{1, "answer", "unsat"}, {1, "recorded", "unsat"}, {2, "answer", "unknown"}, {2, "recorded", ""},
		{1, "instances_by_quantifier", "grows f=1 #1=1"}, {1, "quant-instance", "2"},
	} {
		if got := cell(c.row, c.name); got != c.want {
			t.Errorf("query %d: %s is %q, want %q", c.row, c.name, got, c.want)
		}
	}
	if a, r := cell(2, "atoms"), cell(2, "relevant_atoms"); a == "0" || r == "0" {
		t.Errorf("%s of %s atoms are relevant", r, a)
	}
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not on PATH")
	}
	if s.peer, err = piped(ctx, DefaultPeer, time.Minute, []byte(labSessionText)); err != nil {
		t.Fatal(err)
	}
	if p := s.peer; len(p.queries) != 2 || p.queries[0].answer != "unsat" || p.errors != 0 || s.disagreements() != 0 {
		t.Errorf("%+v; %d disagreements", *p, s.disagreements())
	}
	var out bytes.Buffer
	all := []session{s}
	s.print(&out)
	writePercentiles(&out, all)
	writeSummary(&out, Options{Limit: time.Minute}, all)
	for _, want := range []string{"s.smt2", "relevant atoms", "1 sessions, 2 checks", "0 disagreements", "of the 2 queries that both answered"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
	if n := len(sessionTable(all)); n != 2 {
		t.Errorf("%d lines in the table of sessions", n)
	}
}
