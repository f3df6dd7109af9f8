package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/rerun"
	"github.com/muster-smt/muster/verifier/witness"
)

// Answers is where answers are kept.
type Answers struct {
	Store cache.Store
	// Build identifies the program that has given the answers (cache.Build): others' answers are not given again.
	Build string
	// Memory is the limit of memory, which comes through the context; 0 means none.
	Memory int64
	// AnyLimits gives answers again that were found within other limits, though there may be more to say within these.
	AnyLimits bool
	// ByText has safe answers found by the text of the program, too, for which that need not be read (keptearly.go). It
	// takes another entry for each.
	ByText bool
}

// entry is an answer as it is kept.
type entry struct {
	Key     string // that it is kept under
	Verdict verifier.Verdict
	Asked   int    // Report.Bound
	Bound   int    `json:",omitempty"` // of the verdict
	Engine  string `json:",omitempty"`
	Check   Check
	Limits  string `json:",omitempty"` // within which there was no more to say (limited)
	// Text is the hash of the files, if what an answer comes with depends on more of them than the program says.
	Text    string             `json:",omitempty"`
	Remark  string             `json:",omitempty"`
	Cut     []Cut              `json:",omitempty"`
	Unseen  *Unseen            `json:",omitempty"`
	Inlined []verifier.Inlined `json:",omitempty"`

	// Proof is that of a safe answer (evidence.System.AppendProof), or else Runs is. Tracked are the globals that the
	// abstraction tracks which the proof is about, as indices of prog.Program.Globals.
	Proof      []byte         `json:",omitempty"`
	Runs       *verifier.Runs `json:",omitempty"`
	Abstracted bool           `json:",omitempty"`
	Tracked    []int          `json:",omitempty"`

	// Execution is that of an unsafe answer (evidence.Program.AppendExecution), of the program with loops if Flat is set,
	// where Passed is assumed and Properties are asked about. Needs is Bound of the trace.
	Execution []byte `json:",omitempty"`
	Flat      bool   `json:",omitempty"`
	// Small says that it was made with Options.Small.
	Passed     []prog.Assertion `json:",omitempty"`
	Properties []string         `json:",omitempty"`
	Needs      int              `json:",omitempty"`
	Small      bool             `json:",omitempty"`
}

// keeping says that the answer to a request is kept.
type keeping struct {
	*Answers
	front   string    // front.Keyed.Key
	early   cache.Key // by the text
	inputs  *inputs   // of the front end
	key     cache.Key
	anew    bool  // what was kept is not given again
	refused error // why not
}

// keeps returns how the answer is kept; nil if it is not. Where more is asked for than is kept, as what a proof learns
// or a log of each step, there is a search.
func (q *request) keeps() *keeping {
	o := &q.opt
	if o.Answers == nil || o.Summaries || o.Annotate || o.LoopInvariants || o.Make != nil || o.NewSolver != nil ||
		o.Counterexample != nil || o.Observe != nil || stat.Debug(o.Log) != nil {
		return nil
	}
	f, ok := o.Front.(front.Keyed)
	if !ok {
		return nil
	}
	return &keeping{Answers: o.Answers, front: f.Key()}
}

// keyOf returns the hash of what the answer depends on.
func (r *run) keyOf() (key cache.Key) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %d %q %d %q ", r.kept.Build, r.kept.front, r.question, r.rep.Entry, r.prep.Asserts,
		r.prep.Wrapped)
	r.writeOptions(sum)
	h := evidence.OfProgram(r.prep.Core, true).Hash
	sum.Write(h[:])
	if r.prep.Flat != nil {
		h = evidence.OfProgram(r.prep.Flat, true).Hash
		sum.Write(h[:])
	}
	sum.Sum(key[:0])
	return key
}

// writeOptions writes what an answer depends on, whatever the program.
func (q *request) writeOptions(w io.Writer) {
	o := &q.opt
	fmt.Fprintf(w, "bound %d %v contexts %d %v trips %d ", o.Bound, o.AllBounds, o.Contexts, o.Cooperative, o.Trips)
	fmt.Fprintf(w, "engine %q %v %v %v %d %d ", o.Engine, o.NoFacts, o.Inline, o.Learn, o.Abstract, o.Demand)
	fmt.Fprintf(w, "output %v %v\n", o.NoCheck, o.AssertionsOnly) // Small is about executions: see entry.Small
}

// limits names what an answer for a bound depends on beside the bound.
func (q *request) limits() string {
	o := &q.opt
	return fmt.Sprintf("%v %v %v %d %d %q %d", q.timeout, o.Unbounded, o.CheckTimeout,
		cmp.Or(o.Processors, runtime.GOMAXPROCS(0)), o.DivideAfter, o.Halves, q.kept.Memory)
}

// textual reports whether what an answer comes with depends on the text: other questions are asked about programs that
// the front end makes for them.
func (r *run) textual(v verifier.Verdict) bool {
	x, ok := r.rep.Loaded.Source.(front.Selective)
	return v == verifier.SafeUpToBound || v == verifier.Safe && ok && x.NothingAsked() == "" && x.EndsUnasked()
}

// text returns the hash of the files.
func (r *run) text() string {
	sum := sha256.New()
	writeFiles(sum, r.rep.Files)
	return hex.EncodeToString(sum.Sum(nil))
}

// keep keeps the answer to a question that a run has asked, whoever has it in the end.
func (r *run) keep(asked *run) {
	k := asked.kept
	if k == nil {
		return
	}
	r.rep.Refused = k.refused
	var data []byte
	err := guarded(func() error {
		e, err := r.newEntry(asked)
		if err != nil || e == nil {
			return err
		}
		if data, err = json.Marshal(e); err != nil {
			return err
		}
		r.rep.Evidence = data
		return k.Store.Put(k.key, data)
	})
	switch {
	case err != nil:
		asked.log.Warn("the answer is not kept", "why", err)
	case data != nil:
		asked.log.Info("the answer is kept", "key", k.key, "bytes", len(data))
	}
}

// newEntry returns what is kept; nil if the answer says too little, as one for a smaller bound than is asked about.
func (r *run) newEntry(asked *run) (*entry, error) {
	res := r.rep.Result
	k := asked.kept
	e := &entry{Verdict: res.Verdict(), Asked: r.rep.Bound, Engine: r.rep.Engine, Inlined: res.Stats().Inlined}
	if r.textual(e.Verdict) || r.whole() != asked.whole() && e.Verdict == verifier.Unsafe && !sameQuestion(r, asked) {
		e.Text = asked.text()
		k.key = asked.textKey(k.key) // or it would take the place of that of another text
	}
	e.Key = k.key.String()
	switch {
	case e.Verdict == verifier.Unsafe:
		return e, e.setExecution(r, asked)
	case !isSafe(res), res.Verdict() == verifier.SafeUpToBound && !asked.opt.answers(res.Bound()):
		return nil, nil
	}
	if e.Bound, e.Check = res.Bound(), r.rep.Check; e.limited() {
		e.Limits = asked.limits()
	}
	e.Remark, e.Cut = r.rep.Remark, r.rep.Cut
	if u := r.rep.Unseen; len(u.Assertions)+len(u.Procs) > 0 {
		e.Unseen = &u
	}
	return e, e.setProof(r)
}

// limited reports whether others may say more within other limits.
func (e *entry) limited() bool {
	return e.Verdict == verifier.SafeUpToBound || e.Verdict == verifier.Safe && e.Check.State != CheckOK
}

func sameQuestion(a, b *run) bool {
	return slices.Equal(a.opt.Passed, b.opt.Passed) && slices.Equal(a.opt.Properties, b.opt.Properties)
}

func (e *entry) setProof(r *run) (err error) {
	p := r.rep.Result.Proof()
	if p.Runs != nil {
		e.Runs = p.Runs
		return nil
	}
	if e.Abstracted = r.abs != nil; e.Abstracted {
		for i, g := range r.abs.whole.Core.Globals {
			if r.abs.tracked[g] {
				e.Tracked = append(e.Tracked, i)
			}
		}
	}
	e.Proof, err = evidence.OfSystem(r.sys).AppendProof(nil, p)
	return err
}

func (e *entry) setExecution(r, asked *run) (err error) {
	t := r.rep.Result.Trace()
	c := &t.Evidence.Claim
	p := r.whole().Core
	if e.Flat = c.Course != nil; e.Flat {
		p = r.whole().Flat
	} else if c.Script == nil {
		return errors.New("it is not known what was replayed")
	}
	if !sameQuestion(r, asked) {
		e.Passed, e.Properties = r.opt.Passed, r.opt.Properties
	}
	e.Needs, e.Small = t.Bound, asked.opt.Small
	e.Execution, err = evidence.OfProgram(p, true).AppendExecution(nil, c, t.Evidence.Model)
	return err
}

// decodeEntry reads what was kept as JSON.
func decodeEntry(data []byte, e any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(e)
}

// readEntry reads an entry that was kept under a key.
func readEntry(data []byte, key cache.Key) (*entry, error) {
	e := &entry{}
	if err := decodeEntry(data, e); err != nil {
		return nil, err
	}
	if e.Key != key.String() {
		return nil, errors.New("it is another question's")
	}
	return e, nil
}

// recall returns a run with the answer that was kept; nil if there is none, or none that can be used.
func (r *run) recall() *run {
	k := r.kept
	if k == nil || r.ctx.Err() != nil || r.prep.Core == nil {
		return nil
	}
	k.key = r.keyOf()
	if k.anew {
		return nil
	}
	var why error // of the last entry
	for _, key := range []cache.Key{k.key, r.textKey(k.key)} {
		data, x, err := r.recallFrom(key)
		if x != nil {
			k.key = key
			x.rep.Kept, x.rep.Evidence, x.asker = true, data, r
			x.log.Info("the answer was kept", "key", key)
			return x
		}
		if err != nil {
			r.log.Warn("an answer that was kept is not used", "key", key, "why", err)
		}
		if err != nil || data != nil {
			why = err
		}
	}
	if why != nil && r.ctx.Err() == nil && why != errQuantified {
		k.refused = why
	}
	return nil
}

// textKey returns the key for an answer that depends on the text, of that for others.
func (r *run) textKey(key cache.Key) cache.Key {
	return sha256.Sum256(append(key[:], r.text()...))
}

// recallFrom returns what is kept under a key, and a run with that answer; nil if there is none, or none that can be
// used.
func (r *run) recallFrom(key cache.Key) (data []byte, x *run, err error) {
	if data, err = r.kept.Store.Get(key); err != nil || data == nil {
		return nil, nil, err
	}
	err = guarded(func() error {
		e, err := readEntry(data, key)
		if err == nil {
			err = e.wellFormed(r.rep.Files, &r.opt)
		}
		if err == nil && r.may(e) {
			x, err = r.restore(e)
		}
		return err
	})
	if err != nil {
		return data, nil, err
	}
	return data, x, nil
}

// wellFormed checks what is shown as it was kept, and that it says as much as is asked.
func (e *entry) wellFormed(files prog.Files, asked *Options) error {
	places := []prog.Pos{}
	for _, c := range e.Cut {
		places = append(places, c.At)
	}
	if e.Unseen != nil {
		places = append(places, e.Unseen.Assertions...)
	}
	nowhere := func(at prog.Pos) bool { return !placed(at, files) }
	if slices.ContainsFunc(places, nowhere) || e.Asked < 0 || e.Bound < 0 || e.Needs < 0 || e.Check.State > CheckOpen ||
		(e.Bound > 0) != (e.Verdict == verifier.SafeUpToBound) {
		return errors.New("it is malformed")
	}
	switch {
	case e.Verdict == verifier.Unsafe:
	case len(e.Passed)+len(e.Properties) > 0:
		return errors.New("it is about other assertions")
	case e.Asked < asked.first(), e.Bound > 0 && !asked.answers(e.Bound):
		return errors.New("it is about a smaller bound")
	}
	return nil
}

// answers reports whether an answer up to a bound is one to the question.
func (o *Options) answers(bound int) bool { return bound >= o.first() && !o.AllBounds }

// may reports whether an entry answers the question as it is asked now.
func (r *run) may(e *entry) bool {
	return (!e.limited() || r.kept.AnyLimits || e.Limits == r.limits()) &&
		(e.Verdict != verifier.Unsafe || e.Small || !r.opt.Small) &&
		(e.Text == "" && !r.textual(e.Verdict) || e.Text == r.text())
}

// restore returns a run that has the answer. What a check needs is made in a run of its own, so that a search after it
// finds everything as it was.
func (r *run) restore(e *entry) (x *run, err error) {
	x = r
	if r.opt.Check || len(e.Passed)+len(e.Properties) > 0 {
		q := r.request
		q.kept = nil
		if len(e.Passed)+len(e.Properties) > 0 {
			q.opt.Passed, q.opt.Properties = e.Passed, e.Properties
		}
		x = newRun(r.ctx, q, r.start)
		x.log = r.log
		if err := x.prepareFrom(); err != nil {
			return nil, err
		}
	}
	var res verifier.Result
	switch e.Verdict {
	case verifier.Unsafe:
		t, err := x.executed(e)
		if err != nil {
			return nil, err
		}
		if r.prep.Skipped[t.Assertion] || r.prep.Asserts > 0 && t.Assertion == (prog.Assertion{}) {
			return nil, errors.New("it is about an assertion that is not asked about")
		}
		if what, ok := r.hole(t.Assertion.At); ok {
			return nil, errors.New("it ends at what is not supported: " + what)
		}
		res = verifier.UnsafeWith(t)
	case verifier.Safe, verifier.SafeUpToBound:
		p := &verifier.Proof{Runs: e.Runs}
		if r.opt.Check && e.Runs == nil {
			if x, p, err = x.proofOf(e); err != nil {
				return nil, err
			}
		}
		if res = verifier.SafeWith(p); e.Verdict == verifier.SafeUpToBound {
			res = verifier.SafeUpToBoundWith(e.Bound, p)
		}
	default:
		return nil, errors.New("it is no answer")
	}
	x.rep.Result = res.WithStats(verifier.Stats{Inlined: e.Inlined})
	x.rep.Bound, x.was = e.Asked, e
	x.rep.Engine = cmp.Or(e.Engine, x.rep.Engine)
	return x, x.ctx.Err()
}

// errQuantified says that a check needs a search: nothing else looks for values for which an assumption is false.
var errQuantified = errors.New("its quantified assumptions are not checked by executing it")

// executed replays an execution that was kept.
func (r *run) executed(e *entry) (*verifier.Trace, error) {
	prep := r.prep
	if e.Flat {
		if prep.Flat == nil {
			return nil, errors.New("it executes a program with loops")
		}
		prep = prep.Unextracted()
	}
	claim, err := evidence.OfProgram(prep.Core, true).ReadExecution(e.Execution)
	switch {
	case err != nil:
		return nil, err
	case (claim.Course != nil) != e.Flat:
		return nil, errors.New("it executes another program")
	case claim.Options.Confirmed && r.opt.Check:
		return nil, errQuantified
	}
	if c := claim.Course; c != nil {
		c.Defs, c.Unchecked, c.Flag = prep.Defs, prep.Dropped, prep.Flag
		if _, skips := c.Loops.(evidence.Looped); skips {
			c.Loops = rerun.NewLoops(prep.Core, prep.Defs)
		}
	} else {
		s := claim.Script
		s.Defs, s.Unchecked, s.Kept, s.Flat, s.Flag = prep.Defs, prep.Dropped, prep.Kept, prep.Flat, prep.Flag
	}
	return r.replayed(prep, claim, e)
}

func (r *run) replayed(prep *passes.Result, claim *interp.Claim, e *entry) (*verifier.Trace, error) {
	t, fail, err := claim.Replay(r.ctx)
	switch {
	case err != nil:
		return nil, err
	case fail != nil:
		return nil, fail
	}
	out := witness.Trace(prep, t)
	out.Bound = e.Needs
	if r.judged(verifier.UnsafeWith(out)); *r.axioms == sat.Unsat {
		return nil, errors.New("the axioms contradict each other")
	}
	return out, nil
}

// proofOf returns the run whose system a proof is about, with the proof.
func (r *run) proofOf(e *entry) (*run, *verifier.Proof, error) {
	x := r
	if e.Abstracted {
		tracked := make([]bool, len(r.prep.Core.Vars))
		for _, i := range e.Tracked {
			if i < 0 || i >= len(r.prep.Core.Globals) {
				return nil, nil, errors.New("it tracks what is no global")
			}
			tracked[r.prep.Core.Globals[i]] = true
		}
		var err error
		if x, err = r.abstraction(r.ctx, tracked, nil); err != nil {
			return nil, nil, err
		}
	}
	if err := x.makeVC(); err != nil || x.sys == nil {
		return nil, nil, cmp.Or(err, x.ctx.Err())
	}
	p, err := evidence.OfSystem(x.sys).ReadProof(e.Proof)
	return x, p, err
}

// UncheckedError says that the check of an answer that was kept ended without an outcome. That says nothing against the
// answer, but it is not given.
type UncheckedError struct {
	Why    reason.Reason
	Within time.Duration // that it had, if that was limited
}

func (e *UncheckedError) Error() string {
	switch e.Why.Kind {
	case reason.Timeout:
		return fmt.Sprintf("its check ran out of time, of which the limit allows %v", e.Within)
	case reason.Memory:
		return "its check ran out of the memory that the limit allows"
	}
	return "its check has no outcome: " + e.Why.String()
}

// unconfirmed says that a check has not confirmed an answer that was kept.
func unconfirmed(c Check, within time.Duration) error {
	if c.State == CheckOpen {
		return &UncheckedError{c.Why, within}
	}
	return fmt.Errorf("it is not confirmed: %v", c)
}

// given completes an answer that was kept. One that does not stand up to the check that is asked for gives way to a
// search.
func (r *run) given(ctx context.Context) (*run, error) {
	r.ctx = ctx
	e := r.was
	if r.rep.Check = (Check{}); isSafe(r.rep.Result) {
		r.rep.Check = e.Check
	}
	if r.opt.Check {
		err := guarded(r.check)
		if err == nil && (r.rep.Result.Verdict() != e.Verdict || isSafe(r.rep.Result) && r.rep.Check.State != CheckOK) {
			err = unconfirmed(r.rep.Check, r.checkLimit(0, 0))
		}
		if err != nil {
			r.log.Warn("an answer that was kept does not stand up to the check", "why", err)
			q, k := r.asker.request, *r.asker.kept
			q.opt.Timeout = q.opt.left(r.start)
			k.anew, k.refused = true, err
			q.kept = &k
			return newAnswerTo(ctx, q)
		}
	}
	r.doubt()
	if isSafe(r.rep.Result) && !r.opt.Check && e.Text != "" {
		r.rep.Remark = e.Remark
	} else {
		r.rep.Remark = r.remark()
	}
	if r.opt.Check {
		r.cut()
	} else if r.rep.Cut = e.Cut; e.Unseen != nil {
		r.rep.Unseen = *e.Unseen
	}
	r.rep.Calls = r.callGraph()
	r.keepEarly(r.asker)
	r.rep.Result = r.rep.Result.UpToContexts(r.rep.Contexts)
	r.rep.Elapsed = time.Since(r.start)
	return r, nil
}
