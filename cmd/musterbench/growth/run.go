package growth

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/peer"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
)

// peers are the other solvers, for the kinds that they read.
var peers = []struct {
	name string
	kind kind
	flag string
}{
	{"z3", smt2, ""},
	{"cvc5", smt2, "--incremental"},
	{peer.Boogie, bpl, ""},
	{"kissat", cnf, "-n"},
	{"cadical", cnf, "-n"},
}

// isPeer reports whether a solver is a peer.
func isPeer(name string) bool {
	for _, p := range peers {
		if p.name == name {
			return true
		}
	}
	return false
}

// run is what a solver made of an instance. Its verdict is unsolved, or all answers.
type run struct {
	measure.Result
	*instance
	start    float64 // CPU time in seconds that the solver needs for nothing
	answers  []string
	counters map[string]float64
}

// unsolved is the verdict if an answer is missing.
const unsolved = "unknown"

// Cells implements measure.Row.
func (r *run) Cells() []string {
	var counters []string
	for _, name := range slices.Sorted(maps.Keys(r.counters)) {
		counters = append(counters, fmt.Sprintf("%s=%.0f", name, r.counters[name]))
	}
	return []string{r.family, strconv.Itoa(r.size), filepath.Base(r.file), r.want, r.Solver, r.Verdict, r.Seconds(),
		strconv.FormatFloat(r.start, 'f', 3, 64), strconv.FormatInt(r.PeakMB, 10), r.Wrong + r.Remark, strings.Join(counters,
			" ")}
}

// solved reports whether all answers are there.
func (r *run) solved() bool { return r.Verdict != unsolved }

// solvers finds the solvers: builds of Muster first.
func (o *Options) solvers() ([]measure.Solver, error) {
	own, err := o.Find([]string{"muster"}, func(name string) ([]string, error) {
		if name != "muster" {
			return []string{name}, nil
		}
		self, err := os.Executable()
		return append([]string{self}, o.Self...), err
	})
	if err != nil {
		return nil, err
	}
	for i := range own { // builds may have equal names
		if slices.ContainsFunc(own[:i], func(v measure.Solver) bool { return v.Name == own[i].Name }) {
			own[i].Name = own[i].Args[0]
		}
	}
	var supported []string
	for _, p := range peers {
		supported = append(supported, p.name)
	}
	names := o.Peers
	if names == nil {
		names = measure.OnPath(supported...)
	}
	for _, n := range names {
		if !isPeer(n) {
			return nil, fmt.Errorf("unknown peer %q; want %s", n, strings.Join(supported, ", "))
		}
		own = append(own, measure.Solver{Name: n, Args: []string{n}})
	}
	return own, nil
}

// bench runs solvers on instances.
type bench struct {
	*Options
	dir    string                // for inputs that ask for nothing
	misses map[[2]string]int     // by solver and family
	starts map[[2]string]float64 // CPU time of starting, by solver and kind
}

// enough is the number of misses after which a solver gets no larger instance of a
// family.
const enough = 2

// run runs a solver on an instance, unless it is of another kind or has missed
// enough.
func (b *bench) run(ctx context.Context, in *instance, v measure.Solver) (*run, error) {
	missed := [2]string{v.Name, in.family}
	if b.misses[missed] >= enough {
		return nil, measure.ErrSkip
	}
	if command(v, in) == nil {
		return nil, measure.ErrSkip
	}
	start, err := b.starting(ctx, v, in.kind)
	if err != nil {
		return nil, err
	}
	r := b.process(ctx, in, v)
	r.start = start
	if !r.solved() {
		b.misses[missed]++
	}
	return r, nil
}

// command returns the command line of a solver for an instance; none if it does not
// read that kind.
func command(v measure.Solver, in *instance) []string {
	for _, p := range peers {
		switch {
		case p.name != v.Name:
		case p.kind != in.kind:
			return nil
		case p.name == peer.Boogie:
			return append(slices.Clone(v.Args), peer.Args(in.bound, in.file)...)
		case p.flag == "":
			return append(slices.Clone(v.Args), in.file)
		default:
			return append(slices.Clone(v.Args), p.flag, in.file)
		}
	}
	line := slices.Clone(v.Args)
	if len(line) == 1 { // not this program
		line = append(line, commands[in.kind], "--stats")
	}
	if in.bound > 0 {
		line = append(line, "--bound", strconv.Itoa(in.bound))
	}
	return append(line, in.file)
}

// commands are the commands of muster.
var commands = map[kind]string{smt2: "solve", bpl: "verify", cprog: "verify", cnf: "sat"}

// nothing are inputs that ask for next to nothing.
var nothing = map[kind]string{
	smt2:  "(set-logic QF_UF)\n(check-sat)\n",
	bpl:   "procedure {:entrypoint} main() { assume false; }\n",
	cprog: "int main(void) { return 0; }\n",
	cnf:   "p cnf 1 1\n1 0\n",
}

// starting returns the CPU time that a solver needs for nothing: the least of some
// runs.
func (b *bench) starting(ctx context.Context, v measure.Solver, k kind) (float64, error) {
	key := [2]string{v.Name, string(k)}
	if least, ok := b.starts[key]; ok {
		return least, nil
	}
	in := &instance{kind: k, file: filepath.Join(b.dir, "nothing."+string(k)), checks: 1}
	if err := os.WriteFile(in.file, []byte(nothing[k]), 0o666); err != nil {
		return 0, err
	}
	for i := range 3 {
		if cpu := b.process(ctx, in, v).CPU; i == 0 || cpu < b.starts[key] {
			b.starts[key] = cpu
		}
	}
	return b.starts[key], nil
}

// process runs a solver on an instance.
func (b *bench) process(ctx context.Context, in *instance, v measure.Solver) *run {
	if v.Name == peer.Boogie { // its prover counts only when it has ended
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Limit)
		defer cancel()
	}
	p := measure.Run(ctx, b.Pin, b.Limit, command(v, in)...)
	r := &run{Result: measure.NewResult(in.file, v.Name, p), instance: in, counters: map[string]float64{}}
	if v.Name == peer.Boogie {
		if verdict, _, _ := peer.Verdict(p.Out + p.Errs); verdict == "safe" || verdict == "unsafe" {
			r.answers = []string{verdict}
		}
	} else {
		r.read(p.Out)
		r.read(p.Errs)
	}
	r.judge(&p)
	return r
}

// read takes answers and counters from the output of a solver.
func (r *run) read(out string) {
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		line = strings.TrimPrefix(strings.TrimPrefix(line, "c "), "s ")
		switch {
		case line == "sat" || line == "unsat" || line == unsolved || line == "unsafe":
			r.answers = append(r.answers, line)
		case line == "safe" || strings.HasPrefix(line, "safe up to bound"):
			r.answers = append(r.answers, "safe")
		case line == "SATISFIABLE":
			r.answers = append(r.answers, "sat")
		case line == "UNSATISFIABLE":
			r.answers = append(r.answers, "unsat")
		}
		name, value, ok := strings.Cut(line, ": ")
		if n, err := strconv.ParseInt(value, 10, 64); ok && err == nil {
			r.counters[name] = float64(n)
		}
	}
}

// judge decides whether the instance is solved, and rightly.
func (r *run) judge(p *measure.Process) {
	r.Verdict = unsolved
	if !p.Timeout && len(r.answers) == r.checks && !slices.Contains(r.answers, unsolved) {
		r.Verdict = tally(r.answers)
	}
	switch {
	case strings.Contains(p.Out+p.Errs, "internal error"):
		r.Wrong = "internal error"
	case r.solved() && r.want != "" && r.Verdict != r.want:
		r.Wrong = r.want + " is expected"
	case !r.solved():
		r.Remark = p.Why()
	}
}

// contradict marks answers that contradict those of a later solver in the list: the
// first solver is the one on trial.
func contradict(of []*run) {
	for i, r := range slices.Backward(of) {
		for _, other := range of[i+1:] {
			for k := range min(len(r.answers), len(other.answers)) {
				mine, its := r.answers[k], other.answers[k]
				if r.Wrong == "" && mine != its && mine != unsolved && its != unsolved {
					r.Wrong = fmt.Sprintf("answer %d is %s, %s says %s", k+1, mine, other.Solver, its)
				}
			}
		}
	}
}

// RunOne runs an instance in this process and prints what a muster binary would
// print for it with --stats. Bound is that of recursion; 0 means the default.
func RunOne(ctx context.Context, out, errs io.Writer, file string, bound int) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	count := func(name string, n int64) { fmt.Fprintf(errs, "%s: %d\n", name, n) }
	switch kind(strings.TrimPrefix(filepath.Ext(file), ".")) {
	case smt2:
		rep, err := script.Run(ctx, file, bytes.NewReader(text), out, script.Options{Diagnostics: errs})
		for _, c := range rep.Stats {
			count(c.Name, c.Value)
		}
		return err
	case bpl, cprog:
		var language front.Front = boogie.Front{}
		if strings.HasSuffix(file, ".c") {
			language = c.Front{}
		}
		rep, err := driver.Verify(ctx, file, text, driver.Options{
			Question: driver.Question{Front: language, Bound: bound},
			Limits:   driver.Limits{Unbounded: -1},
		})
		if err != nil {
			return err
		}
		fmt.Fprintln(out, rep.Result)
		s := rep.Result.Stats()
		count("instances", int64(s.Instances))
		count("queries", int64(s.Queries))
		for _, c := range s.Counters {
			count(c.Name, c.Value)
		}
		return nil
	case cnf:
		f, err := dimacs.Read(bufio.NewReader(bytes.NewReader(text)), file)
		if err != nil {
			return err
		}
		s := sat.New(sat.Options{})
		f.Load(s)
		var lim limit.Limit
		fmt.Fprintln(out, s.Solve(&lim, nil, sat.Budget{}))
		n := s.Stats()
		count("conflicts", n.Conflicts)
		count("decisions", n.Decisions)
		count("propagations", n.Propagations)
		count("ticks", n.Ticks)
		count("learned-literals", n.LearnedLiterals)
		return nil
	}
	return errors.New("the file is none of .smt2, .bpl and .cnf: " + file)
}
