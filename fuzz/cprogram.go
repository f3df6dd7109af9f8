package fuzz

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

var cTarget = Target{
	Name: "c", About: "C programs that terminate, against what gcc makes of them, where it is installed",
	Comment: "//", Slow: 150, Patience: 2 * time.Minute, Lacks: lacksGCC,
	Make: func(r *rand.Rand) Case {
		x := cCase{kind: cWhole}
		model := syntax.Models[r.IntN(10)/8] // one in five is ILP32
		for range cBatch {
			x.programs = append(x.programs, heading(model, r)+gen.C(r))
		}
		return x
	},
	Read: cWhole.read,
}

// cKind is a kind of programs.
type cKind struct {
	files   func(programs []string) []string // that a compiler makes one binary of
	flags   []string                         // of compilers
	include []string                         // directories with headers
	fuel    int                              // of an execution
}

var cWhole = cKind{files: cutFiles, fuel: 200_000}

func (k cKind) read(text []byte, _ string) (Case, error) {
	return cCase{kind: k, programs: strings.Split(string(text), cSeparator)}, nil
}

// cCase are programs of one kind and data model that call CHECK(k, v) with what they have computed. They are compiled together, by gcc alone:
// what clang makes of a program matters only where the front end makes something else of it than gcc.
type cCase struct {
	kind     cKind
	programs []string
	close    bool // gcc looks at them more closely, and clang does, too
}

// lacksGCC is Target.Lacks for what needs gcc.
func lacksGCC() string {
	if _, err := exec.LookPath("gcc"); err != nil {
		return "gcc"
	}
	return ""
}

// cBatch programs cost gcc not much more than one.
const (
	cBatch     = 20
	cSeparator = "//----\n"
)

// Text implements Case.
func (x cCase) Text() []byte { return []byte(strings.Join(x.programs, cSeparator)) }

// only is the case of one of the programs, at which compilers look more closely: it may have no meaning, or have lost it when it was made smaller.
func (x cCase) only(i int) cCase { return cCase{x.kind, x.programs[i : i+1], true} }

// Run implements Case.
func (x cCase) Run(lim *limit.Limit) error {
	if len(x.programs) == 0 {
		return nil
	}
	ctx, cancel := until(lim)
	defer cancel()
	t := tally{}
	values, err := x.execute(ctx, t)
	if err != nil {
		return err
	}
	for i, text := range x.programs {
		if lim.Stopped() {
			return nil
		}
		if values[i] == nil {
			t["not compared"]++
			continue
		}
		err := wrong((cProgram{x.kind, text, values[i]}).run(ctx, lim), t.add)
		if err != nil && !x.close {
			err = wrong(x.only(i).Run(lim), t.add)
		}
		if err != nil {
			return fmt.Errorf("program %d of %d: %w", i+1, len(x.programs), err)
		}
	}
	return t
}

// cProgram is a program with what it computes.
type cProgram struct {
	kind   cKind
	text   string
	values computed
}

// run compares the front end with gcc.
func (x cProgram) run(ctx context.Context, lim *limit.Limit) error {
	t := tally{}
	seed := crc32.ChecksumIEEE([]byte(x.text))
	for _, want := range []verifier.Verdict{verifier.Safe, verifier.Unsafe} {
		claimed := maps.Clone(x.values)
		if want == verifier.Unsafe {
			if seed%cDenied != 0 {
				return t
			}
			all := slices.Sorted(maps.Keys(claimed))
			claimed[all[int(seed/cDenied)%len(all)]]++
		}
		files := x.asserting(claimed)
		for m, name := range [...]string{c.Regions: "regions", c.Flat: "flat memory"} {
			if c.Layout(m) == c.Flat && seed%cFlat != 0 {
				continue
			}
			out, hole, err := x.interpret(files, c.Layout(m), lim)
			switch {
			case lim.Stopped():
				return nil
			case errors.Is(err, model.ErrQuantifier):
				t["not executed: "+err.Error()]++
				return t
			case err != nil:
				return fmt.Errorf("%s: %w", name, err)
			case hole != "":
				t["unsupported: "+cPlace.ReplaceAllString(hole, "")]++
				return t
			case out == interp.Exhausted:
				t["too long"]++
				return t
			case (out == interp.Violated) != (want == verifier.Unsafe):
				return fmt.Errorf("gcc computes %v; interpreted with %s, that it is %v is not %v", x.values, name, claimed, want)
			}
		}
		t["interpreted "+want.String()]++
		if len(files) > 1 {
			t[fmt.Sprintf("in %d files", len(files))]++
		}
		if seed%cVerified != 0 {
			continue
		}
		rep, err := driver.Verify(ctx, files[0].Name, files[0].Text, driver.Options{
			Question: driver.Question{Files: files[1:], Bound: cBound, Front: c.Front{Options: c.Options{Options: x.options()}}},
			Limits:   driver.Limits{Timeout: cTime, Unbounded: -1},
			Engines:  driver.Engines{Invariants: true},
		})
		if err != nil && !lim.Stopped() {
			return err
		}
		v := rep.Result.Verdict()
		if v != want && v != verifier.Unknown && v != verifier.SafeUpToBound {
			return fmt.Errorf("gcc computes %v; that it is %v is %v", x.values, claimed, rep.Result)
		}
		t["verified "+v.String()]++
	}
	return t
}

// cPlace finds what two descriptions of the same differ in: places, and numbers in names.
var cPlace = regexp.MustCompile(` \(called at [^)]*\)| at [^ ]*$|[0-9]+`)

// options say how the program is read.
func (x cProgram) options() syntax.Options {
	return syntax.Options{Model: modelOf(x.text), Include: x.kind.include}
}

// One in cFlat programs is interpreted with flat memory, too, which is only there to be compared. Of one in cDenied another value is claimed: an
// execution that returns has seen that all values are the ones claimed. One in cVerified is also verified, in cTime: for solvers they are hard.
// cBound is more than their loops need.
const (
	cFlat     = 4
	cDenied   = 40
	cVerified = 800
	cTime     = 2 * time.Second
	cBound    = 12
)

// modelOf returns the data model of a program, which its first line tells.
func modelOf(text string) syntax.Model {
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first+" ", "// ILP32 ") {
		return syntax.ILP32
	}
	return syntax.LP64
}

// interpret executes the program that the front end makes. If the execution gets to what is not supported, it returns what that is.
func (x cProgram) interpret(files prog.Files, mem c.Layout, lim *limit.Limit) (out interp.Outcome, hole string, err error) {
	st := term.NewStore()
	res, err := c.Load(files, st, c.Options{Options: x.options(), Memory: mem})
	if err != nil {
		return 0, "", err
	}
	if err := prog.Check(res.Program); err != nil {
		return 0, "", err
	}
	res.Program.Entry = res.Program.Entries[0]
	way := &cWay{wish: wishes(res.Program)}
	for !lim.Stopped() {
		way.at, way.depth = 0, 0
		outcome, frame, err := interp.Run(res.Program, model.New(st, model.Options{}), way, x.kind.fuel)
		if err != nil || outcome != interp.Blocked {
			if outcome == interp.Violated {
				_, b := end(res.Program, frame, way.depth)
				hole = reached(res, b, frame)
			}
			return outcome, hole, err
		}
		if !way.back() {
			f, b := end(res.Program, frame, way.depth)
			return outcome, "", fmt.Errorf("no execution: the last one ends in %s at %v", f.Name, b.Node)
		}
	}
	return 0, "", nil
}

// end returns where an execution ended, so many calls deep.
func end(p *prog.Program, f *interp.Frame, depth int) (*prog.Proc, *prog.Block) {
	for range depth - 1 {
		f = f.Calls[len(f.Calls)-1].Frame
	}
	q := p.Procs[f.Proc]
	return q, &q.Blocks[f.Path[len(f.Path)-1]]
}

// reached returns what is not supported where an execution ended. Where a function without a body may have changed something, an assertion
// that only fails if none has comes first.
func reached(res *c.Result, b *prog.Block, f *interp.Frame) string {
	p := res.Program
	changed := slices.IndexFunc(p.Vars, func(v prog.Var) bool { return v.Name == "$changed" })
	for i := range b.Cmds {
		cmd := &b.Cmds[i]
		switch {
		case cmd.Kind != prog.Assert:
		case cmd.Cond == p.Store.False():
			what, _ := res.Hole(cmd.Node)
			return what
		case changed >= 0 && cmd.Cond == p.Store.Or(p.Store.False(), p.Vars[changed].Term) && !sets(p, f, prog.VarID(changed)):
			return ""
		}
	}
	return ""
}

// sets reports whether an execution makes a variable true.
func sets(p *prog.Program, f *interp.Frame, v prog.VarID) bool {
	for _, k := range f.Path {
		for _, cmd := range p.Procs[f.Proc].Blocks[k].Cmds {
			if cmd.Kind == prog.Assign && slices.Contains(cmd.Targets, v) && slices.Contains(cmd.Values, p.Store.True()) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Calls, func(c interp.Child) bool { return sets(p, c.Frame, v) })
}

// cWay chooses which way an execution goes. Only one is not blocked in the end.
type cWay struct {
	path, width []int
	at          int
	depth       int                        // of calls
	wish        map[prog.VarID]model.Value // see wishes
}

// back takes the last choice back, and reports whether there is another one.
func (w *cWay) back() bool {
	for n := len(w.path) - 1; n >= 0; n-- {
		if w.path[n]++; w.path[n] < w.width[n] {
			return true
		}
		w.path, w.width = w.path[:n], w.width[:n]
	}
	return false
}

// wishes returns the numbers that assumptions want variables to be: what addresses are at least, and 0 where that is enough.
func wishes(p *prog.Program) map[prog.VarID]model.Value {
	of := map[term.Term]prog.VarID{}
	for i := range p.Vars {
		of[p.Vars[i].Term] = prog.VarID(i)
	}
	wish, st := map[prog.VarID]model.Value{}, p.Store
	wants := func(n, v term.Term, least int64) {
		if v, ok := of[v]; ok && st.IsNum(n) {
			if n, small := st.Num(n).Int64(); small && n >= least {
				wish[v] = model.Int64(n)
			}
		}
	}
	for _, q := range p.Procs {
		for _, b := range q.Blocks {
			for _, cmd := range b.Cmds {
				if cmd.Kind != prog.Assume {
					continue
				}
				for _, t := range st.Args(cmd.Cond) {
					switch whole, part := st.Op(cmd.Cond), st.Op(t); {
					case whole == term.OpAnd && part == term.OpLe:
						wants(st.Arg(t, 0), st.Arg(t, 1), 2)
					case whole == term.OpOr && part == term.OpEq:
						wants(st.Arg(t, 0), st.Arg(t, 1), 0)
						wants(st.Arg(t, 1), st.Arg(t, 0), 0)
					}
				}
			}
		}
	}
	return wish
}

// Careful implements interp.Careful.
func (*cWay) Careful() {}

// Entered implements interp.Observer.
func (w *cWay) Entered(*prog.Proc, func(prog.VarID) (model.Value, error)) error {
	w.depth++
	return nil
}

// Returned implements interp.Observer.
func (w *cWay) Returned(*prog.Proc, func(prog.VarID) (model.Value, error)) error {
	w.depth--
	return nil
}

// Choose implements interp.Oracle.
func (w *cWay) Choose(n int) int {
	if w.at == len(w.path) {
		w.path, w.width = append(w.path, 0), append(w.width, n)
	}
	w.at++
	return w.path[w.at-1]
}

// Value implements interp.Oracle: 1, which is in the range of all types, or what an assumption wants.
func (w *cWay) Value(p *prog.Program, v prog.VarID) model.Value {
	if x, ok := w.wish[v]; ok {
		return x
	}
	switch sort := p.Sort(v); sort {
	case term.Bool:
		return model.Bool(true)
	case term.Int:
		return model.Int64(1)
	default:
		return model.ConstArray(p.Store, sort, model.Int64(1))
	}
}

// Shrink implements Case.
func (x cCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	if !x.close {
		for i := range x.programs {
			if y := x.only(i); fails(y) {
				return y.Shrink(b, fails)
			}
		}
		return x
	}
	lines := strings.Split(strings.TrimSuffix(x.programs[0], "\n"), "\n")
	whole := func(lines []string) cCase { return cCase{x.kind, []string{strings.Join(lines, "\n") + "\n"}, true} }
	return whole(shrink.List(lines, b, func(l []string) bool { return fails(whole(l)) }))
}
