package script

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/check"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Options of a run. The zero value is the good default.
type Options struct {
	// Diagnostics is the diagnostic output channel; nil discards it.
	Diagnostics io.Writer
	// Create opens the file of an output channel; nil: files are an error.
	Create func(name string) (io.WriteCloser, error)
	// CheckTimeout limits each check; 0 means no limit.
	CheckTimeout time.Duration
	// Interruptible derives the context of each check from that of the run, so that a check
	// can be ended and the run goes on; nil: it is the same.
	Interruptible func(context.Context) (context.Context, context.CancelFunc)
	// Version is the answer to (get-info :version).
	Version string
	// Proof is where the proof log (theory/proof) of the whole run goes, if not nil.
	Proof         io.Writer
	ExitOnError   bool // end at the first error
	CheckModels   bool // evaluate the assertions in each model
	MinimizeCores bool // answer with minimal cores
	// Quantifiers says what ends a check with quantifiers; by default the script does.
	Quantifiers solver.QuantifierMode
	// Check evaluates models, solves cores again by a fresh solver, and verifies the
	// proof of each unsat before it is answered (theory/check).
	Check bool
	// Set are options that hold from the start and after each reset, as if set-option
	// had set them. One that cannot be set ends the run with an *OptionError.
	Set []Setting
	// FinalModel ends the output with the model of the last check, if it has one and
	// nothing has changed since.
	FinalModel bool
	// QuietStop leaves a check unanswered if the context of the run ends during it.
	QuietStop bool
	// Z3 imitates Z3 to the letter: its words where the standard leaves them free.
	Z3 bool
	// DumpCNF, if not nil, opens what the CNF of the first check is written to, in DIMACS,
	// instead of an answer; the run ends there. What is not about Booleans and bit-vectors
	// alone is a *smtlib.Error.
	DumpCNF func() (io.WriteCloser, error)
	// Log is solver.Options.Log.
	Log *slog.Logger
	// Without is solver.Options.Without.
	Without []string
	// Observe is solver.Options.Observe. The terms belong to a store of the run.
	Observe func(st *term.Store, pass string, formulas []term.Term)
	// Horn solves Horn clauses: the checks of scripts in the logic HORN, and the queries of Z3's fixedpoint dialect. A
	// clause that is not Horn is a *smtlib.Error. If it is nil, HORN is a logic as any other, and queries are errors.
	Horn func(context.Context, Clauses) (HornAnswer, error)
	// ModelFormat is the layout of models and values; Z3's under the option Z3 or after
	// (set-option :model.v2 true), even if it is the standard's.
	ModelFormat smtlib.Layout
}

// Report summarizes a run.
type Report struct {
	Commands int           // read, failed ones included
	Errors   int           // answered
	Answers  []sat.Status  // of the checks, in order
	Reason   reason.Reason // why the last check was unknown
	Internal bool          // a fault of the solver was found
	Dumped   bool          // a CNF was written
	Stats    []stat.Counter
}

// Run runs the script that it reads from in and writes the answers to out. The error
// is a *smtlib.Error if the script cannot be read further, the cause of ctx if ctx ended
// the run, or an error of reading or writing. The report is valid in every case.
func Run(ctx context.Context, name string, in io.Reader, out io.Writer, opt Options) (Report, error) {
	st := term.NewStore()
	x := &interpreter{
		ctx: ctx, opt: opt, st: st, name: name,
		r:   smtlib.NewReader(name, input{ctx, in}, st),
		out: channel{w: bufio.NewWriter(out), std: out, name: "stdout"},
	}
	x.r.Until(func() error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	})
	diag := opt.Diagnostics
	if diag == nil {
		diag = io.Discard
	}
	x.diag = channel{w: bufio.NewWriter(diag), std: diag, name: "stderr"}
	if opt.Check {
		x.live = check.NewLive(st)
	}
	x.reset()
	err := x.configure()
	if err == nil {
		err = x.run()
	}
	if err == nil && opt.FinalModel && x.mode == modeModel {
		err = x.getModel()
	}
	x.rep.Stats = x.statistics()
	return x.rep, errors.Join(err, x.proof, x.sol.FlushProof(), x.out.close(), x.diag.close())
}

// mode says which questions about the last check can be answered.
type mode uint8

const (
	modeAssert mode = iota
	modeModel       // the last check has a model or a candidate
	modeUnsat
	modeUnknown
)

// interpreter is a run.
type interpreter struct {
	ctx  context.Context
	opt  Options
	name string // of the script
	st   *term.Store
	r    *smtlib.Reader
	sol  *solver.Solver
	out  channel
	diag channel
	rep  Report

	set  settings
	info map[string]string // of set-info
	mode mode
	last solver.Result
	// dirty is set by the first declaration or assertion.
	dirty bool
	logic string // of set-logic; see setLogic

	asked *smtlib.Command // the last check
	model *model.Model    // its model, once requested
	// solved is the last answer, if it is from solving Horn clauses.
	solved *HornAnswer
	scope  []scope
	steps  int64 // of all checks; see limited
	proof  error // of writing the proof logs of earlier solvers
	// live verifies the proof log; nil without Options.Check.
	live *check.Live
	log  *bytes.Buffer // the proof log of the present solver; nil without :produce-proofs
	n    checked
}

// checked counts the checks of Options.Check, except for those of proofs.
type checked struct {
	models, cores int64
	openCores     int64 // that the fresh solver could not decide
}

// scope is what a pop drops, apart from what the reader and the solver drop.
type scope struct {
	declared   []term.Sym
	guarded    []guarded      // named assertions, for unsat cores
	named      []smtlib.Named // formulas with a name, for get-assignment
	texts      []string       // assertions
	formulas   []term.Term    // assertions without a guard
	refused    []refused
	placed     []placed    // see remember
	rules      []placed    // of Z3's fixedpoint dialect
	partitions []partition // for interpolants
}

// guarded is an assertion that only holds if its guard is assumed.
type guarded struct {
	text    string // its name; with :print-cores-full its own text
	guard   term.Term
	formula term.Term
}

// reset resets everything except the output channels.
func (x *interpreter) reset() {
	x.set, x.dirty, x.logic = defaultSettings(&x.opt), false, ""
	x.info = map[string]string{}
	x.restart()
	x.scope = []scope{{}}
	if x.rep.Commands > 0 {
		_ = x.configure() // which has worked before
	}
}

// restart replaces the solver by one without assertions.
func (x *interpreter) restart() {
	if x.sol != nil {
		x.proof = errors.Join(x.proof, x.sol.FlushProof())
	}
	opt := solver.Options{
		Seed: x.set.seed, CheckModels: x.opt.CheckModels || x.opt.Check || x.set.validate, Proof: x.proofs(),
		Quantifiers: x.quantifierMode(), Matching: x.matchingLimits(), Without: x.opt.Without, Log: x.opt.Log,
	}
	if f := x.opt.Observe; f != nil {
		opt.Observe = func(pass string, formulas []term.Term) { f(x.st, pass, formulas) }
	}
	x.sol = solver.New(x.st, opt)
	x.sol.SetInOrder(x.set.matching.split >= inOrder)
	x.sol.SetModelBudget(x.set.matching.models)
	x.sol.SetConflictBudget(x.set.budget())
	x.changed()
}

// changed notes that the last answer is out of date.
func (x *interpreter) changed() {
	x.mode, x.model, x.solved = modeAssert, nil, nil
}

// run is the loop over the commands.
func (x *interpreter) run() error {
	for {
		c, err := x.r.Next()
		if err == io.EOF {
			return nil
		}
		if x.r.Fatal() && x.ctx.Err() != nil {
			return context.Cause(x.ctx)
		}
		x.rep.Commands++
		if err != nil {
			x.refuse(err)
		} else if x.dumps(&c) {
			return x.dump(&c)
		} else {
			err = x.do(&c)
		}
		if err != nil && !x.fail(err, &c) {
			return err
		}
		if e := x.out.w.Flush(); e != nil {
			return e
		}
		switch {
		case c.Kind == smtlib.Exit, err != nil && x.set.exitOnError:
			return nil
		case x.ctx.Err() != nil:
			return context.Cause(x.ctx)
		}
	}
}

// fail answers an error and reports whether the run can continue.
func (x *interpreter) fail(err error, c *smtlib.Command) bool {
	x.answerError(err, c)
	if x.r.Fatal() {
		_ = x.out.w.Flush()
	}
	return !x.r.Fatal()
}

// do runs one command. An error is the answer.
func (x *interpreter) do(c *smtlib.Command) error {
	top := &x.scope[len(x.scope)-1]
	top.named = append(top.named, c.Named...)
	if c.Labelled {
		x.sol.EndPreprocessing()
	}
	switch c.Kind {
	case smtlib.CheckSat, smtlib.CheckSatAssuming:
		return x.check(c)
	case smtlib.GetModel:
		return x.getModel()
	case smtlib.GetValue:
		return x.getValue(c)
	case smtlib.GetAssignment:
		return x.getAssignment()
	case smtlib.GetUnsatCore:
		return x.getUnsatCore()
	case smtlib.GetUnsatAssumptions:
		return x.getUnsatAssumptions()
	case smtlib.GetAssertions:
		return x.getAssertions()
	case smtlib.GetProof:
		return x.getProof()
	case smtlib.GetInfo:
		return x.getInfo(c.Name)
	case smtlib.GetOption:
		return x.getOption(c.Name)
	case smtlib.SetOption:
		return x.setOption(c)
	case smtlib.Echo:
		if x.opt.Z3 { // without quotes
			x.out.line([]byte(c.Name))
			return nil
		}
		x.out.line(smtlib.AppendString(nil, c.Name))
		return nil
	}
	if known, err := x.extension(c); known {
		return err
	}
	x.change(c, top)
	x.success()
	return nil
}

// change runs the commands that only change something.
func (x *interpreter) change(c *smtlib.Command, top *scope) {
	x.dirty = x.dirty || c.Kind != smtlib.SetInfo && c.Kind != smtlib.SetLogic && c.Kind != smtlib.Exit
	switch c.Kind {
	case smtlib.SetLogic:
		x.setLogic(c.Name)
	case smtlib.SetInfo:
		x.info[c.Name] = c.Value
	case smtlib.Rule:
		top.rules = append(top.rules, placed{c.Terms[0], c.Pos})
	case smtlib.DeclareFun, smtlib.DeclareRel:
		top.declared = append(top.declared, c.Sym)
	case smtlib.DefineFunsRec:
		x.changed()
		for _, t := range c.Terms {
			x.assertAxiom(smtlib.Axiom{Pos: c.Pos, Formula: t})
		}
	case smtlib.Assert:
		x.changed()
		x.assert(c, top)
	case smtlib.Push:
		x.changed()
		for range c.N {
			if x.live != nil {
				x.live.Push(c.Pos)
			}
			x.sol.Push()
			x.scope = append(x.scope, scope{})
		}
	case smtlib.Pop:
		x.changed()
		for range c.N {
			if x.live != nil {
				x.live.Pop(c.Pos)
			}
			x.sol.Pop()
		}
		x.leave(c.N)
		x.restore(c)
	case smtlib.Reset:
		if x.live != nil {
			x.live.Reset(c.Pos)
		}
		x.reset()
	case smtlib.ResetAssertions:
		if x.live != nil {
			x.live.Reset(c.Pos)
		}
		kept := scope{refused: x.keepRefused()}
		if x.set.global {
			for _, s := range x.scope {
				kept.declared = append(kept.declared, s.declared...)
			}
		}
		x.scope = []scope{kept}
		x.restart()
		x.restore(c)
	}
}

// leave closes n scopes.
func (x *interpreter) leave(n int) {
	left := x.scope[len(x.scope)-n:]
	x.scope = x.scope[:len(x.scope)-n]
	if x.set.global {
		top := &x.scope[len(x.scope)-1]
		for _, s := range left {
			top.declared = append(top.declared, s.declared...)
		}
	}
}

// restore asserts what follows from the definitions that outlive a command.
func (x *interpreter) restore(c *smtlib.Command) {
	for _, a := range c.Axioms {
		x.assertAxiom(a)
	}
}

func (x *interpreter) assertAxiom(a smtlib.Axiom) {
	top := &x.scope[len(x.scope)-1]
	x.remember(a.Pos, top, a.Formula)
	x.assertPlain(a.Pos, top, a.Formula)
}

func (x *interpreter) assert(c *smtlib.Command, top *scope) {
	x.remember(c.Pos, top, c.Terms[0])
	if c.Name != "" || c.Group != "" {
		top.partitions = append(top.partitions, partition{c.Name, c.Group, c.Terms[0]})
	}
	if x.set.assertions {
		top.texts = append(top.texts, c.Texts...)
	}
	if !x.set.cores || c.Name == "" && !x.set.fullCores {
		x.assertPlain(c.Pos, top, c.Terms[0])
		return
	}
	if x.live != nil {
		x.live.Assert(c.Pos, c.Terms[0])
	}
	g := x.st.FreshConst("named", term.Bool)
	text := string(smtlib.AppendSymbol(nil, c.Name))
	if x.set.fullCores {
		text = c.Texts[0]
	}
	top.guarded = append(top.guarded, guarded{text, g, c.Terms[0]})
	x.sol.Assert(x.st.Implies(g, c.Terms[0]))
}

// assertPlain asserts a formula without a guard.
func (x *interpreter) assertPlain(at smtlib.Pos, top *scope, t term.Term) {
	if x.live != nil {
		x.live.Assert(at, t)
	}
	top.formulas = append(top.formulas, t)
	x.sol.Assert(t)
}

// success answers a command that has no answer of its own.
func (x *interpreter) success() {
	if x.set.printSuccess {
		x.out.line([]byte("success"))
	}
}

// check answers check-sat and check-sat-assuming.
func (x *interpreter) check(c *smtlib.Command) error {
	x.changed()
	var assume []term.Term
	for _, s := range x.scope {
		for _, g := range s.guarded {
			assume = append(assume, g.guard)
		}
	}
	assume = append(assume, c.Terms...)
	ctx, cancel := x.limited()
	defer cancel()
	x.asked = c
	if x.routed() {
		if err := x.checkClauses(ctx, c); err != nil {
			return err
		}
		x.distrust()
	} else if err := x.checkAssertions(ctx, c, assume); err != nil {
		return err
	}
	switch {
	case x.last.HasModel():
		x.mode = modeModel
	case x.last.Status == sat.Unsat:
		x.mode = modeUnsat
	default:
		x.mode = modeUnknown
	}
	x.answerCheck()
	if x.set.dumpModels && x.mode == modeModel && !(x.opt.QuietStop && x.ctx.Err() != nil) {
		return x.getModel()
	}
	return nil
}

// checkAssertions has the solver check.
func (x *interpreter) checkAssertions(ctx context.Context, c *smtlib.Command, assume []term.Term) error {
	if x.live != nil {
		x.live.Check(c.Pos, c.Terms)
	}
	x.last = x.sol.Check(ctx, assume...)
	err := x.internal()
	if err == nil {
		x.distrust()
		return nil
	}
	x.rep.Answers = append(x.rep.Answers, x.last.Status)
	x.rep.Reason = x.last.Reason
	x.rep.Internal = true
	return err
}
