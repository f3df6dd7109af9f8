package passes

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Options says how to prepare a program.
type Options struct {
	// Entry names the entry procedure; empty means the one marked as entry
	// point, else main.
	Entry string
	// Properties choose the assertions that are asked about (property.go); the others are skipped. None means all of them.
	Properties []string
	// Always, if not nil, reports whether an assertion is asked about whatever Properties choose.
	Always func(at prog.NodeID) bool
	// Passed are assertions that are assumed where they would be checked.
	Passed []prog.Assertion
	// AssertionsOnly asks about assertions even if there is none. Else the question is then whether the entry returns.
	AssertionsOnly bool
	// Targets asks which places an execution can reach, in place of assertions (targets.go).
	Targets bool
	// Modular asks about the entry alone, as its contract and those of what it calls say, and its invariants (modular.go).
	Modular bool
	// Explain has Modular make premises (modularexplain.go).
	Explain bool
	// Contexts is how many rounds threads run in; 0 means verifier.DefaultContexts.
	Contexts int
	// Cooperative has threads go on until they yield.
	Cooperative bool
	// Trips is up to how many calls of a loop's procedure do not count for the recursion bound if the loop cannot be left
	// after fewer (countTrips); 0 means that all count.
	Trips int
	// Rewriter simplifies terms; nil means a new one.
	Rewriter *rewrite.Rewriter
	// Check validates the program after each pass.
	Check bool
	// Observe, if not nil, is called with the program before the first pass, which has no name, and after each pass.
	Observe func(pass string, p *prog.Program)
}

// Effects are the globals that a call of a procedure may read and write.
type Effects struct {
	Reads, Writes []prog.VarID
}

// Result is a prepared program.
type Result struct {
	// Core is the program after phase one; traces are replayed on it.
	Core *prog.Program
	// Flat is the program before its loops were extracted, on which executions step by step are searched and shown. It is
	// nil where the question is another one: about threads, targets, or contracts.
	Flat *prog.Program
	// Cut, with Options.Modular, is the program whose entry has its loops cut and has in it what it inlines, before what
	// it has to establish is encoded; others have no body. Clauses says what its assertions with an ID stand for.
	Cut     *prog.Program
	Clauses map[int32]Obligation
	// Program is the optimised program. Its procedures have the same numbers
	// as in Core; those no longer reached have no blocks left.
	Program *prog.Program
	// Interfaces and Effects belong to Program, by prog.ProcID.
	Interfaces []prog.Interface
	Effects    []Effects

	// Defs are the constants that were replaced by their values, in an order
	// in which each value mentions later ones only if they are not replaced.
	Defs []prog.Def
	// Dropped lists the axioms (indices in Core.Axioms) that share no symbol
	// with the program. They are taken to be satisfiable.
	Dropped []int
	// Kept says, by procedure and Cmd.ID, which commands of Core have a
	// counterpart in Program: the others influence no assumption.
	Kept [][]bool

	// Wrapped names the entry of the source, if it is recursive: the one of Core calls it. Else it is empty.
	Wrapped string
	// Settled are the globals that the entry alone sets, before all else.
	Settled []Settled
	// Fixed gives, by procedure, the formals of Core that have the same value at all calls, and that value.
	Fixed [][]prog.Def
	// Uncalled says, by procedure, that no execution calls it, nor is it the entry.
	Uncalled []bool
	// Never says, by procedure, that it is called and does not return.
	Never []bool
	// Writes gives, by procedure, the globals that calls may change, once what is never executed is left
	// out: what later passes find in Effects is less, since they drop writes that nobody reads.
	Writes [][]prog.VarID

	// Loops are the loops of Core that were extracted, inner ones before outer ones.
	Loops []Loop

	// Asserts is the number of encoded assertions. If it is 0 the question is
	// whether the entry returns, else whether one of them fails.
	Asserts int
	// Flag is the global that a failing assertion sets; 0 if there is none.
	Flag prog.VarID
	// Skipped and Passed are the assertions that are not asked about, and those of them that are assumed.
	Skipped, Passed map[prog.Assertion]bool
	// Targets are the places that Options.Targets asks about.
	Targets []Target
	// Obligations are what Options.Modular asks about, each with a target of the same number.
	Obligations []Obligation
	// Premises are what Options.Explain asks about.
	Premises []Premise
	// Threads says how threads were sequentialised; nil if there are none.
	Threads *Threads
	// Selectors are locals that say by which entry control gets into a loop with several (selector.go).
	Selectors map[prog.VarID]bool

	Passes []Stats
}

// In returns the prepared program with a copy of its store (term.Store.Clone).
func (r *Result) In(st *term.Store) *Result {
	out, core, program := *r, *r.Core, *r.Program
	core.Store, program.Store = st, st
	out.Core, out.Program = &core, &program
	if r.Flat != nil {
		flat := *r.Flat
		flat.Store = st
		out.Flat = &flat
	}
	return &out
}

// Unextracted returns the prepared program with Flat in place of Core, for traces of that.
func (r *Result) Unextracted() *Result {
	out := *r
	out.Core = r.Flat
	return &out
}

// Loop says where an extracted loop was in Core.
type Loop struct {
	Of    prog.ProcID // what it was part of, where the last, partial iteration still is
	Proc  prog.ProcID // what executes the others
	Head  int32       // the block of Of that calls Proc, and then goes where the last iteration begins
	Stops []int32     // blocks of Of that assume false where there was a jump to Head
	// Copied says that the source has one loop where Core has several, or control gets to the head elsewhere, too: what
	// holds whenever it is at this one need not hold at the others.
	Copied bool
}

// Stats says what a pass did.
type Stats struct {
	Name     string
	Time     time.Duration
	Counters []stat.Counter
}

// pass is a row of the table.
type pass struct {
	name string
	run  func(*state) error
}

// table lists the passes in order. The core program is taken at the row "core".
func table() []pass {
	return []pass{
		{"entry", (*state).chooseEntry},
		{"property", (*state).chooseAssertions},
		{"reach", (*state).keepReachable},
		{"target", (*state).setTargets},
		{"select", (*state).selectChecks},
		{"thread", (*state).sequentialise},
		{"assert", (*state).encodeAsserts},
		{"flat", (*state).takeFlat},
		{"loop", (*state).extractLoops},
		{"number", (*state).number},
		{"core", (*state).takeCore},
		{"axiom", (*state).foldAxioms},
		{"effect", (*state).effects},
		{"settle", (*state).settleGlobals},
		{"constant", (*state).propagateConstants},
		{"unreach", (*state).dropUnreachable},
		{"compress", (*state).compress},
		{"effect 2", (*state).recordWrites},
		{"live", (*state).liveness},
		{"dead", (*state).dropDead},
		{"branch", (*state).dropBranches},
		{"effect 3", (*state).effects},
		{"live 2", (*state).liveness},
		{"dead 2", (*state).dropDead},
		{"branch 2", (*state).dropBranches},
		{"effect 4", (*state).effects},
		{"live 3", (*state).liveness},
		{"candidate", (*state).proposeCandidates},
		{"symbol", (*state).dropAxioms},
		{"variable", (*state).dropVariables},
		{"kept", (*state).listKept},
	}
}

// Names returns the names of the passes, in order, with the one that Options.Modular has instead of others.
func Names() (names []string) {
	for _, x := range table() {
		names = append(names, x.name)
	}
	for i, x := range modularTable(table()) {
		if !slices.Contains(names, x.name) {
			names = slices.Insert(names, i, x.name)
		}
	}
	return names
}

// state is what the passes work on.
type state struct {
	ctx  context.Context
	p    *prog.Program
	st   *term.Store
	rw   *rewrite.Rewriter
	opt  Options
	res  *Result
	uses *prog.Uses
	cur  *Stats

	irreducible int                     // procedures with loops that had several entries
	copied      map[prog.NodeID]bool    // blocks that were copied to give such loops one
	skipped     map[prog.Assertion]bool // assertions that are not asked about
	passed      map[prog.Assertion]bool // assertions that are assumed
	unchecked   map[prog.NodeID]bool    // clauses of contracts that are skipped somewhere

	axiomOf []int     // by axiom of p: its index in Core.Axioms, or noAxiom
	live    *liveness // until the program changes
}

// Run prepares a program. It takes ownership of p.
func Run(ctx context.Context, p *prog.Program, opt Options) (*Result, error) {
	rows := table()
	switch {
	case opt.Modular:
		rows = modularTable(rows)
	case opt.Trips > 0:
		rows = withTrips(rows)
	}
	return run(ctx, p, opt, &Result{}, rows)
}

// Abstracted prepares a core program that abstracts r.Core (verifier/abstract): phase two alone. It takes ownership of
// p.
func (r *Result) Abstracted(ctx context.Context, p *prog.Program, opt Options) (*Result, error) {
	rows := table()
	for rows[0].name != "core" {
		rows = rows[1:]
	}
	return run(ctx, p, opt, &Result{Loops: r.Loops, Asserts: r.Asserts, Flag: r.Flag, Selectors: r.Selectors,
		Threads: r.Threads}, rows)
}

func run(ctx context.Context, p *prog.Program, opt Options, res *Result, rows []pass) (*Result, error) {
	s := &state{ctx: ctx, p: p, st: p.Store, rw: opt.Rewriter, opt: opt, res: res, uses: prog.NewUses(p),
		copied: map[prog.NodeID]bool{}}
	if s.rw == nil {
		s.rw = rewrite.New(p.Store)
	}
	if opt.Observe != nil {
		opt.Observe("", p)
	}
	for _, x := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.step(x); err != nil {
			return nil, err
		}
	}
	s.res.Program = s.p
	return s.res, nil
}

func (s *state) step(x pass) error {
	s.res.Passes = append(s.res.Passes, Stats{Name: x.name})
	s.cur = &s.res.Passes[len(s.res.Passes)-1]
	start := time.Now()
	err := x.run(s)
	s.cur.Time = time.Since(start)
	if err != nil {
		return err
	}
	if s.opt.Check {
		if err := prog.Check(s.p); err != nil {
			return reason.Internalf("after pass %s: %v", x.name, err)
		}
	}
	if s.opt.Observe != nil {
		s.opt.Observe(x.name, s.p)
	}
	return nil
}

// count adds a counter to the statistics of the current pass, unless it is 0.
func (s *state) count(name string, n int) {
	if n != 0 {
		s.cur.Counters = append(s.cur.Counters, stat.Counter{Name: name, Value: int64(n)})
	}
}

// errorf returns an error at a place in the source.
func (s *state) errorf(at prog.NodeID, format string, args ...any) error {
	return fmt.Errorf("%s: %s", s.p.Place(s.p.Pos(at)), fmt.Sprintf(format, args...))
}
