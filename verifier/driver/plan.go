package driver

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/muster-smt/muster/verifier/front"
)

// question is what is asked.
type question uint8

const (
	reach     question = iota // whether an execution fails, or does what else a front end is asked for
	all                       // which assertions fail
	targets                   // what executions reach
	contracts                 // whether each procedure satisfies its contract
)

// load returns what the front end is asked for.
func (q question) load() front.Question {
	return [...]front.Question{targets: front.Coverage, contracts: front.Contracts}[q]
}

// asksFailures reports whether the question is about executions that fail.
func (q question) asksFailures() bool { return q == reach || q == all }

// plan says how a question about a program is answered. It is made when the program is prepared; what then runs decides
// about no engine, bound, turn or time on its own.
type plan struct {
	rows   []row // in the order in which the engines begin
	places int   // how many of them run at a time
	// dividing has places that no engine needs take parts of a search of an engine that inlines calls.
	dividing bool
	// failures is how many failing executions are looked for, of different assertions: where it is more than one, the
	// question is asked again and again, with the assertions that failed assumed.
	failures int
	// start has the program executed for a moment before there is a verification condition.
	start bool
	// proof is how long the race goes on for a proof for all bounds, once there is one for a bound.
	proof time.Duration
	// patience is how long it then waits for an execution that is under way.
	patience time.Duration
	// abstracting is how abstractions are searched before the program; nil means that there are none.
	abstracting *abstracting
	follow      follow
}

// row is what a plan says about an engine.
type row struct {
	engine engine
	bounds bounds
	// proof is how long the engine looks for a proof for all bounds after one for a bound. Where there are several
	// bounds it is what it has at most, and 0 means no limit: the first search takes firstProof, each one twice as
	// long.
	proof time.Duration
	turns turns
	until ending
}

// bounds says which recursion bounds an engine is asked about.
type bounds uint8

const (
	oneBound bounds = iota // the first, and no other
	wider                  // the first, and greater ones by half, as long as plan.proof lasts
	each                   // bound after bound from the first on, until there is an answer for all
	atOnce                 // all at once
	noBound                // none: the program is executed
)

// turns are lengths of an engine's turns, in polls and propagations: 100,000 take some 0.2 s.
type turns struct {
	first, later int64
	wider        int64 // of those after the first bound; 0 means that they stay as they are
	single       int64 // while the program has a single execution, of an engine that executes it
}

// ending is what ends the search of an engine, beside an answer and a limit.
type ending uint8

const (
	untilAnswered ending = iota // nothing else: there are no other engines
	untilProved                 // another engine proves the bound: it ends the question about that
	untilLate                   // plan.proof is over
	untilAlone                  // no engine of another kind is left; then plan.patience is over
)

// abstracting says how abstractions are searched.
type abstracting struct {
	limit  time.Duration // of all of them together; 0 means none
	beyond time.Duration // of the program itself, where they have an answer for the bound only; 0 means no search
}

// follow says which questions follow an answer. Each has so many steps, on any machine, and none is asked about a
// program that took long to read (run.again).
type follow struct {
	first int  // how often the program is asked about for the first assertion that fails
	ends  bool // whether it ends in another way than at a fault that is not asked about, and at which it does
	loops int  // how many loops are asked whether an execution leaves them
	steps int64
}

// facts are what a plan depends on, beside the question and the options.
type facts struct {
	processors  int
	elapsed     time.Duration // to read and prepare the program
	ordinary    bool          // front.Loaded.Ordinary
	selective   bool          // the program's source is front.Selective
	loops       bool          // it is front.Loops
	executable  bool          // there is a program to execute
	abstraction bool          // it is an abstraction
	globals     int           // that are tracked
	near        int           // on how many of them the property may depend; only with AbstractAuto
}

const (
	// firstProof is how long the first search for a proof for all bounds may take where greater bounds follow.
	firstProof = 2 * time.Second
	// patience is how many times as long as for a proof the race waits for a replay that has begun, or for the end of a
	// program's only execution. If it ends, there is an answer for all bounds.
	patience = 5
	// widerShare is by how much turns are shorter after the first bound: there may be a proof for all, or a failure
	// that only execution finds.
	widerShare = 4
	// teacherShare is the part of its turns that the engine from which others learn gets beside one of them: a unit of
	// them takes it some five times as long as corral, whose search it is to serve.
	teacherShare = 4
	// singleTurn is the length of turns of a program's only execution where others have to wait for it, wholeTurn that
	// where they have another processor.
	singleTurn = 200_000
	wholeTurn  = 1 << 60
	// staleShare is by how much turns of an execution are shorter at most that reaches no new block.
	staleShare = 8
	// beyondShare is the part of plan.proof that is left for the program itself, after abstractions.
	beyondShare = 2
	// followSteps limits each question that follows an answer, maxFirst and mostLeft how many there are.
	followSteps = 300_000
	maxFirst    = 4
	mostLeft    = 3
)

// By default a program with some globals is abstracted if the property may depend on few of them, for some time: a
// share of the limit, if there is one.
const (
	autoGlobals = 20
	autoNear    = 2 // near are at most so much of the globals
	autoTime    = 30 * time.Second
	autoShare   = 3
)

// newPlan returns the plan for a question, which engines are to answer.
func newPlan(q question, o *Options, engines []engine, f facts) *plan {
	p := &plan{places: o.Processors, proof: o.proof(f.ordinary), failures: 1}
	if p.places <= 0 {
		p.places = f.processors
	}
	if q == all {
		p.failures = cmp.Or(o.Failures, math.MaxInt)
	}
	if q.asksFailures() {
		p.follow = planFollow(o, f)
	}
	switch {
	case f.abstraction:
		p.proof -= beyondTime(o, p.proof)
	case q.asksFailures():
		p.abstracting = planAbstracting(o, f, p.proof)
	}
	p.patience = patience * p.proof
	p.dividing = q.asksFailures() && (p.mayLend(o, len(engines)) || o.Elsewhere != nil) && !f.abstraction &&
		o.Make == nil && o.NewSolver == nil &&
		!o.Summaries && !o.Annotate && !o.LoopInvariants // which a proof by cases does not have
	for _, e := range engines {
		p.rows = append(p.rows, newRow(e, o, f, p, q.asksFailures(), len(engines) > 1))
		p.start = p.start || e.executes && f.executable && len(engines) > 1
	}
	return p
}

// mayLend reports whether places may be left over from so many engines before the race is nearly over. Where they are
// not, to look for them all the time only costs.
func (p *plan) mayLend(o *Options, engines int) bool {
	if engines == 1 {
		return o.Processors > 1
	}
	return 2*p.places > engines
}

// newRow returns what a plan says about an engine, which may have others beside it.
func newRow(e engine, o *Options, f facts, p *plan, asksFailures, others bool) row {
	r := row{engine: e, bounds: oneBound, proof: p.proof, turns: turns{first: e.first, later: e.turn}}
	if o.Learn && e.name == teacher {
		r.turns.first, r.turns.later = r.turns.first/teacherShare, r.turns.later/teacherShare
	}
	switch {
	case e.executes:
		r.bounds = noBound
		r.turns.single = singleTurn
		if p.places > 1 {
			r.turns.single = wholeTurn
		}
	case o.AllBounds:
		r.bounds = each
	case e.unbounded:
		r.bounds = atOnce
	case asksFailures && f.ordinary && o.anyBound() && p.proof > 0 && !f.abstraction:
		r.bounds = wider
	}
	if !others {
		return r
	}
	switch {
	case e.executes:
		r.until = untilAlone
	case e.unbounded:
		r.until, r.turns.wider = untilLate, r.turns.later
		if len(p.rows) > 0 {
			r.turns.wider = p.rows[0].turns.later / widerShare
		}
	default:
		r.until, r.turns.wider = untilProved, r.turns.later/widerShare
	}
	return r
}

// planAbstracting says how abstractions are searched. What a proof teaches is asked about the program itself.
func planAbstracting(o *Options, f facts, proof time.Duration) *abstracting {
	few := f.globals >= autoGlobals && f.near <= f.globals/autoNear
	if o.Summaries || o.Annotate || o.Abstract == AbstractOff || o.Abstract == AbstractAuto && !few {
		return nil
	}
	a := &abstracting{beyond: beyondTime(o, proof)}
	if o.Abstract == AbstractOn && !o.AllBounds { // what is only asked about all bounds may never end
		return a
	}
	if a.limit = autoTime; o.Timeout > 0 {
		a.limit = max(min(a.limit, (o.Timeout-f.elapsed)/autoShare), 1)
	}
	return a
}

// beyondTime returns how long the program itself is asked about, where abstractions have an answer for the bound only.
func beyondTime(o *Options, proof time.Duration) time.Duration {
	if o.AllBounds {
		return 0
	}
	return proof / beyondShare
}

// planFollow says which questions follow an answer.
func planFollow(o *Options, f facts) follow {
	all := len(o.Properties)+len(o.Passed) == 0
	out := follow{steps: followSteps, ends: f.selective && all}
	if len(o.Properties) == 0 {
		out.first = maxFirst
	}
	if f.loops && all {
		out.loops = mostLeft
	}
	return out
}

// preparing returns the row of the engine whose run prepares the program: the one that executes it, if there is one.
func (p *plan) preparing() int {
	return max(slices.IndexFunc(p.rows, func(r row) bool { return r.engine.executes }), 0)
}
