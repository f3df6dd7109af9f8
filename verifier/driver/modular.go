package driver

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/coverage"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// ModularOptions are the options of Modular. Of Options it reads Front, Timeout, which is for all procedures together,
// the check of answers, Invariants, Processors, which is how many procedures are checked at a time, NewSolver, Progress
// (one worker calls it at a time) and Log.
type ModularOptions struct {
	Options
	// Procs are the procedures to check: names in which * stands for anything. None means all.
	Procs []string
	// Explain has answers say what the proofs rest on.
	Explain bool
	// Houdini has the constants chosen that are marked {:existential true}; else they are arbitrary.
	Houdini bool
	// Done, if not nil, is called with each answer in the order of the source, as soon as it and those before it are
	// known.
	Done func(*ProcReport)
}

// ModularReport is what Modular returns.
type ModularReport struct {
	File    string
	Files   prog.Files    // as in Report
	Procs   []*ProcReport // in the order of the source
	Chosen  []Choice      // with ModularOptions.Houdini, in the order of the source
	Stopped bool          // a limit ended the run: what it left open has that as its reason
	Elapsed time.Duration
}

// ProcReport is the answer about a procedure.
type ProcReport struct {
	Name        string
	Pos         prog.Pos
	Obligations int       // what it has to establish
	Failures    []Failure // what it does not, or what is unknown, in the order of the source
	// Why says why nothing is known about the procedure; else its kind is reason.None.
	Why   reason.Reason
	Check Check // of what it establishes
	// Explanation is of a proof, with ModularOptions.Explain; else nil.
	Explanation *Explanation
	// Kept says that the answer was kept (Limits.Answers). Refused says why one that was kept is not given: it does not
	// stand up to the check.
	Kept    bool
	Refused error
	Stats   verifier.Stats
	Elapsed time.Duration
}

// Failure is an obligation that a procedure does not meet, or of which that is unknown.
type Failure struct {
	Kind       passes.ObligationKind
	At, Clause prog.Pos   // of the assert, call, return or invariant, and where it is written
	Also       []prog.Pos // other returns at which the postcondition fails
	Message    string     // {:msg "..."} of the clause
	// Unsettled is that of Report.
	Unsettled []prog.Pos
	Result    verifier.Result // unsafe with an execution, or unknown
	clause    prog.NodeID
}

// Words says in Boogie's words what failed, and what the clause is if that is elsewhere.
func (f *Failure) Words() (code, failed, related string) {
	switch f.Kind {
	case passes.CheckRequires:
		return "BP5002", "A precondition for this call might not hold.", "This is the precondition that might not hold."
	case passes.CheckEnsures:
		return "BP5003", "A postcondition might not hold on this return path.",
			"This is the postcondition that might not hold."
	case passes.CheckEntry:
		return "BP5004", "This loop invariant might not hold on entry.", ""
	case passes.CheckMaintained:
		return "BP5005", "This loop invariant might not be maintained by the loop.", ""
	}
	return "BP5001", "This assertion might not hold.", ""
}

// Verdict returns Safe if the procedure meets its contract, Unsafe if an execution does not, else Unknown.
func (p *ProcReport) Verdict() verifier.Verdict {
	if p.Why.Kind != reason.None {
		return verifier.Unknown
	}
	v := verifier.Safe
	for i := range p.Failures {
		if p.Failures[i].Result.Verdict() == verifier.Unsafe {
			return verifier.Unsafe
		}
		v = verifier.Unknown
	}
	return v
}

// Modular checks procedures of a program one by one: each by its contract, its loops by their invariants, and what it
// calls by the contracts (passes.Options.Modular).
func Modular(ctx context.Context, file string, src []byte, opt ModularOptions) (rep *ModularReport, err error) {
	defer recovered(&rep, &err)
	q, err := newRequest(contracts, file, src, opt.Options)
	if err != nil {
		return nil, err
	}
	m := &modular{ModularOptions: opt, start: time.Now(), rep: &ModularReport{File: file}, request: q}
	ctx, cancel := within(ctx, opt.Timeout)
	defer cancel()
	m.loaded = newRun(ctx, q, m.start)
	if err := m.loaded.load(); err != nil {
		return nil, err
	}
	m.rep.Files = m.loaded.rep.Files
	chosen, err := m.choose()
	if err != nil {
		return nil, err
	}
	ask := m.all
	if m.Houdini && len(m.loaded.prep.Program.Chosen) > 0 {
		ask = m.houdini
	}
	if err := ask(ctx, chosen); err != nil {
		return nil, err
	}
	m.rep.Elapsed = time.Since(m.start)
	return m.rep, nil
}

// modular checks the procedures of a program.
type modular struct {
	ModularOptions
	request request
	start   time.Time
	loaded  *run // has the program, and its store, which nothing changes
	rep     *ModularReport

	refuted  map[prog.VarID]bool // constants that Houdini has found to be false
	cloning  sync.Mutex
	progress sync.Mutex
}

// run returns one that checks contracts.
func (m *modular) run(ctx context.Context, opt Options, start time.Time) *run {
	q := m.request
	q.opt = opt
	return newRun(ctx, q, start)
}

// choose returns the procedures to check.
func (m *modular) choose() (out []*prog.Proc, err error) {
	p := m.loaded.prep.Program
	unmatched := slices.Clone(m.Procs)
	for _, q := range p.Procs {
		if !q.HasBody() {
			continue
		}
		named := len(m.Procs) == 0
		for _, pattern := range m.Procs {
			if matches(pattern, q.Name) {
				named = true
				unmatched = slices.DeleteFunc(unmatched, func(x string) bool { return x == pattern })
			}
		}
		if named && !q.Modular.Skip {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(x, y *prog.Proc) int {
		return p.Pos(x.Node).Compare(p.Pos(y.Node))
	})
	if len(unmatched) > 0 {
		return nil, passes.NoEntry(p, unmatched[0])
	}
	return out, nil
}

// matches reports whether a pattern matches a name.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	ok, err := regexp.MatchString("^(?:"+strings.Join(parts, ".*")+")$", name)
	return err == nil && ok
}

// late is how long after a limit workers may take to say so; what they check is unknown then.
const late = 500 * time.Millisecond

// all checks the procedures, several at a time, and collects the answers.
func (m *modular) all(ctx context.Context, chosen []*prog.Proc) error {
	type answer struct {
		n   int
		rep *ProcReport
		err error
	}
	workers := min(m.loaded.plan.places, max(len(chosen), 1))
	jobs := make(chan int, len(chosen))
	answers := make(chan answer, len(chosen))
	for n := range chosen {
		jobs <- n
	}
	close(jobs)
	for range workers {
		go func() {
			for n := range jobs {
				rep, err := m.check(ctx, chosen[n], len(chosen)-n, workers)
				answers <- answer{n, rep, err}
			}
		}()
	}
	m.rep.Procs = make([]*ProcReport, len(chosen))
	shown := 0
	show := func() {
		for ; shown < len(chosen) && m.rep.Procs[shown] != nil; shown++ {
			if m.Done != nil {
				m.Done(m.rep.Procs[shown])
			}
		}
	}
	ended, over := ctx.Done(), (<-chan time.Time)(nil)
	for left := len(chosen); left > 0; {
		select {
		case a := <-answers:
			if a.err != nil && over == nil {
				return a.err
			}
			m.rep.Procs[a.n] = a.rep
			left--
			show()
		case <-ended:
			ended, over = nil, time.After(late)
		case <-over:
			left = 0
		}
	}
	if m.rep.Stopped = ctx.Err() != nil; !m.rep.Stopped {
		return nil
	}
	for n, q := range chosen { // what is missing is unknown
		if m.rep.Procs[n] == nil {
			at, why := m.loaded.prep.Program.Pos(q.Node), reason.Of(limit.ContextReason(ctx))
			m.rep.Procs[n] = &ProcReport{Name: q.Name, Pos: at, Why: why}
		}
	}
	show()
	return nil
}

// share returns how long the check of a procedure may take, if so many are left, this one included, and so many are
// checked at a time: a multiple of what each of them would have.
func (m *modular) share(q *prog.Proc, left, workers int) time.Duration {
	const generous = 4
	var d time.Duration
	if m.Timeout > 0 {
		rest := m.left(m.start)
		d = min(rest, max(rest*generous*time.Duration(workers)/time.Duration(left), time.Millisecond))
	}
	if own := time.Duration(q.Modular.TimeLimit) * time.Second; own > 0 && (d == 0 || own < d) {
		d = own
	}
	return d
}

// check checks a procedure.
func (m *modular) check(ctx context.Context, q *prog.Proc, left, workers int) (rep *ProcReport, err error) {
	defer recovered(&rep, &err)
	start := time.Now()
	rep = &ProcReport{Name: q.Name, Pos: m.loaded.prep.Program.Pos(q.Node)}
	defer func() {
		if rep != nil {
			rep.Elapsed = time.Since(start)
		}
	}()
	if why := limit.ContextReason(ctx); why != limit.None {
		rep.Why = reason.Of(why)
		return rep, nil
	}
	opt := m.request.opt
	opt.Entry, opt.Timeout = q.Name, m.share(q, left, workers)
	if opt.Progress != nil {
		opt.Progress = func(p Progress) {
			m.progress.Lock()
			defer m.progress.Unlock()
			m.Progress(p)
		}
	}
	c := m.covering(ctx, opt, start)
	defer func() { c.keepContract(rep, err) }()
	known, err := c.obligations(ctx)
	if known != nil {
		why := c.givenContract(ctx, known, rep)
		if why == nil {
			return rep, nil
		}
		rep = &ProcReport{Name: rep.Name, Pos: rep.Pos, Refused: why}
		c = m.covering(ctx, opt, start)
		c.kept.anew = true
		_, err = c.obligations(ctx)
	}
	var input *InputError
	if errors.As(err, &input) {
		rep.Why = reason.Reason{Kind: reason.Unsupported, Detail: input.Error()}
		return rep, nil
	}
	if err != nil {
		return nil, err
	}
	if err := c.fill(ctx, rep); err != nil || !m.Explain || rep.Verdict() != verifier.Safe || rep.Obligations == 0 {
		return rep, err
	}
	return rep, m.explain(ctx, c, rep)
}

// covering returns what asks about the obligations of a procedure.
func (m *modular) covering(ctx context.Context, opt Options, start time.Time) *covering {
	c := &covering{run: m.run(ctx, opt, start), effort: coverage.DefaultEffort}
	m.give(c.run)
	c.kept = m.keeps()
	return c
}

// give gives a run the program in a store of its own.
func (m *modular) give(r *run) {
	m.cloning.Lock()
	defer m.cloning.Unlock()
	r.rep.Loaded = m.loaded.rep.Loaded
	r.store = m.loaded.store.Clone()
	r.prep = &passes.Result{Program: copied(m.loaded.prep.Program, r.store)}
	m.fix(r.prep.Program)
	r.maker = rewrite.New(r.store)
}

// copied returns a program that passes may take, in a copy of its store.
func copied(p *prog.Program, st *term.Store) *prog.Program {
	c := *p
	c.Store = st
	c.Vars, c.Globals, c.Consts = slices.Clone(p.Vars), slices.Clone(p.Globals), slices.Clone(p.Consts)
	c.Axioms, c.Procs, c.Wheres = slices.Clone(p.Axioms), slices.Clone(p.Procs), maps.Clone(p.Wheres)
	return &c
}

// obligations asks about what the prepared procedure has to establish, unless it is known to do so.
func (c *covering) obligations(ctx context.Context) (known *contractEntry, err error) {
	defer c.leaveShare(ctx)()
	if err := c.phases(phase{"passes", c.prepare}); err != nil || c.ctx.Err() != nil || len(c.prep.Obligations) == 0 {
		c.conclude()
		return nil, err
	}
	if known = c.recallContract(); known != nil {
		return known, nil
	}
	return nil, c.questions()
}

// contractSize returns how many things the procedure has to establish.
func (c *covering) contractSize() int {
	all := map[passes.Obligation]bool{}
	for _, o := range c.prep.Obligations {
		all[contractKey(o)] = true
	}
	return len(all)
}

// contractKey returns what is the same of obligations that count as one.
func contractKey(o passes.Obligation) passes.Obligation {
	if o.Kind == passes.CheckEnsures {
		o.At = 0
	}
	return o
}

// fill reports the answers about the obligations of a procedure, once they are checked.
func (c *covering) fill(ctx context.Context, rep *ProcReport) error {
	rep.Stats = c.rep.Result.Stats()
	if c.rep.Stopped && len(c.answers) == 0 {
		rep.Why = c.rep.Result.Reason()
		return nil
	}
	c.ctx = ctx
	c.opt.Timeout = 0 // a tenth is left
	if err := c.report(); err != nil {
		return err
	}
	number := map[passes.Obligation]int{} // of failures
	for i, o := range c.prep.Obligations {
		key := contractKey(o)
		answer := &c.out.Targets[i]
		if isSafe(answer.Result) {
			if answer.Check.State > rep.Check.State {
				rep.Check = answer.Check
			}
			continue
		}
		f := Failure{
			Kind: o.Kind, At: c.prep.Core.Pos(o.At), Clause: c.prep.Core.Pos(o.Clause), clause: o.Clause,
			Message: c.message(o.Clause), Result: answer.Result,
		}
		if f.Result.Verdict() == verifier.Unknown {
			f.Unsettled = c.unsettled(f.Result.Reason().Kind)
		}
		if n, ok := number[key]; ok {
			rep.Failures[n].merge(&f)
		} else {
			number[key] = len(rep.Failures)
			rep.Failures = append(rep.Failures, f)
		}
	}
	rep.Obligations = c.contractSize()
	slices.SortStableFunc(rep.Failures, func(x, y Failure) int {
		return cmp.Or(x.At.Compare(y.At), x.Clause.Compare(y.Clause))
	})
	return nil
}

// merge adds another failure of the same clause.
func (f *Failure) merge(g *Failure) {
	failed, also := f.Result.Verdict() == verifier.Unsafe, g.Result.Verdict() == verifier.Unsafe
	switch {
	case !failed && also:
		f.At, f.Result, f.Unsettled = g.At, g.Result, g.Unsettled
	case failed == also && f.At != g.At && !slices.Contains(f.Also, g.At):
		f.Also = append(f.Also, g.At)
	}
}

// message returns what a clause says is wrong if it does not hold.
func (c *covering) message(clause prog.NodeID) string {
	if x, ok := c.rep.Loaded.Source.(front.Worded); ok {
		return x.Message(clause)
	}
	return ""
}
