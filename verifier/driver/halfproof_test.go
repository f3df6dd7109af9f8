package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/split"
	"github.com/muster-smt/muster/verifier/validate"
)

// stateful keeps the first state that is to be searched elsewhere, and has no answer.
type stateful struct{ state []byte }

func (s *stateful) Idle() bool { return s.state == nil }

func (s *stateful) Search(_ context.Context, state []byte) ([]byte, error) {
	s.state = state
	return nil, errors.New("nobody is there")
}

func (s *stateful) Away(f func()) { f() }

// refutedHalf returns a run about a program, a half of its search, and the refutation of that, which needs decisions.
func refutedHalf(t *testing.T) (*run, *split.State, []byte) {
	t.Helper()
	var b strings.Builder
	b.WriteString("var g: int;\n")
	calls := ""
	for i := range 6 {
		fmt.Fprintf(&b, "procedure a%d() modifies g; { g := g + %d; }\nprocedure b%[1]d() modifies g; { g := g - %d; }\n",
			i, 3*i+3, 3*i)
		calls += fmt.Sprintf("havoc c; if (c) { call a%d(); } else { call b%[1]d(); }\n", i)
	}
	fmt.Fprintf(&b, "procedure {:entrypoint} main() modifies g; { var c: bool; g := 0;\n%sassert g != 61; }\n", calls)
	s := &stateful{}
	opt := Options{Question: Question{Front: boogie.Front{}, Bound: 3},
		Limits:  Limits{Processors: 1, Unbounded: -1, DivideAfter: 1, Elsewhere: s},
		Engines: Engines{Engine: "legion", NoFacts: true}}
	if _, err := Verify(t.Context(), "test.bpl", []byte(b.String()), opt); err != nil || s.state == nil {
		t.Fatal("nothing is divided: ", err)
	}
	opt.Elsewhere = nil
	answer, err := Half(t.Context(), "test.bpl", []byte(b.String()), opt, s.state)
	if err != nil || answer[0] != halfRefuted {
		t.Fatal(answer, err)
	}
	q, err := newRequest(reach, "test.bpl", []byte(b.String()), opt)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(t.Context(), q, time.Now())
	if err := errors.Join(r.prepareFrom(), r.makeVC()); err != nil {
		t.Fatal(err)
	}
	state, err := split.Read(s.state)
	if err != nil {
		t.Fatal(err)
	}
	return r, state, answer[1:]
}

// TestOuterDecisions: a refutation by cases answers for both halves if it says that it needs no decision, but not if a
// part of it does.
func TestOuterDecisions(t *testing.T) {
	r, s, data := refutedHalf(t)
	if a, err := r.refuted(data, s, time.Minute); err != nil || len(a.Needs) == 0 {
		t.Fatal(a, err)
	}
	ev := evidence.OfSystem(r.sys)
	part, err := ev.ReadProof(data)
	if err != nil {
		t.Fatal(err)
	}
	other := verifier.SiteRef{} // of the entry, which calls twelve times
	for slices.ContainsFunc(part.Decided, func(d verifier.Decision) bool { return d.Site == other }) {
		other.Site++
	}
	lie := &verifier.Proof{Cut: part.Cut, Split: &verifier.Split{Site: other, Must: part, Block: part}}
	for _, c := range []struct {
		says  []verifier.Decision
		right bool
	}{{part.Decided, true}, {nil, false}} {
		lie.Decided = c.says
		text, err := ev.AppendProof(nil, lie)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := r.refuted(text, s, time.Minute); (err == nil) != c.right {
			t.Errorf("with the decisions %v: %v, %v", c.says, a, err)
		}
	}
}

// TestUnconfirmed: a refutation of another process is none if there is no time to check it.
func TestUnconfirmed(t *testing.T) {
	r, s, data := refutedHalf(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.ctx = ctx
	if a, err := r.refuted(data, s, time.Minute); err == nil {
		t.Errorf("it is taken: %v", a)
	}
}

// TestMisshapen: what a proof says of itself and of its parts has to fit, which is found without any time.
func TestMisshapen(t *testing.T) {
	r, s, data := refutedHalf(t)
	part, err := evidence.OfSystem(r.sys).ReadProof(data)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	by := func(p *verifier.Proof) *verifier.Proof {
		return &verifier.Proof{Decided: part.Decided, Split: &verifier.Split{Site: verifier.SiteRef{}, Must: part, Block: p}}
	}
	with := func(change func(p *verifier.Proof)) *verifier.Proof {
		p := *part
		change(&p)
		return &p
	}
	besides := by(part)
	besides.Runs = &verifier.Runs{}
	levels := by(part)
	levels.Levels = &verifier.Levels{}
	opened := by(part)
	opened.Opened = part.Opened
	for _, c := range []struct {
		name  string
		proof *verifier.Proof
		wrong bool
	}{
		{"as it is to be", by(part), false},
		{"a part that blocks", by(with(func(p *verifier.Proof) { p.Blocked = p.Opened[:1] })), true},
		{"a part that does not cover", by(with(func(p *verifier.Proof) { p.Cut = append(p.Cut, 0) })), true},
		{"a part that runs", by(with(func(p *verifier.Proof) { p.Runs = &verifier.Runs{} })), true},
		{"a part by levels", by(with(func(p *verifier.Proof) { p.Levels = &verifier.Levels{} })), true},
		{"a part of which there is none", by(nil), true},
		{"a part about other executions", by(with(func(p *verifier.Proof) {
			p.Decided = []verifier.Decision{{Site: verifier.SiteRef{Instance: 99}, Must: true}}
		})), true},
		{"runs beside parts", besides, true},
		{"levels beside parts", levels, true},
		{"opened calls beside parts", opened, true},
	} {
		rep, err := validate.Half(ctx, r.sys, verifier.SafeWith(c.proof), s.Decided, fresh(solver.Options{}))
		if err != nil || rep.Confirmed || rep.Refuted != c.wrong {
			t.Errorf("%s: %v, %v", c.name, rep, err)
		}
	}
}
