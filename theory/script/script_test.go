package script_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
)

// TestGoldens runs the scripts of testdata and compares with their lines
// "; EXPECT: LINE", which are the whole output, and with those "; DIAGNOSE: LINE", which
// are the whole diagnostic output if there are any. A script whose first line is
// "; EXIT-ON-ERROR" runs with this option; one that is "; Z3" in imitation of Z3. Lines
// "; SET: NAME VALUE" set options.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.smt2")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want, got, wantDiag, gotDiag strings.Builder
			for line := range strings.Lines(string(src)) {
				if text, ok := strings.CutPrefix(line, "; EXPECT: "); ok {
					want.WriteString(text)
				}
				if text, ok := strings.CutPrefix(line, "; DIAGNOSE: "); ok {
					wantDiag.WriteString(text)
				}
			}
			checked := !strings.HasPrefix(string(src), "; UNCHECKED") // what has no proofs
			opt := script.Options{Version: "v1", Check: checked, Diagnostics: &gotDiag, ExitOnError: strings.HasPrefix(string(src), "; EXIT-ON-ERROR")}
			opt.Z3 = strings.HasPrefix(string(src), "; Z3\n")
			for line := range strings.Lines(string(src)) {
				if set, ok := strings.CutPrefix(line, "; SET: "); ok {
					name, value, _ := strings.Cut(strings.TrimSpace(set), " ")
					opt.Set = append(opt.Set, script.Setting{Name: name, Value: value})
				}
			}
			_, err = script.Run(context.Background(), filepath.Base(file), strings.NewReader(string(src)), &got, opt)
			var syntax *smtlib.Error
			if err != nil && !errors.As(err, &syntax) {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.String(), got.String()); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(wantDiag.String(), gotDiag.String()); d != "" && wantDiag.Len() > 0 {
				t.Error(d)
			}
		})
	}
}

// TestPipe reads each answer before it writes the next command.
func TestPipe(t *testing.T) {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := script.Run(context.Background(), "pipe", in, out, script.Options{})
		done <- err
	}()
	lines := bufio.NewScanner(answers)
	for _, step := range [][2]string{
		{"(declare-const x Int)(assert (> x 3))(check-sat)", "sat"},
		{"(push)(assert (< x 4))(check-sat)", "unsat"},
		{"(pop)(check-sat)", "sat"},
		{"(exit)", ""},
	} {
		if _, err := io.WriteString(commands, step[0]); err != nil {
			t.Fatal(err)
		}
		if step[1] == "" {
			break
		}
		if !lines.Scan() || lines.Text() != step[1] {
			t.Fatalf("%s: %q, want %s", step[0], lines.Text(), step[1])
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestStops ends runs by a context and by the limit of a check.
func TestStops(t *testing.T) {
	const hard = `(declare-fun f (Int) Int)(declare-const a Int)
		(assert (forall ((x Int)) (! (> (f (+ x 1)) (f x)) :pattern ((f x)))))
		(assert (= (f a) 0))(check-sat)(check-sat)`
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	var out strings.Builder
	rep, err := script.Run(ctx, "x", strings.NewReader(hard), &out, script.Options{})
	if !errors.Is(err, cause) || len(rep.Answers) > 1 {
		t.Errorf("%d answers, error %v", len(rep.Answers), err)
	}
	rep, err = script.Run(context.Background(), "x", strings.NewReader(hard), &out, script.Options{CheckTimeout: time.Nanosecond})
	if err != nil || len(rep.Answers) != 2 || rep.Answers[1] != sat.Unknown || rep.Reason.Kind != reason.Timeout {
		t.Errorf("%+v, error %v", rep, err)
	}
}

// nested is a formula of a million levels.
func nested() io.Reader {
	const levels = 1_000_000
	return io.MultiReader(strings.NewReader("(declare-const p Bool)(declare-const q Bool)(assert "),
		strings.NewReader(strings.Repeat("(not (and q ", levels/2)), strings.NewReader("p"),
		strings.NewReader(strings.Repeat("))", levels/2)+")(assert q)(assert p)(check-sat)"))
}

func TestDeepNesting(t *testing.T) {
	var out strings.Builder
	if _, err := script.Run(context.Background(), "deep", nested(), &out, script.Options{}); err != nil || out.String() != "sat\n" {
		t.Errorf("%q, error %v", out.String(), err)
	}
}

// endless is a script of one command that never ends.
type endless struct{ begun bool }

func (e *endless) Read(b []byte) (int, error) {
	if !e.begun {
		e.begun = true
		return copy(b, "(assert (and true"), nil
	}
	return copy(b, strings.Repeat(" true ", len(b)/6+1)), nil
}

// TestStopReading ends a run in the midst of a command.
func TestStopReading(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	rep, err := script.Run(ctx, "t", &endless{}, io.Discard, script.Options{})
	if !errors.Is(err, context.DeadlineExceeded) || rep.Errors != 0 {
		t.Errorf("%v, %d errors", err, rep.Errors)
	}
}
