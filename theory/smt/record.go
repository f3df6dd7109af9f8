package smt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Record writes to w the calls on the session from now on, with their answers, as an SMT-LIB script; doc.go says how
// it is read. It begins with the assertions in force. Each call is written before it is carried out, so a recording
// also shows what a program was waiting for. A recorded session does the same as one that is not, more slowly.
//
// The function that Record returns ends the recording, and returns the first error of w. A fork is not recorded until
// it has a Record of its own.
func (s *Session) Record(w io.Writer) (end func() error) {
	defer s.enter("Record")()
	r := newRecorder(s.store, w, s.cfg.script())
	r.out.Comment("calls on a smt.Session; each set-info :answer is that of the call before it")
	for _, c := range s.cfg.infos() {
		r.out.SetInfo(c[0], c[1])
	}
	s.repeat(r.assert, r.push)
	s.rec = r
	return func() error {
		defer s.enter("Record")()
		if s.rec == r {
			s.rec = nil
		}
		return r.out.Flush()
	}
}

// script returns the options of a recording: those that scripts have, too.
func (c *Config) script() smtlib.Options {
	opt := smtlib.Options{GlobalDeclarations: true, DefineAssumptions: true}
	set := func(name string, value any) {
		opt.Options = append(opt.Options, [2]string{name, fmt.Sprint(value)})
	}
	if c.Seed != 0 {
		set(":random-seed", c.Seed)
	}
	if c.Conflicts > 0 {
		set(":reproducible-resource-limit", c.Conflicts)
	}
	if c.CheckModels {
		set(":check-models", true)
	}
	if c.Proof != nil {
		set(":produce-proofs", true)
	}
	return opt
}

// infos returns the rest of the configuration that does not depend on a clock.
func (c *Config) infos() (all [][2]string) {
	if c.Models > 0 {
		all = append(all, [2]string{":models", fmt.Sprint(c.Models)})
	}
	if c.Quantifiers != AutoQuantifiers {
		all = append(all, [2]string{":quantifiers", fmt.Sprint(int(c.Quantifiers))})
	}
	return all
}

// recorder writes the calls on a session as a script. If it is nil, nobody wants them.
type recorder struct {
	store *Store
	copy  *term.Copier // to a store of its own: writing takes no lock
	out   *smtlib.Writer
	ids   []ID // of the assertions that were written
}

func newRecorder(st *Store, w io.Writer, opt smtlib.Options) *recorder {
	own := term.NewStore()
	return &recorder{store: st, copy: term.NewCopier(st.st, own), out: smtlib.NewWriter(w, own, opt)}
}

func (r *recorder) term(f Bool) term.Term {
	r.store.mu.RLock()
	defer r.store.mu.RUnlock()
	return r.copy.Term(f.id)
}

func (r *recorder) assert(a asserted) {
	if r != nil {
		r.ids = append(r.ids, a.id)
		r.out.Assert(r.term(a.f))
		r.flush()
	}
}

func (r *recorder) push() {
	if r != nil {
		r.out.Push()
		r.flush()
	}
}

func (r *recorder) pop() {
	if r != nil {
		r.out.Pop(1)
		r.flush()
	}
}

func (r *recorder) check(assumptions []Bool) {
	switch {
	case r == nil:
	case len(assumptions) == 0:
		r.out.CheckSat()
	default:
		fs := make([]term.Term, len(assumptions))
		for i, a := range assumptions {
			fs[i] = r.term(a)
		}
		r.out.CheckSatAssuming(fs)
	}
}

// call writes a call that scripts do not have.
func (r *recorder) call(call string) {
	if r != nil {
		r.out.SetInfo(":call", call)
		r.flush()
	}
}

// answer writes the answer of a check: stopped, if the context, the clock or the memory ended it.
func (r *recorder) answer(res Result, err error) {
	if r == nil {
		return
	}
	answer := res.Status.String()
	switch kind := res.Reason.Kind; {
	case kind == reason.Timeout || kind == reason.Memory || kind == reason.Interrupt,
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		answer = "stopped"
	}
	r.out.SetInfo(":answer", answer)
	switch {
	case err != nil:
		r.out.Comment(err.Error())
	case res.Status == Unknown:
		r.out.Comment(res.Reason.String())
	}
	r.flush()
}

// interpolants writes how interpolation ended.
func (r *recorder) interpolants(err error) {
	switch {
	case err == nil:
		r.answer(Result{Status: Unsat}, nil)
	case errors.Is(err, ErrSatisfiable):
		r.answer(Result{Status: Sat}, nil)
	default:
		r.answer(Result{}, err)
	}
}

// model writes that the model was asked for, and what it was.
func (r *recorder) model(m *Model, err error) {
	if r == nil {
		return
	}
	if r.out.GetModel(); err != nil {
		r.out.Comment(err.Error())
	} else {
		for line := range strings.Lines(m.String()) {
			r.out.Comment(strings.TrimRight(line, "\n"))
		}
	}
	r.flush()
}

// core writes a core by the numbers of its assertions in the script, and of its assumptions in the check.
func (r *recorder) core(c Core, assumed []Bool, err error) {
	if r == nil {
		return
	}
	if err != nil {
		r.out.Comment(err.Error())
	} else {
		numbers := []int{}
		for _, a := range c.Assumptions {
			numbers = append(numbers, slices.Index(assumed, a)+1)
		}
		r.out.Comment(fmt.Sprintf("assertions %v, assumptions %v", r.numbers(c.Assertions), numbers))
	}
	r.flush()
}

// numbers returns the numbers of assertions in the script, where blocked models count, too.
func (r *recorder) numbers(ids []ID) []int {
	out := make([]int, len(ids))
	for i, id := range ids {
		n, _ := slices.BinarySearch(r.ids, id)
		out[i] = n + 1
	}
	return out
}

// parts writes that interpolants of these parts are asked for.
func (r *recorder) parts(parts [][]ID) {
	if r == nil {
		return
	}
	var b strings.Builder
	for _, ids := range parts {
		b.WriteString(" (" + strings.Trim(fmt.Sprint(r.numbers(ids)), "[]") + ")")
	}
	r.call("(interpolants" + b.String() + ")")
}

// flush leaves an error for the end of the recording.
func (r *recorder) flush() { _ = r.out.Flush() }
