package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/gini"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/portfolio"
	"github.com/muster-smt/muster/sat/proof"
	"github.com/muster-smt/muster/theory/reason"
)

// The exit codes of muster sat, as in the SAT competition. The others are
// exitUsage, exitInput and exitInternal.
const (
	exitUndecided     = 0
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// satOptions are the flags of muster sat.
type satOptions struct {
	backend string
	workers int
	seed    uint64
	timeout time.Duration
	memory  task.ByteSize
	stats   bool
	json    bool
	quiet   bool
	minCore bool
	proof   string
	format  string
	binary  bool
	noModel bool
	mode    string
	budget  sat.Budget
	result  string   // file for the answer as minisat writes it
	written string   // file for the answer as the output has it
	minisat bool     // answer in minisat's words
	log     logFlags // without verbose
}

// satBackends are the values of --sat, and satModes those of --mode, by sat.Mode.
var (
	satBackends = [...]string{"muster", "gini"}
	satModes    = [...]string{sat.Alternating: "alternating", sat.Focused: "focused", sat.Stable: "stable"}
)

// check validates the flags.
func (v *satOptions) check() error {
	switch {
	case v.timeout < 0:
		return errors.New("--timeout must not be negative")
	case !slices.Contains(satModes[:], v.mode):
		return fmt.Errorf("unknown mode %q; want one of %s", v.mode, strings.Join(satModes[:], ", "))
	case v.budget.Conflicts < 0 || v.budget.Decisions < 0:
		return errors.New("a limit must not be negative")
	case v.budget != sat.Budget{} && v.backend == "gini":
		return errors.New("--conflicts and --decisions need --sat=muster")
	case !slices.Contains(satBackends[:], v.backend):
		return fmt.Errorf("unknown SAT solver %q; want muster or gini", v.backend)
	case v.format != "drat" && v.format != "lrat":
		return fmt.Errorf("unknown proof format %q; want drat or lrat", v.format)
	case v.workers < 1:
		return errors.New("-j must be at least 1")
	case v.workers > 1 && v.backend == "gini":
		return errors.New("-j needs --sat=muster: gini has no workers")
	case v.minCore && (v.workers > 1 || v.backend == "gini"):
		return errors.New("--minimize-core needs --sat=muster and one worker")
	case v.log.file != "" && (v.workers > 1 || v.backend == "gini"):
		return errors.New("--log needs --sat=muster and one worker")
	case v.proof != "" && v.backend == "gini":
		return errors.New("--proof needs --sat=muster: gini writes no proofs")
	}
	return nil
}

// satCommand is muster sat, or the command that stands in for another SAT solver.
func satCommand(s streams, name string) *cli.Command {
	v := satOptions{minisat: name == minisat}
	c := &cli.Command{
		Use:   name + " [FILE [RESULT]]",
		Short: "Decide a formula in DIMACS CNF",
		Long: `Sat decides whether a propositional formula in DIMACS CNF is satisfiable. Without
FILE, or if FILE is -, it reads standard input. FILE may be compressed with gzip, xz or
zstd. RESULT gets the answer as minisat writes it: SAT and a line with the model, UNSAT,
or INDET.

The output is that of the SAT competition: a line s SATISFIABLE, s UNSATISFIABLE or
s UNKNOWN, the model in lines that begin with v and end with 0, and comments in
lines that begin with c. A model is evaluated before it is printed.

An incremental formula ("p inccnf") has queries "a LITERAL... 0" between its
clauses. They are answered in order, each for the clauses before it and under its
assumptions. After s UNSATISFIABLE, a line "c core LITERAL... 0" lists assumptions
that contradict the clauses. With --minimize-core, every one of them is necessary,
unless a limit ends the minimization early.

With --proof, the answer UNSATISFIABLE comes with a proof, which muster check
verifies. LRAT names the antecedents of each clause, so that checking needs no
search; DRAT does not, but more tools support it.

With -j N, N workers run in parallel. They differ in seed, initial phases and mode,
and share short clauses; the first answer counts. Each worker needs as much memory
as a separate run. Models, cores, proofs and statistics may differ from run to run.
There is one proof for all workers.

A model leaves out variables that do not occur if the header declares far more
variables than the clauses have literals.

Exit codes, by the last answer: 10 satisfiable, 20 unsatisfiable, 0 unknown
(including a limit or an interrupt); 1 usage error, 2 the input cannot be read,
6 internal error.`,
		Args: cli.MaximumNArgs(2),
		Run: func(c *cli.Command, args []string) error {
			switch {
			case len(args) < 2:
			case name == kissat || name == cadical:
				v.proof = args[1]
			default:
				v.result = args[1]
			}
			if err := v.check(); err != nil {
				return err
			}
			v.quiet = v.quiet || v.minisat
			return runSAT(c.Context(), s, append(args, "-")[0], &v)
		},
	}
	f := c.Flags()
	f.BoolVarP(&v.noModel, "no-model", "n", false, "do not print the model")
	f.Int64Var(&v.budget.Conflicts, "conflicts", 0, "answer unknown after this many conflicts (default: no limit)")
	f.Int64Var(&v.budget.Decisions, "decisions", 0, "answer unknown after this many decisions (default: no limit)")
	f.StringVar(&v.mode, "mode", satModes[sat.Alternating], "how one worker searches: "+strings.Join(satModes[:], ", "))
	f.StringVar(&v.written, "write", "", "write the lines with s and v to this file, too")
	f.StringVar(&v.backend, "sat", "muster", "SAT solver: muster or gini")
	f.IntVarP(&v.workers, "workers", "j", 1, "number of parallel workers; one worker is deterministic")
	f.Uint64Var(&v.seed, "seed", 0, "seed that perturbs the first decisions")
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.StringVar(&v.proof, "proof", "", "write a proof to this file, for muster check; .gz, .xz and .zst are compressed")
	format := "lrat"
	if name == kissat || name == cadical {
		format = "drat"
	}
	f.StringVar(&v.format, "proof-format", format, "format of the proof: lrat or drat")
	f.BoolVar(&v.binary, "binary", format == "drat", "write the proof in binary form")
	f.StringVar(&v.log.file, "log", "", logUsage)
	f.BoolVar(&v.stats, "stats", false, "print statistics")
	f.BoolVar(&v.json, "json", false, "print one JSON object, for errors too")
	f.BoolVar(&v.minCore, "minimize-core", false, "make the cores of queries minimal")
	f.BoolVar(&v.quiet, "quiet", false, "print only lines that begin with s or v")
	return c
}

// satBackend is a SAT solver.
type satBackend interface {
	dimacs.Solver
	Solve(lim *limit.Limit, assumptions []sat.Lit, budget sat.Budget) sat.Status
	ModelValue(l sat.Lit) sat.Value
	Core() []sat.Lit
	WhyUnknown() limit.Reason
}

// satRun is a run of muster sat. Its goroutine sends its results to found.
type satRun struct {
	file    string
	opt     *satOptions
	lim     limit.Limit
	monitor *monitor[string] // shows the phase
	board   satBoard
	log     *slog.Logger
	clock   *stageClock // nil without --stats
	found   chan any    // *dimacs.Formula, satAnswer, error
}

// satAnswer is an answer to a query.
type satAnswer struct {
	status sat.Status
	model  []sat.Lit // a literal of each variable, if satisfiable
	core   []sat.Lit // of the assumptions, if unsatisfiable
	why    limit.Reason
}

// gcPercent is for debug.SetGCPercent. Clauses and watches are in a few large arrays without
// pointers, so frequent collections cost nothing that can be measured.
const gcPercent = 15

// runSAT runs the command.
func runSAT(ctx context.Context, s streams, file string, v *satOptions) error {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	steps, unlog, err := v.log.open(s.err)
	if err != nil {
		return err
	}
	r := &satRun{file: task.DisplayName(file), opt: v, log: steps, found: make(chan any)}
	if v.stats && v.workers == 1 {
		r.clock = &stageClock{}
	}
	if v.backend == "muster" { // gini reports no progress
		r.board.workers = make([]portfolio.Worker, v.workers)
	}
	r.monitor = newMonitor(s.err, func(phase string, elapsed time.Duration) string {
		return satLine(phase, r.board.all(), elapsed)
	})
	defer r.monitor.stop()
	// After the monitor's clock, or a run that the limit ends is reported to be shorter than it.
	ctx, stop := limited(ctx, v.timeout, v.memory)
	defer stop()
	defer r.lim.Watch(ctx)()
	go r.run(s.in, file)
	out := newSATOutput(s.out, r)
	return out.finish(errors.Join(r.await(ctx, out), unlog()), limit.ContextReason(ctx))
}

// readFormula reads a formula; its errors are input errors.
func readFormula(stdin io.Reader, file string) (*dimacs.Formula, error) {
	in, err := task.Open(stdin, file)
	if err != nil {
		return nil, task.AsInput(err)
	}
	defer in.Close()
	f, err := dimacs.Read(in, task.DisplayName(file))
	if err != nil {
		return nil, task.AsInput(err)
	}
	return f, nil
}

// await passes on what the run finds. It returns without it if it does not stop
// soon after a limit: the search polls the limit, but reading does not.
func (r *satRun) await(ctx context.Context, out *satOutput) error {
	ended := ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case x, more := <-r.found:
			if !more {
				return nil
			}
			switch x := x.(type) {
			case error:
				return x
			case *dimacs.Formula:
				out.read(x)
			case satAnswer:
				r.monitor.stop()
				out.answer(x)
			}
		case <-ended:
			ended, late = nil, time.After(task.Grace)
		case <-late:
			return nil
		}
	}
}

// run reads the formula and answers its queries.
func (r *satRun) run(stdin io.Reader, file string) {
	defer close(r.found)
	defer func() {
		if x := recover(); x != nil {
			r.found <- reason.Recovered(x)
		}
	}()
	r.monitor.update("read")
	r.clock.begin(stageRead)
	f, err := readFormula(stdin, file)
	if err != nil {
		r.found <- err
		return
	}
	r.found <- f
	log, err := r.createProof(f)
	if err != nil {
		r.found <- err
		return
	}
	solver := r.solver(log)
	load := f.Loader(solver)
	r.monitor.update("search")
	for _, q := range queries(f) {
		r.clock.begin(stageLoad)
		load(q.Clauses)
		status := solver.Solve(&r.lim, renamed(q.Assumptions, f.Number), r.opt.budget)
		r.clock.begin(stageCheck)
		switch s := solver.(type) {
		case *sat.Solver:
			if status == sat.Unsat && r.opt.minCore {
				s.MinimizeCore(&r.lim, sat.Budget{}) // a limit ends it early
			}
			r.board.progress(0, s.Stats())
			r.clock.count(s.Stages())
		case *portfolio.Solver:
			r.board.set(s.Workers())
		}
		a := satAnswer{status: status, core: renamed(solver.Core(), f.Name), why: solver.WhyUnknown()}
		if status == sat.Sat {
			a.model = f.Model(solver.ModelValue)
			if err := f.Evaluate(q, a.model); err != nil {
				r.found <- reason.Recovered(err)
				return
			}
		}
		if err := log.close(); err != nil {
			r.found <- fmt.Errorf("writing the proof: %w", err)
			return
		}
		if r.found <- a; status == sat.Unknown {
			return
		}
	}
}

// renamed gives literals other names.
func renamed(lits []sat.Lit, name func(sat.Lit) sat.Lit) []sat.Lit {
	lits = slices.Clone(lits)
	for i, l := range lits {
		lits[i] = name(l)
	}
	return lits
}

// queries returns the queries of a formula; if it has none, the one about all its
// clauses.
func queries(f *dimacs.Formula) []dimacs.Query {
	if len(f.Queries) == 0 {
		return []dimacs.Query{{Clauses: f.Len()}}
	}
	return f.Queries
}

// proofFile is a proof in a file; nil if none is wanted.
type proofFile struct {
	*proof.Writer
	file io.Closer
}

// createProof creates the file of the proof, if one is wanted.
func (r *satRun) createProof(f *dimacs.Formula) (*proofFile, error) {
	switch {
	case r.opt.proof == "":
		return nil, nil
	case len(f.Queries) > 0:
		return nil, errors.New("--proof: a formula with queries would need several proofs")
	}
	file, err := createProof(r.opt.proof)
	if err != nil {
		return nil, err
	}
	format := proof.Format{LRAT: r.opt.format == "lrat", Binary: r.opt.binary}
	w := proof.NewWriter(file, format, f.Len())
	if f.Sparse() {
		w.Names(f.Name)
	}
	return &proofFile{w, file}, nil
}

func (p *proofFile) close() error {
	if p == nil {
		return nil
	}
	return errors.Join(p.Close(), p.file.Close())
}

// solver makes a solver.
func (r *satRun) solver(log *proofFile) satBackend {
	if r.opt.backend == "gini" {
		return gini.NewBackend()
	}
	if r.opt.workers > 1 {
		opt := portfolio.Options{Workers: r.opt.workers, Seed: r.opt.seed, Progress: r.board.progress}
		if log != nil {
			opt.Tracer = log
		}
		return portfolio.New(opt)
	}
	mode := sat.Mode(max(0, slices.Index(satModes[:], r.opt.mode)))
	opt := sat.Options{Seed: r.opt.seed, Phase: true, Mode: mode, Log: r.log,
		Progress: func(s sat.Stats) { r.board.progress(0, s) }}
	if log != nil {
		opt.Tracer = log
	}
	if r.clock != nil {
		opt.Stage = r.clock.begin
	}
	return sat.New(opt)
}

// satBoard has the statistics of all workers; without -j there is one.
type satBoard struct {
	mu      sync.Mutex
	workers []portfolio.Worker
}

func (b *satBoard) progress(worker int, s sat.Stats) {
	b.mu.Lock()
	b.workers[worker].Stats = s
	b.mu.Unlock()
}

func (b *satBoard) set(workers []portfolio.Worker) {
	b.mu.Lock()
	b.workers = workers
	b.mu.Unlock()
}

func (b *satBoard) all() []portfolio.Worker {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.workers)
}
