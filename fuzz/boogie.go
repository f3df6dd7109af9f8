package fuzz

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/bpl"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/oracle/execute"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/passes"
)

var boogieTarget = Target{
	Name: "boogie", About: "Boogie programs on all engines, with and without facts on demand, against exhaustive execution and rewritten programs",
	Comment: "//", Slow: 4,
	Make: func(r *rand.Rand) Case { return makeBoogie(r) },
	Read: func(text []byte, file string) (Case, error) { return readBoogie(text, file, false) },
}

func makeBoogie(r *rand.Rand) boogieCase {
	c := boogieCase{program: gen.Boogie(r), bound: 1 + r.IntN(4), variant: r.Uint64() >> 40}
	if r.IntN(4) == 0 {
		c.program, c.bound = gen.Typestate(r), min(c.bound, 3)
	}
	if r.IntN(4) == 0 { // larger domains
		m := c
		if m.program = gen.BoogieMutant(r, c.program); m.sound() {
			c = m
		}
	}
	return c
}

// boogieCase is a program and the questions about it.
type boogieCase struct {
	program *bpl.Program
	bound   int
	variant uint64 // chooses the rewritings
	real    bool   // too large for exhaustive execution; verifiers get a limit
}

const boogieHead = "// bound %d, variant %d\n"

func readBoogie(text []byte, file string, real bool) (Case, error) {
	c := boogieCase{bound: verifier.DefaultBound, real: real}
	if _, head, ok := bytes.Cut(text, []byte("// bound")); ok {
		if _, err := fmt.Sscanf("// bound"+string(head), boogieHead, &c.bound, &c.variant); err != nil {
			return nil, fmt.Errorf("%s: the line of the bound: %w", file, err)
		}
	}
	var err error
	c.program, err = bpl.Read(file, text)
	return c, err
}

func (c boogieCase) Text() []byte {
	return append(fmt.Appendf(nil, boogieHead, c.bound, c.variant), c.program.String()...)
}

// boogieSteps bounds exhaustive execution.
const boogieSteps = 20_000

func (c boogieCase) Run(lim *limit.Limit) error {
	_, err := c.judge(lim)
	return err
}

// judge also returns what is known about the program, for the tests of the generator.
func (c boogieCase) judge(lim *limit.Limit) (truth execute.Answer, err error) {
	ctx, cancel := until(lim)
	defer cancel()
	var x *execute.Program
	if !c.real || len(c.program.String()) < realText {
		if x, err = c.executable(); err != nil && !c.real {
			return execute.Unknown, err
		}
	}
	if !c.real && x != nil {
		truth = x.Fails(c.bound, boogieSteps)
	}
	executed := truth
	if truth, err = c.askOnce(ctx, x, truth); err != nil {
		return truth, err
	}
	var answers []*driver.Report
	for _, by := range c.askers() {
		rep, err := c.verify(ctx, c.program, by)
		var input *driver.InputError
		if c.real && errors.As(err, &input) {
			return truth, nil // a jump to an unknown label, a label twice
		}
		if err != nil || lim.Stopped() {
			return truth, err
		}
		if answers, err = c.add(answers, by, rep, x, truth, executed); err != nil {
			return truth, err
		}
	}
	if _, err := c.execute(ctx, lim); err != nil {
		return truth, err
	}
	if c.variant%boogiePeer == 0 && !c.real {
		if err := c.peer(answers[0], truth); err != nil {
			return truth, err
		}
	}
	// The first two are by all engines.
	first := answers[c.variant&1]
	if !answered(first) {
		first = answers[1-c.variant&1]
	}
	if !answered(first) && c.real {
		return truth, nil // another try would take as long
	}
	return truth, c.vary(ctx, first, truth)
}

// executable returns the program in the core of the language, ready to run. It is nil if it cannot be said there.
func (c boogieCase) executable() (*execute.Program, error) {
	p, err := bpl.Plain(c.program)
	if err != nil {
		return nil, nil
	}
	return execute.New(p)
}

// add compares another answer with the result of execution and with the other answers, and adds it to them.
func (c boogieCase) add(answers []*driver.Report, by asker, rep *driver.Report, x *execute.Program, truth, executed execute.Answer) ([]*driver.Report, error) {
	if err := c.compare(x, truth, rep); err != nil {
		return nil, err
	}
	if why := rep.Result.Reason(); !answered(rep) && !past(rep) && executed != execute.Unknown && !rep.Stopped && !c.quantified() && !excused(why) {
		return nil, fmt.Errorf("%s says %s; an execution fails: %s", by, rep.Result, truth)
	}
	for _, a := range answers {
		later := past(rep) && a.Result.Verdict() == verifier.Safe || past(a) && rep.Result.Verdict() == verifier.Safe
		if later || answered(a) && answered(rep) && unsafe(a) != unsafe(rep) {
			return nil, fmt.Errorf("%s says %s, %s says %s", a.Engine, a.Result, by, rep.Result)
		}
	}
	return append(answers, rep), nil
}

// asker is an engine that looks for facts on demand in one of the ways, or for an answer for the bound alone, and perhaps learns from
// lazyann, or begins with abstractions.
type asker struct {
	engine   string
	demand   verifier.Demand
	once     bool // there is no search for a proof for all bounds
	learn    bool
	abstract bool
	places   int // processors; 0 means one
	// The limits of a question and of the search for a proof for all bounds; 0 means the default.
	time, unboundedTime time.Duration
}

func (a asker) String() string {
	how := [...]string{verifier.DemandLate: "", verifier.DemandAtOnce: ", with facts at once,", verifier.DemandNever: ", without facts on demand,"}[a.demand]
	return a.engine + map[bool]string{true: " on two processors"}[a.places > 1] + map[bool]string{true: ", abstracting,"}[a.abstract] + map[bool]string{true: ", learning,"}[a.learn] + map[bool]string{true: ", for the bound,"}[a.once] + how
}

// askers returns those that are asked. A small program is decided before the default looks for facts. Only corral does in its
// search; other engines do after a proof for the bound. All engines together exchange facts.
func (c boogieCase) askers() (out []asker) {
	for _, engine := range driver.SearchEngines() {
		out = append(out, asker{engine: engine, once: engine == "lazyann" && c.variant%2 == 0})
	}
	if c.real && c.variant%3 > 0 {
		return out
	}
	if !c.real && c.variant%8 > 0 && c.quantified() {
		return c.fewer(out)
	}
	if c.variant%4 == 0 {
		out = append(out, asker{engine: driver.Auto, demand: verifier.DemandAtOnce})
	}
	if c.variant%4 == 1 {
		out = append(out, asker{engine: driver.BoundedEngines()[c.variant>>2&1], learn: true})
	}
	if c.variant%4 == 2 {
		engines := append(driver.SearchEngines(), driver.Auto)
		out = append(out, asker{engine: engines[c.variant>>2%uint64(len(engines))], abstract: true})
	}
	out = append(out, asker{engine: "corral", demand: verifier.DemandAtOnce})
	if !c.real {
		out = append(out, asker{engine: driver.BoundedEngines()[c.variant>>1&1], demand: verifier.DemandNever})
	}
	return out
}

// fewer returns two of the askers, for programs with quantifiers: what they find is looked at for long.
func (c boogieCase) fewer(all []asker) []asker {
	i := int(c.variant >> 3 % uint64(len(all)))
	j := (i + 1 + int(c.variant>>7%uint64(len(all)-1))) % len(all)
	out := []asker{all[i], all[j]}
	for k := range out {
		out[k].once = out[k].once || c.variant>>11&3 > 0
		out[k].time, out[k].unboundedTime = quantifiedTime, quantifiedTime
	}
	return out
}

// quantifiedTime limits questions about programs with quantifiers that have no other limit.
const quantifiedTime = 200 * time.Millisecond

// unbounded limits the search for a proof for all bounds; if it is negative, there is none.
func (a asker) unbounded() time.Duration {
	if a.once {
		return -1
	}
	return cmp.Or(a.unboundedTime, unbounded)
}

// timeout limits what has no limit of its own: facts at any cost, and questions about all bounds. 0 means no limit.
func (a asker) timeout() time.Duration {
	if a.time > 0 {
		return a.time
	}
	if a.demand == verifier.DemandAtOnce || !slices.Contains(driver.BoundedEngines(), a.engine) {
		return unbounded
	}
	return 0
}

// abstraction is off where it was not asked for: small programs have few globals.
func (a asker) abstraction() driver.Abstract {
	if a.abstract {
		return driver.AbstractOn
	}
	return driver.AbstractOff
}

// execute checks by execution what a proof learned about procedures.
func (c boogieCase) execute(ctx context.Context, lim *limit.Limit) (calls int, err error) {
	if c.real || c.quantified() {
		return 0, nil
	}
	var f *facts
	if by := c.variant % 5; by < 3 {
		f, err = newFacts(ctx, c.program.String(), c.bound, []func(inline.Config) verifier.Engine{nil, newSpacer, newLazyann}[by])
	} else {
		f, err = newTaught(ctx, c.program.String(), c.bound, []func(inline.Config) verifier.Engine{newCorral, newLegion}[by-3])
	}
	if f == nil || err != nil {
		return 0, err
	}
	return f.check(rand.New(rand.NewPCG(c.variant, 1)), lim)
}

// askOnce decides the unfolded program by one query, if execution could not decide it, and
// sometimes if it could.
func (c boogieCase) askOnce(ctx context.Context, x *execute.Program, truth execute.Answer) (execute.Answer, error) {
	if x == nil || truth != execute.Unknown && c.variant%4 > 0 {
		return truth, nil
	}
	limited, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	one := x.FailsSymbolically(limited, c.bound)
	if truth == execute.Unknown || one == execute.Unknown || one == truth {
		return max(one, truth), nil
	}
	return truth, fmt.Errorf("an execution fails: %s, but by one query %s", truth, one)
}

// queryTime limits the one query, which may look for models of quantifiers for long.
const queryTime = time.Second

// boogiePeer says how often Boogie is asked, once in this many programs: it takes a second
// to start. Three in four programs have assertions.
const boogiePeer = 25

// peer asks Boogie. If it disagrees, execution has the last word if it knows the answer.
// Boogie treats the entry's return as an error besides failing assertions, looks for those
// in the entry only, and interprets some attributes differently.
func (c boogieCase) peer(rep *driver.Report, truth execute.Answer) error {
	if c.program.Asserts() {
		return nil
	}
	marked := &bpl.Program{}
	for _, d := range c.program.Decls {
		e := *d
		if d.Kind == bpl.ProcDecl && d.AllAttrs() != "" {
			return nil
		}
		if d.Kind == bpl.ProcDecl && d.Name == "main" {
			e.Attrs = "{:entrypoint}"
		}
		marked.Decls = append(marked.Decls, &e)
	}
	v, err := oracle.Boogie(marked.String(), c.bound)
	if err != nil {
		return err
	}
	settled := truth == execute.Yes && unsafe(rep) || truth == execute.No && !unsafe(rep)
	if !answered(rep) || v == oracle.Unknown || unsafe(rep) == (v == oracle.Unsafe) || settled {
		return nil
	}
	return fmt.Errorf("%s says %s, boogie says %s; an execution fails: %s", rep.Engine, rep.Result, v, truth)
}

// vary asks one engine about a rewritten program, whose answer must be the same.
func (c boogieCase) vary(ctx context.Context, first *driver.Report, truth execute.Answer) error {
	r := rand.New(rand.NewPCG(c.variant, 0))
	p, unrolled := c.program, r.IntN(3) == 0
	if unrolled {
		p = bpl.Unroll(r, p)
	}
	if r.IntN(2) == 0 {
		p = bpl.Inline(r, p)
	}
	if r.IntN(2) == 0 {
		p = bpl.Imply(r, p)
	}
	if r.IntN(2) == 0 {
		p = bpl.Pad(r, p)
	}
	if r.IntN(2) == 0 {
		p = bpl.Rename(r, p)
	}
	if r.IntN(2) == 0 {
		p = bpl.Permute(r, p)
	}
	second, err := c.verify(ctx, p, asker{engine: first.Engine, demand: verifier.Demand(r.IntN(int(verifier.DemandNever) + 1))})
	if err != nil {
		return fmt.Errorf("rewritten: %w\n%s", err, p)
	}
	if !answered(first) || !answered(second) || ctx.Err() != nil {
		return nil
	}
	// With one iteration before the loop, more executions fit into the bound.
	if unsafe(first) == unsafe(second) || unrolled && unsafe(second) && first.Result.Verdict() == verifier.SafeUpToBound {
		return nil
	}
	return fmt.Errorf("%s says %s, and %s of the rewritten program; an execution fails: %s\n%s", first.Engine, first.Result, second.Result, truth, p)
}

// until returns a context that ends soon after lim stops.
func until(lim *limit.Limit) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if lim != nil {
		go watch(ctx, cancel, lim.Stopped)
	}
	return ctx, cancel
}

func watch(ctx context.Context, cancel context.CancelFunc, stop func() bool) {
	for !stop() && ctx.Err() == nil {
		time.Sleep(20 * time.Millisecond)
	}
	cancel()
}

// unbounded limits the search for a proof for all bounds.
const unbounded = time.Second

// forever is for checks, which the case's own limit ends.
const forever = time.Hour

// realTime is the CPU time that a verifier gets for a large program; it gets ten times as
// much elapsed time. Programs of more than realText bytes are too large for slow oracles.
const (
	realTime = 2 * time.Second
	realText = 5000
)

// answered reports whether there is an answer for the bound.
func answered(rep *driver.Report) bool {
	return rep.Result.Verdict() != verifier.Unknown && !past(rep)
}

// past reports whether what fails is an execution past the bound, as an engine for all bounds may find it.
func past(rep *driver.Report) bool { return unsafe(rep) && rep.Result.Trace().Bound > 0 }

func unsafe(rep *driver.Report) bool { return rep.Result.Verdict() == verifier.Unsafe }

func (c boogieCase) verify(ctx context.Context, p *bpl.Program, by asker) (*driver.Report, error) {
	if c.real {
		limited, cancel := context.WithCancel(ctx)
		defer cancel()
		began, start := cpuTime(), time.Now()
		go watch(limited, cancel, func() bool { return cpuTime()-began > realTime || time.Since(start) > 10*realTime })
		ctx = limited
	}
	if by.time == 0 && by.timeout() == 0 && c.quantified() {
		by.time = unbounded
	}
	rep, err := driver.Verify(ctx, "case.bpl", []byte(p.String()), driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: c.bound},
		Limits: driver.Limits{
			Unbounded: by.unbounded(), CheckTimeout: forever, Timeout: by.timeout(),
			Processors: max(by.places, 1), // with one, equal runs are equal
		},
		Engines: driver.Engines{
			Engine: by.engine, Learn: by.learn, Demand: by.demand, Invariants: !c.real, Abstract: by.abstraction(),
		},
		Output: driver.Output{Check: true},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", by, err)
	}
	if c.real {
		return rep, nil
	}
	if why := rep.Check.Why; rep.Check.State == driver.CheckOpen && !excused(why) {
		return nil, fmt.Errorf("%s: the check of %s is open: %s", by, rep.Result, why)
	}
	return rep, nil
}

// compare compares an answer with the result of execution.
func (c boogieCase) compare(x *execute.Program, truth execute.Answer, rep *driver.Report) error {
	wrong := fmt.Errorf("%s says %s with bound %d; an execution fails: %s", rep.Engine, rep.Result, c.bound, truth)
	switch v := rep.Result.Verdict(); {
	case past(rep):
		if n := rep.Result.Trace().Bound; n <= c.bound || !c.real && x != nil && x.Fails(n, boogieSteps) == execute.No {
			return fmt.Errorf("%s says %s; no execution fails with this bound", rep.Engine, rep.Result)
		}
	case v == verifier.Unsafe && truth == execute.No:
		return wrong
	case (v == verifier.Safe || v == verifier.SafeUpToBound) && truth == execute.Yes:
		return wrong
	case v == verifier.Safe && !c.real && x != nil && x.Fails(c.bound+3, boogieSteps) == execute.Yes:
		return fmt.Errorf("%s says safe with bound %d; with bound %d an execution fails", rep.Engine, c.bound, c.bound+3)
	}
	return nil
}

func (c boogieCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	c.program = bpl.Shrink(c.program, b, func(p *bpl.Program) bool {
		try := c
		try.program = p
		return try.sound() && fails(try)
	})
	return c
}

// sound reports whether the program is legal: what was cut out may be missing elsewhere.
func (c boogieCase) sound() bool {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	// All engines together would not even begin.
	_, err := driver.Verify(ctx, "case.bpl", []byte(c.program.String()), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: driver.SearchEngines()[0]},
	})
	if errors.As(err, new(*driver.InputError)) || errors.As(err, new(*passes.EntryError)) {
		return false
	}
	if c.real {
		return true
	}
	_, err = c.executable()
	return err == nil && (c.program.Proc("main") != nil || strings.Contains(c.program.String(), "{:entrypoint"))
}

func (c boogieCase) quantified() bool {
	text := c.program.String()
	return c.program.Recursive() || slices.ContainsFunc([]string{"(forall", "(exists ", "(lambda ", "{:datatype}"}, func(s string) bool { return strings.Contains(text, s) })
}

// excused reports whether a small program may be unknown for a reason.
func excused(why reason.Reason) bool {
	switch why.Kind {
	case reason.Quantifiers, reason.UnconfirmedQuantifier, reason.OpenQuantifier, reason.ContradictoryAxioms:
		return true
	}
	return false
}
