package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

var cTarget = Target{
	Name: "c", About: "C programs that terminate, against what gcc makes of them, where it is installed",
	Comment: "//", Slow: 30, Patience: 30 * time.Second,
	Make: func(r *rand.Rand) Case { return cCase(gen.C(r)) },
	Read: func(text []byte, _ string) (Case, error) { return cCase(text), nil },
}

// cCase is a program that calls CHECK(k, v) with what it has computed.
type cCase string

func (x cCase) Text() []byte { return []byte(x) }

// cBound is more than the loops of generated programs need.
const cBound = 12

func (x cCase) Run(lim *limit.Limit) error {
	ctx, cancel := until(lim)
	defer cancel()
	values, ok, err := x.execute(ctx)
	if err != nil || !ok || len(values) == 0 {
		return err
	}
	for _, want := range []verifier.Verdict{verifier.Safe, verifier.Unsafe} {
		claimed := slices.Clone(values)
		if want == verifier.Unsafe {
			claimed[len(x)%len(claimed)]++
		}
		text := x.asserting(claimed)
		for m, name := range [...]string{c.Regions: "regions", c.Flat: "flat memory"} {
			switch out, err := interpret(text, c.Memory(m), lim); {
			case lim.Stopped():
				return nil
			case err != nil:
				return fmt.Errorf("%s: %w", name, err)
			case (out == interp.Violated) != (want == verifier.Unsafe):
				return fmt.Errorf("gcc computes %d; interpreted with %s, that it is %d is not %v", values, name, claimed, want)
			}
		}
		if len(x)%cVerified != 0 {
			continue
		}
		rep, err := driver.Verify(ctx, "case.c", text, driver.Options{Bound: cBound, Invariants: true, Timeout: cTime})
		if err != nil && !lim.Stopped() {
			return err
		}
		if v := rep.Result.Verdict(); v != want && v != verifier.Unknown && v != verifier.SafeUpToBound {
			return fmt.Errorf("gcc computes %d; that it is %d is %v", values, claimed, rep.Result)
		}
	}
	return nil
}

// One in cVerified programs is also verified, in cTime: for solvers they are hard.
const (
	cVerified = 10
	cTime     = 2 * time.Second
	cFuel     = 100_000
)

// interpret executes the program that the front end makes.
func interpret(text []byte, m c.Memory, lim *limit.Limit) (interp.Outcome, error) {
	st := term.NewStore()
	out, err := c.Load("case.c", text, st, c.Options{Memory: m})
	if err != nil {
		return 0, err
	}
	if err := prog.Check(out.Program); err != nil {
		return 0, err
	}
	out.Program.Entry = out.Program.Entries[0]
	way := &cWay{}
	for !lim.Stopped() {
		way.at = 0
		outcome, _, err := interp.Run(out.Program, model.New(st, model.Options{}), way, cFuel)
		if err != nil || outcome != interp.Blocked {
			return outcome, err
		}
		for { // the last choice was wrong
			n := len(way.path) - 1
			if n < 0 {
				return outcome, errors.New("no execution")
			}
			if way.path[n]++; way.path[n] < way.width[n] {
				break
			}
			way.path, way.width = way.path[:n], way.width[:n]
		}
	}
	return 0, nil
}

// cWay chooses which way an execution goes. Only one is not blocked at once.
type cWay struct {
	path, width []int
	at          int
}

// Choose implements interp.Oracle.
func (w *cWay) Choose(n int) int {
	if w.at == len(w.path) {
		w.path, w.width = append(w.path, 0), append(w.width, n)
	}
	w.at++
	return w.path[w.at-1]
}

// Value implements interp.Oracle: 1, which is in the range of all types.
func (w *cWay) Value(p *prog.Program, v prog.VarID) model.Value {
	switch sort := p.Sort(v); sort {
	case term.Bool:
		return model.Bool(true)
	case term.Int:
		return model.Int64(1)
	default:
		return model.ConstArray(p.Store, sort, model.Int64(1))
	}
}

// asserting returns the program with claims about what it computes.
func (x cCase) asserting(values []int64) []byte {
	text := []byte("void reach_error(void);\n#define CHECK(k, v) if ((long long)(v) != V##k) reach_error()\n")
	for k, check := range strings.Split(string(x), "CHECK(")[1:] {
		number, _, _ := strings.Cut(check, ",")
		if v := values[k]; v == math.MinInt64 {
			text = fmt.Appendf(text, "#define V%s (%dLL-1)\n", number, v+1)
		} else {
			text = fmt.Appendf(text, "#define V%s %dLL\n", number, v)
		}
	}
	return append(text, x...)
}

// execute returns what the program made by gcc prints, if there is gcc.
func (x cCase) execute(ctx context.Context) (values []int64, ok bool, err error) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return nil, false, nil
	}
	dir, err := os.MkdirTemp("", "c")
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(dir)
	text := "int printf(const char *, ...);\n#define CHECK(k, v) printf(\"%lld\\n\", (long long)(v))\n" + string(x)
	source, binary := filepath.Join(dir, "case.c"), filepath.Join(dir, "case")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return nil, false, err
	}
	if out, err := exec.CommandContext(ctx, gcc, "-std=gnu17", "-w", "-O0", "-fwrapv", "-o", binary, source).CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return nil, false, nil
		}
		return nil, false, fmt.Errorf("gcc: %s", bytes.TrimSpace(out))
	}
	out, err := exec.CommandContext(ctx, binary).Output()
	if err != nil || ctx.Err() != nil {
		return nil, false, nil // it need not be a program after it was made smaller
	}
	for _, field := range strings.Fields(string(out)) {
		v, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return nil, false, err
		}
		values = append(values, v)
	}
	return values, len(values) == strings.Count(string(x), "CHECK("), nil // else a check is in a loop, or not reached
}

func (x cCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	whole := func(lines []string) cCase { return cCase(strings.Join(lines, "\n") + "\n") }
	lines := strings.Split(strings.TrimSuffix(string(x), "\n"), "\n")
	return whole(shrink.List(lines, b, func(l []string) bool {
		y := whole(l)
		_, ok, err := y.execute(context.Background())
		return ok && err == nil && fails(y)
	}))
}
