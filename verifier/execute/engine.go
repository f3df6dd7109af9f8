package execute

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/rerun"
	"github.com/muster-smt/muster/verifier/vc"
)

// Engine implements verifier.Engine.
type Engine struct {
	Prepared *passes.Result
	// Trace converts an execution to the form of the contract.
	Trace func(*passes.Result, *interp.Trace) *verifier.Trace
	// Confirming, if not nil, is called when the replay of an execution begins, and when it has ended without one.
	Confirming func(yes bool)
	// Single, if not nil, is called with whether so far there is a single execution, so going on with it is worth more
	// than what others try.
	Single func(yes bool)
	// Stale, if not nil, is called from time to time with how many times as much has been done as when an execution last
	// reached a new block; at least 1.
	Stale func(times int64)

	search *search // that Start has begun
}

// Name returns "execute".
func (e *Engine) Name() string { return "execute" }

// The steps that an execution may take at first, and how many it may take at last. A step is a block.
const (
	firstLimit = 1 << 14
	lastLimit  = 1 << 40
	roundRuns  = 48      // executions of a round, at least
	roundSteps = 1 << 20 // steps of a round, at least,
	roundMost  = 1 << 12 // unless there are so many executions
	startSteps = 1 << 19 // steps of Start, if there is a single execution so far
	briefSteps = 1 << 17 // steps of its round

	staleSteps = 1 << 26 // before it counts that no new block is reached
)

// skipSteps is how many steps an execution takes of whose loops another machine executes what no trace has.
const skipSteps = 1 << 16

// briefFrom is how many steps an execution takes whose trace is shown in full.
const briefFrom = 2000

// Verify executes the program until an execution reaches the exit of its entry, or all have ended, or a limit
// strikes. It gives up where nothing is open.
func (e *Engine) Verify(ctx context.Context, _ *vc.System, opt verifier.Options) (verifier.Result, error) {
	began := time.Now()
	x := e.search
	if x == nil {
		x = &search{Engine: e}
	}
	x.opt = opt
	res, _ := x.verify(ctx, math.MaxInt64)
	return x.result(res, began), nil
}

// Start executes the program for a moment, whose length is counted. If there is no answer, Verify goes on from there.
func (e *Engine) Start(ctx context.Context, opt verifier.Options) (res verifier.Result, ok bool) {
	began := time.Now()
	e.search = &search{Engine: e, opt: opt, brief: true}
	res, ok = e.search.verify(ctx, startSteps)
	e.search.brief = false
	return e.search.result(res, began), ok
}

// result completes a result.
func (x *search) result(res verifier.Result, began time.Time) verifier.Result {
	return res.WithStats(verifier.Stats{Progress: verifier.Progress{Elapsed: time.Since(began)}, Counters: []stat.Counter{
		{Name: "executions", Value: x.runs}, {Name: "executions-blocked", Value: x.ended[blocked]}, {Name: "executions-cut",
			Value: x.ended[cut]},
		{Name: "executions-refused", Value: x.ended[refused]}, {Name: "execution-steps", Value: x.steps},
		{Name: "execution-blocks", Value: x.reached}, {Name: "execution-replays", Value: x.replays},
	}})
}

// search is a run of the engine.
type search struct {
	*Engine
	ctx   context.Context
	opt   verifier.Options
	brief bool // a single, short round

	m      *machine
	corpus []entry // tapes of executions that reached what none before had
	kept   int     // words of them
	limit  int64
	deep   int64 // steps of executions that took more than firstLimit

	watch   *watch
	tries   []uint8 // by instruction: how often values were sought that turn it
	solving int64   // steps of these executions
	over    bool    // a limit has struck
	found   *verifier.Result
	sure    exhaustion
	others  int64 // steps of the other executions since the last slice of those

	runs, steps, replays int64
	reached              int64         // blocks
	spent, headway       int64         // steps, or their time; and as it was when a block was last reached
	ended                [6]int64      // executions, by outcome
	rejected             reason.Reason // of the last execution that was none
	refused              string
}

// maxCorpus limits the words of the tapes that are kept, each of which counts as some more.
const (
	maxCorpus  = 1 << 23
	entryWords = 16
)

// stepsPerPoll is how many steps count as a poll, for computations that take turns.
const stepsPerPoll = 64

// replayCost is how many steps are made in the time in which one is replayed.
const replayCost = 100

// registersPerStep is how many registers are set in the time of a step.
const registersPerStep = 16

// copySteps is how many steps are made in the time in which a map is copied, with the page that is written next.
const copySteps = 16

// pageSteps is how many steps are made in the time in which a page of a map is made.
const pageSteps = 8

// verify executes the program until there is an answer, or for at least so many steps. It reports whether the result
// is the last word.
func (x *search) verify(ctx context.Context, steps int64) (verifier.Result, bool) {
	x.ctx = ctx
	if x.m == nil {
		if why := x.prepare(); why != "" {
			x.m = nil
			return nothing(why), false
		}
	}
	var lim limit.Limit
	defer lim.Watch(ctx)()
	counted := x.spent
	x.m.poll = func(steps int64) bool {
		x.spent += steps
		polls := (x.spent - counted) / stepsPerPoll
		if polls == 0 {
			return false
		}
		lim.Spend(polls)
		counted += polls * stepsPerPoll
		return lim.Stopped()
	}
	x.sure.m.poll = x.m.poll
	single := false
	for {
		if now := x.sure.alone(); now != single && x.Single != nil {
			single = now
			x.Single(now)
		}
		res, done := x.exhaust(max(sliceSteps, x.others))
		longer, from := false, x.steps
		if !done && !x.sure.alone() {
			res, longer, done = x.round()
		}
		switch {
		case done:
			return res, true
		case lim.Stopped() || ctx.Err() != nil:
			return verifier.UnknownBecause(reason.Of(limit.ContextReason(ctx))), false
		case longer && x.limit < lastLimit:
			x.limit *= 4
		}
		if !x.brief && !x.sure.alone() {
			if x.solve(); x.found != nil {
				return *x.found, true
			}
		}
		if x.Stale != nil {
			x.Stale(max(1, x.spent/max(x.headway, staleSteps)))
		}
		if x.others = x.steps - from; x.steps >= steps || x.brief && !x.sure.alone() {
			return verifier.Result{}, false
		}
	}
}

// prepare compiles the program. It returns why the program is not executed.
func (x *search) prepare() string {
	p := x.Prepared.Flat
	if p == nil {
		return "this program is not executed: it has threads, or is an abstraction"
	}
	c := compile(p)
	x.m = newMachine(c)
	if why := x.constants(); why != "" {
		return why
	}
	x.watch, x.tries = newWatch(c), make([]uint8, len(c.code))
	x.m.choose = &chooser{code: c, rand: rand.New(rand.NewPCG(1, 2)), same: map[int]int64{}}
	x.limit = firstLimit
	x.sure.prepare(x)
	return ""
}

func nothing(detail string) verifier.Result {
	return verifier.UnknownBecause(reason.Reason{Kind: reason.Executed, Detail: detail})
}

// round executes the program some times. longer is set if too many of these executions were cut off.
func (x *search) round() (res verifier.Result, longer, done bool) {
	cuts, runs := 0, 0
	from, least, most := x.steps, int64(roundSteps), roundMost
	if x.brief {
		least, most = briefSteps, roundRuns
	}
	for steps := int64(0); runs < roundRuns && !x.brief || steps < least && runs < most; runs++ {
		if steps > 4*x.limit && cuts > 0 {
			break // longer ones are worth more
		}
		out, full := x.once()
		steps = x.steps - from
		if x.found != nil {
			return *x.found, false, true
		}
		switch out {
		case cut:
			if full {
				cuts++
			}
		case stopped:
			return res, false, false
		}
		if x.m.choose.at == 0 && out != cut { // nothing is open
			return x.determined(), false, true
		}
		if out == cut && x.m.choose.at == 0 {
			break
		}
	}
	return res, cuts*4 > runs || cuts > 0 && x.limit < roundSteps, false
}

// determined says that the only execution does not fail.
func (x *search) determined() verifier.Result {
	switch {
	case x.rejected.Kind != reason.None:
		return verifier.UnknownBecause(x.rejected)
	case x.refused != "":
		return nothing("the only one ends at what is not supported, " + x.refused)
	}
	return nothing("the program leaves nothing open")
}

// once executes the program once. full says that it might take as many steps as the limit.
func (x *search) once() (out outcome, full bool) {
	c := x.m.choose
	tape := []int64(nil)
	m := mood(x.runs % int64(moods))
	if len(x.corpus) > 0 && x.runs > int64(moods) && x.runs%2 == 0 {
		tape = x.mutant()
		m = mood(c.rand.IntN(int(moods)))
	}
	limit := x.limit
	if x.deep/3 > (x.steps-x.solving)/4 { // long executions must not keep short ones from being tried
		limit = firstLimit
	}
	out = x.try(tape, m, limit)
	if cost := x.m.cost(); cost > firstLimit && limit > firstLimit {
		x.deep += cost
	}
	return out, limit == x.limit
}

// try executes the program along a tape for at most so many steps, and confirms an execution that fails.
func (x *search) try(tape []int64, m mood, limit int64) outcome {
	c := x.m.choose
	x.runs++
	c.begin(tape, m)
	out := x.m.run(limit)
	beside := int64(x.m.numRegs)/registersPerStep + copySteps*int64(x.m.copied) + pageSteps*int64(x.m.pool.made)
	if x.m.poll(x.m.steps%pollEvery+beside) && out != returned {
		out = stopped
	}
	x.steps += x.m.cost() + 1
	if x.reached += int64(x.m.fresh); x.m.fresh > 0 {
		x.headway = x.spent
	}
	x.ended[out]++
	if x.m.fresh > 0 && out != refused {
		x.keep()
	}
	switch out {
	case returned:
		if res, ok := x.confirm(x.m); ok {
			x.found = &res
		}
	case refused:
		x.refused = x.m.why
	}
	return out
}

// keep adds the tape of the execution that has just ended to the corpus.
func (x *search) keep() {
	if c := x.m.choose; x.kept+c.at <= maxCorpus {
		x.corpus = append(x.corpus, entry{tape: slices.Clone(c.tape[:c.at]), mood: c.mood, steps: x.m.cost()})
		x.kept += c.at + entryWords
	}
}

// mutant returns a tape like one that reached something new.
func (x *search) mutant() []int64 {
	r := x.m.choose.rand
	n := len(x.corpus)
	k := n - 1 - min(r.IntN(n), r.IntN(n)) // late ones more often
	tape := slices.Clone(x.corpus[k].tape)
	if len(tape) == 0 {
		return nil
	}
	if r.IntN(3) == 0 {
		return tape[:r.IntN(len(tape))]
	}
	for range 1 + r.IntN(3) {
		i := r.IntN(len(tape))
		switch r.IntN(4) {
		case 0:
			tape[i] = int64(r.IntN(3))
		case 1:
			tape[i] += int64(r.IntN(5)) - 2
		case 2:
			tape[i] = x.m.choose.pooled()
		default:
			tape[i] = tape[r.IntN(len(tape))]
		}
	}
	return tape
}

// constants gives the constants of the program values: those that the passes found, and else any, of unique ones
// different ones. It returns why the machine cannot have them.
func (x *search) constants() string {
	p := x.Prepared.Flat
	x.m.constant = x.m.constant[:0]
	m, err := x.newModel()
	if err != nil {
		return "constants: " + err.Error()
	}
	for _, c := range x.m.code.constant {
		v, err := m.Eval(p.Var(c.v).Term)
		if err != nil {
			return "constants: " + err.Error()
		}
		w := int64(0)
		switch v.Kind() {
		case model.KindInt:
			w = x.m.word(v.Int())
		case model.KindBool:
			w = truth(v.IsTrue())
		case model.KindBits:
			w = int64(low(v.Int()))
		case model.KindElem:
			w = int64(v.Number())
		}
		x.m.constant = append(x.m.constant, w)
	}
	x.m.code.bigs = append(x.m.code.bigs, x.m.bigs...)
	return ""
}

// newModel returns a model of the constants.
func (x *search) newModel() (*model.Model, error) {
	p := x.Prepared.Flat
	m := model.New(p.Store, model.Options{})
	for _, d := range x.Prepared.Defs {
		v, err := m.Eval(d.Value)
		if err != nil {
			return nil, err
		}
		m.SetConst(p.Var(d.Const).Term, v)
	}
	next, taken := map[term.Sort]int{}, map[string]bool{}
	for _, c := range p.Consts {
		v := p.Var(c)
		if !v.Unique {
			continue
		}
		sort := p.Sort(c)
		if sort != term.Int && p.Store.SortKind(sort) != term.KindUninterpreted {
			return nil, fmt.Errorf("%s: %s is unique among %s", p.Place(p.Pos(v.Node)), v.Name, p.Store.SortString(sort))
		}
		if x, ok := m.Const(p.Store.Sym(v.Term)); ok {
			if key := p.Store.SortString(sort) + x.Key(); taken[key] {
				return nil, fmt.Errorf("%s: %s is unique, and another one has its value", p.Place(p.Pos(v.Node)), v.Name)
			} else {
				taken[key] = true
			}
			continue
		}
		next[sort]++
		switch {
		case sort == term.Int:
			m.SetConst(v.Term, model.Int64(uniqueFrom+int64(next[sort])))
		case p.Store.SortKind(sort) == term.KindUninterpreted:
			m.SetConst(v.Term, model.Elem(sort, next[sort]))
		}
	}
	return m, nil
}

// uniqueFrom is less than the unique integers that nothing determines.
const uniqueFrom = 1 << 40

// confirm replays the execution of a machine that has just ended. If it is a lazy one, nothing depends on what is
// arbitrary.
func (x *search) confirm(m *machine) (verifier.Result, bool) {
	x.replays++
	x.steps += replayCost * (m.steps + 1)
	defer x.m.poll(replayCost * m.steps)
	if x.Confirming != nil {
		x.Confirming(true)
	}
	res, ok := x.replay(m)
	if x.Confirming != nil && !ok {
		x.Confirming(false)
	}
	return res, ok
}

func (x *search) replay(m *machine) (verifier.Result, bool) {
	values, err := x.values(m.drawn)
	if err != nil {
		x.rejected = reason.Unconfirmed(err)
		return verifier.Result{}, false
	}
	p := x.Prepared.Flat
	constants, err := x.newModel()
	if err != nil {
		x.rejected = reason.Unconfirmed(err)
		return verifier.Result{}, false
	}
	begin := make([][]prog.VarID, len(p.Procs))
	for i := range begin {
		begin[i] = m.procs[i].begin
	}
	course := &interp.Course{
		Program: p, Model: constants, Defs: x.Prepared.Defs, Unchecked: x.Prepared.Dropped, Begin: begin, Values: values,
		Zeros: m.lazy != nil, Brief: m.steps > briefFrom, Flag: x.Prepared.Flag,
	}
	if m.lazy == nil {
		course.Ways = slices.Clone(m.choose.ways)
	} else if m.steps > skipSteps {
		course.Loops = rerun.NewLoops(p, x.Prepared.Defs)
	}
	t, fail, err := interp.Follow(x.ctx, course)
	switch {
	case err != nil:
		x.rejected = reason.Unconfirmed(err)
	case fail != nil:
		x.rejected = reason.Unconfirmed(fail)
	case t.Quantifiers > 0:
		x.rejected = reason.Reason{Kind: reason.UnconfirmedQuantifier,
			Detail: "quantified assumptions are not decided by the execution alone"}
	default:
		out := x.Trace(x.Prepared.Unextracted(), t)
		if n := t.Bound; n > x.opt.RecursionBound() {
			out.Bound = n
		}
		return verifier.UnsafeWith(out), true
	}
	return verifier.Result{}, false
}

// values returns what was drawn as the values of a course.
func (x *search) values(list []drawn) ([]model.Value, error) {
	p := x.Prepared.Flat
	out := make([]model.Value, len(list))
	for i := range list {
		d := &list[i]
		sort := p.Sort(d.v)
		var err error
		if d.birth == nil && d.table == nil {
			out[i], err = x.value(sort, d.word)
		} else {
			out[i], err = x.mapValue(sort, d)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// value returns a word as a value of a sort.
func (x *search) value(sort term.Sort, w int64) (model.Value, error) {
	st := x.Prepared.Flat.Store
	switch {
	case sort == term.Int:
		return model.Int(x.m.number(w)), nil
	case sort == term.Bool:
		return model.Bool(w != 0), nil
	case st.SortKind(sort) == term.KindUninterpreted:
		return model.Elem(sort, int(w)), nil
	case st.Width(sort) > 0 && st.Width(sort) <= 64:
		return model.Bits(st, sort, bitsOf(w)), nil
	}
	return model.Zero(st, sort)
}

// mapValue returns a map that was arbitrary.
func (x *search) mapValue(sort term.Sort, d *drawn) (model.Value, error) {
	st := x.Prepared.Flat.Store
	at, element := st.ArraySorts(sort)
	def, birth := int64(0), d.birth
	if birth != nil {
		def = birth.def
	} else {
		def, birth = d.table.def, d.table.birth
	}
	e, err := x.value(element, def)
	if err != nil {
		return e, err
	}
	v := model.ConstArray(st, sort, e)
	put := func(i, w int64) {
		a, err1 := x.value(at, i)
		b, err2 := x.value(element, w)
		if err == nil {
			v, err = v.Store(a, b), cmp.Or(err1, err2)
		}
	}
	if birth != nil {
		for _, i := range birth.order {
			put(i, birth.cells[i])
		}
	}
	if d.table != nil {
		d.table.each(put)
	}
	return v, err
}
