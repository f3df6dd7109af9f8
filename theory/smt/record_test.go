package smt_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// TestRecordings replays the recordings of testdata/recordings: what smt.Session.Record wrote in a program where
// something went wrong, with the right answers in place of wrong ones. The replay is recorded, and has the same calls
// and answers; models and cores are comments.
func TestRecordings(t *testing.T) {
	files, err := filepath.Glob("testdata/recordings/*.smt2")
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var again strings.Builder
			if err := record(file, string(text), &again); err != nil {
				t.Error(err)
			}
			if d := cmp.Diff(calls(string(text)), calls(again.String())); d != "" {
				t.Errorf("the replay is recorded with a difference:\n%s", d)
			}
		})
	}
}

// calls returns the lines of a recording without comments.
func calls(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, ";") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestReplayFindsChanges spoils the answers of each recording, one by one.
func TestReplayFindsChanges(t *testing.T) {
	files, _ := filepath.Glob("testdata/recordings/*.smt2")
	other := map[string]string{"sat": "unsat", "unsat": "sat"}
	const answer = "(set-info :answer "
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			is := strings.TrimSuffix(strings.TrimPrefix(line, answer), ")")
			if !strings.HasPrefix(line, answer) || other[is] == "" {
				continue
			}
			spoilt := slices.Clone(lines)
			spoilt[i] = answer + other[is] + ")"
			if err := replay(file, strings.Join(spoilt, "\n")); err == nil {
				t.Errorf("%s: nobody notices that the answer in line %d is %s", file, i+1, other[is])
			}
		}
	}
}

// replay makes the calls of a recording. It compares answers that are sat or unsat, and evaluates models and solves
// cores again, for there may be others. A check that a clock stopped is stopped at once.
func replay(file, text string) error { return record(file, text, nil) }

// record is replay, and records the calls if w is not nil.
func record(file, text string, w io.Writer) error {
	p := &player{own: term.NewStore(), store: smt.NewStore(), tape: w}
	p.bridge = smt.NewBridge(p.store, p.own)
	r := smtlib.NewReader(file, strings.NewReader(text), p.own)
	var calls []smtlib.Command
	for {
		c, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		calls = append(calls, c)
	}
	for i, c := range calls {
		want := ""
		if i+1 < len(calls) && calls[i+1].Name == ":answer" {
			want = calls[i+1].Value
		}
		if err := p.call(c, want); err != nil {
			return fmt.Errorf("%v: %w", c.Pos, err)
		}
	}
	if p.end != nil {
		return p.end()
	}
	return nil
}

// player is a session that is replayed.
type player struct {
	own    *term.Store // of the reader
	store  *smt.Store
	bridge *smt.Bridge
	cfg    smt.Config
	s      *smt.Session // nil: nothing but the configuration has been read
	tape   io.Writer    // where s is recorded, or nil
	end    func() error // of the recording, or nil

	asserted []smt.Bool // by number, from 0
	assumed  []smt.Bool // by the last check
	stopped  bool       // the last check was left out, or reached a limit of the configuration
}

func (p *player) formulas(ts []term.Term) []smt.Bool {
	out := make([]smt.Bool, len(ts))
	for i, t := range ts {
		out[i] = smt.Bool{Term: p.bridge.Back(t)}
	}
	return out
}

func (p *player) call(c smtlib.Command, want string) error {
	switch c.Kind {
	case smtlib.SetOption, smtlib.SetInfo:
		return p.set(c.Name, c.Value, want)
	case smtlib.SetLogic, smtlib.DeclareSort, smtlib.DeclareFun, smtlib.DefineFun:
		return nil
	}
	if p.s == nil {
		p.s = smt.NewSession(p.store, p.cfg)
		if p.tape != nil {
			p.end = p.s.Record(p.tape)
		}
	}
	switch c.Kind {
	case smtlib.Assert:
		f := p.formulas(c.Terms)[0]
		p.asserted = append(p.asserted, f)
		p.s.Assert(f)
	case smtlib.Push:
		p.s.Push()
	case smtlib.Pop:
		p.s.Pop()
	case smtlib.CheckSat, smtlib.CheckSatAssuming:
		p.assumed, p.stopped = p.formulas(c.Terms), want == "stopped"
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if p.stopped {
			cancel()
		}
		r, err := p.s.Check(ctx, p.assumed...)
		if p.stopped && errors.Is(err, context.Canceled) {
			return nil
		}
		if err != nil {
			return err
		}
		if r.Reason.Kind == reason.Conflicts {
			p.stopped = true // how far a search gets within its limits may change
			return nil
		}
		return differs(r.Status.String(), want)
	case smtlib.GetModel:
		return p.model()
	default:
		return fmt.Errorf("%v is no call on a session", c.Kind)
	}
	return nil
}

// differs compares an answer with the one that was recorded. An answer in place of unknown is no fault.
func differs(got, want string) error {
	if want != "" && want != "unknown" && got != want {
		return fmt.Errorf("%s, but the recorded answer is %s", got, want)
	}
	return nil
}

// set takes options, and the calls that scripts do not have.
func (p *player) set(name, value, want string) error {
	n, _ := strconv.ParseInt(value, 10, 64)
	switch name {
	case ":random-seed":
		p.cfg.Seed = uint64(n)
	case ":reproducible-resource-limit":
		p.cfg.Conflicts = n
	case ":check-models":
		p.cfg.CheckModels = true
	case ":produce-proofs":
		p.cfg.Proof = io.Discard
	case ":models":
		p.cfg.Models = n
	case ":quantifiers":
		p.cfg.Quantifiers = smt.QuantifierMode(n)
	case ":global-declarations", ":answer":
	case ":call":
		return p.other(strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(value)), want)
	default:
		return fmt.Errorf("unknown: %s", name)
	}
	return nil
}

// model evaluates all that must hold in the model.
func (p *player) model() error {
	if p.stopped {
		return nil
	}
	m, err := p.s.Model()
	if err != nil {
		return err
	}
	fs := slices.Clone(p.assumed)
	for _, f := range p.s.Assertions {
		fs = append(fs, f)
	}
	for _, f := range fs {
		switch holds, err := m.Bool(f); {
		case errors.Is(err, model.ErrQuantifier):
		case err != nil:
			return err
		case !holds:
			return fmt.Errorf("%v is false in the model", f)
		}
	}
	return nil
}

// other makes a call that scripts do not have.
func (p *player) other(words []string, want string) error {
	switch {
	case p.stopped && words[1%len(words)] != "interpolants":
		return nil
	case words[0] == "core":
		return p.core(p.s.Core(context.Background()))
	case words[1] == "minimize-core":
		n, _ := strconv.ParseInt(words[2], 10, 64)
		return p.core(p.s.MinimizeCore(context.Background(), n))
	case words[1] != "interpolants":
		return fmt.Errorf("unknown: %s", words)
	}
	var parts [][]smt.ID
	for _, w := range words[2 : len(words)-1] {
		if w == "(" {
			parts = append(parts, nil)
		} else if n, err := strconv.Atoi(w); err == nil {
			parts[len(parts)-1] = append(parts[len(parts)-1], smt.ID(n))
		}
	}
	got := "unsat"
	switch _, err := p.s.Interpolants(context.Background(), parts...); {
	case errors.Is(err, smt.ErrSatisfiable):
		got = "sat"
	case errors.As(err, new(smt.Reason)):
		got = "unknown"
	case err != nil:
		return err
	}
	return differs(got, want)
}

// core solves a core again.
func (p *player) core(c smt.Core, err error) error {
	if err != nil {
		return err
	}
	s := smt.NewSession(p.store, smt.Config{})
	for _, id := range c.Assertions {
		s.Assert(p.asserted[id-1])
	}
	r, err := s.Check(context.Background(), c.Assumptions...)
	if err == nil && r.Status == smt.Sat {
		err = fmt.Errorf("the core %v is satisfiable", c)
	}
	return err
}
