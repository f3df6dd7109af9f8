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
	"slices"
	"time"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/prog"
)

// earlyEntry leads from the text of a program to a safe answer about it.
type earlyEntry struct {
	Key    string  // that it is kept under
	Inputs []input `json:",omitempty"` // what the front end has found beside the files, by name
	Answer string  // the key of the answer
	Sum    string  // the hash of what is kept there
	Said   said
}

// said is what a report says for which the program is needed, beside the answer.
type said struct {
	Headers  []string `json:",omitempty"` // the files of the report behind those of the question
	Entry    string
	Language string
	Model    string     `json:",omitempty"`
	Compiled bool       `json:",omitempty"`
	Warnings []string   `json:",omitempty"`
	Contexts int        `json:",omitempty"`
	Asserts  int        `json:",omitempty"`
	Procs    int        `json:",omitempty"`
	Globals  int        `json:",omitempty"`
	Remark   string     `json:",omitempty"`
	Calls    *CallGraph `json:",omitempty"`
}

// prepareToKeep has the answer kept, if it can be.
func (q *request) prepareToKeep() {
	if q.kept = q.keeps(); q.kept != nil && q.kept.ByText {
		q.opt.Front, q.kept.inputs = throughInputs(q.opt.Front)
		q.kept.early = q.earlyKey()
	}
}

// units returns the files of the question.
func (q *request) units() prog.Files {
	return append(prog.Files{{Name: q.file, Text: q.src}}, q.opt.Files...)
}

// earlyKey returns the hash of all that an answer depends on before anything is read beside the files of the question.
// From these, the program follows, and so does the other key.
func (q *request) earlyKey() (key cache.Key) {
	o := &q.opt
	sum := sha256.New()
	fmt.Fprintf(sum, "text %q %q %d %#v ", q.kept.Build, q.kept.front, q.question, q.query)
	fmt.Fprintf(sum, "entry %q properties %q passed %#v ", o.Entry, o.Properties, o.Passed)
	q.writeOptions(sum)
	writeFiles(sum, q.units())
	sum.Sum(key[:0])
	return key
}

// writeFiles writes files, each with its name.
func writeFiles(w io.Writer, files prog.Files) {
	for _, f := range files {
		fmt.Fprintf(w, "%q %d\n", f.Name, len(f.Text))
		_, _ = w.Write(f.Text)
	}
}

// keepEarly keeps how the text of the program leads to the answer that was kept. Only a safe one can be given without
// the program: an execution is replayed.
func (r *run) keepEarly(asked *run) {
	k := asked.kept
	rep, units := r.rep, asked.units()
	if k == nil || !k.ByText || rep.Evidence == nil || !isSafe(rep.Result) || len(rep.Files) < len(units) {
		return
	}
	e := earlyEntry{Key: k.early.String(), Answer: k.key.String(), Sum: sumOf(rep.Evidence), Said: said{
		Entry: rep.Entry, Language: rep.Language, Model: rep.Model, Compiled: rep.Compiled, Warnings: rep.Warnings,
		Contexts: rep.Contexts, Asserts: rep.Asserts, Procs: rep.Procs, Globals: rep.Globals, Remark: rep.Remark,
		Calls: rep.Calls,
	}}
	var ok bool
	if e.Inputs, ok = k.inputs.list(); !ok {
		return
	}
	for _, f := range rep.Files[len(units):] {
		e.Said.Headers = append(e.Said.Headers, f.Name)
	}
	if files, ok := e.files(&asked.request); !ok || !slices.EqualFunc(files, rep.Files, sameFile) {
		return
	}
	data, err := json.Marshal(e)
	if err == nil {
		err = k.Store.Put(k.early, data)
	}
	if err != nil {
		r.log.Warn("the text of the answer is not kept", "why", err)
	}
}

func sameFile(a, b prog.File) bool { return a.Name == b.Name && bytes.Equal(a.Text, b.Text) }

// files returns those of the report; ok is false if one is not among what was found.
func (e *earlyEntry) files(q *request) (files prog.Files, ok bool) {
	files = q.units()
	for _, name := range e.Said.Headers {
		text, ok := q.kept.inputs.text(name)
		if !ok {
			return nil, false
		}
		files = append(files, prog.File{Name: name, Text: text})
	}
	return files, true
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// recallEarly returns a run with the safe answer that was kept for this text; nil if there is none, or if it is to be
// checked, for which the program is needed.
func (q *request) recallEarly(ctx context.Context) *run {
	k := q.kept
	if k == nil || !k.ByText || k.anew || q.opt.Check || ctx.Err() != nil {
		return nil
	}
	r := newRun(ctx, *q, time.Now())
	ok := false
	err := guarded(func() (err error) {
		ok, err = r.takeEarly()
		return err
	})
	if err != nil {
		r.log.Warn("an answer that was kept is not found by the text", "key", k.early, "why", err)
	}
	if !ok || err != nil {
		return nil
	}
	r.log.Info("the answer was kept for this text", "key", k.early)
	return r
}

// takeEarly takes the answer that was kept for this text, if there is one.
func (r *run) takeEarly() (ok bool, err error) {
	k := r.kept
	data, err := k.Store.Get(k.early)
	if err != nil || data == nil {
		return false, err
	}
	e := &earlyEntry{}
	if err := decodeEntry(data, e); err != nil {
		return false, err
	}
	if e.Key != k.early.String() {
		return false, errors.New("it is another question's")
	}
	if !k.inputs.same(r.ctx, e.Inputs) {
		return false, nil
	}
	var key cache.Key
	if n, err := hex.Decode(key[:], []byte(e.Answer)); err != nil || n != len(key) {
		return false, errors.New("it leads to no answer")
	}
	if data, err = k.Store.Get(key); err != nil || data == nil || sumOf(data) != e.Sum { // there may be another one now
		return false, err
	}
	a, err := readEntry(data, key)
	if err != nil {
		return false, err
	}
	files, found := e.files(&r.request)
	if err := a.wellFormed(files, &r.opt); err != nil {
		return false, err
	}
	if !found || !e.Said.wellFormed(files) || a.Verdict != verifier.Safe && a.Verdict != verifier.SafeUpToBound {
		return false, errors.New("it is malformed")
	}
	if a.limited() && !k.AnyLimits && a.Limits != r.limits() {
		return false, nil
	}
	r.rep.Files, r.rep.Kept, r.rep.Evidence = files, true, data
	r.say(&e.Said, a)
	return true, nil
}

// say completes the report of a safe answer.
func (r *run) say(s *said, a *entry) {
	p := &verifier.Proof{Runs: a.Runs}
	res := verifier.SafeWith(p)
	if a.Verdict == verifier.SafeUpToBound {
		res = verifier.SafeUpToBoundWith(a.Bound, p)
	}
	rep := r.rep
	rep.Result = res.WithStats(verifier.Stats{Inlined: a.Inlined}).UpToContexts(s.Contexts)
	rep.Bound, rep.Check, rep.Cut = a.Asked, a.Check, a.Cut
	if a.Unseen != nil {
		rep.Unseen = *a.Unseen
	}
	rep.Engine = cmp.Or(a.Engine, rep.Engine)
	rep.Entry, rep.Language, rep.Model, rep.Compiled, rep.Warnings = s.Entry, s.Language, s.Model, s.Compiled, s.Warnings
	rep.Contexts, rep.Asserts, rep.Procs, rep.Globals = s.Contexts, s.Asserts, s.Procs, s.Globals
	rep.Remark, rep.Calls = s.Remark, s.Calls
	rep.Elapsed = time.Since(r.start)
}

// wellFormed checks what is shown as it was kept.
func (s *said) wellFormed(files prog.Files) bool {
	if s.Contexts < 0 || s.Asserts < 0 || s.Procs < 0 || s.Globals < 0 {
		return false
	}
	g := s.Calls
	if g == nil {
		return true
	}
	for i := range g.Procs {
		if !placed(g.Procs[i].Pos, files) {
			return false
		}
	}
	node := func(n int) bool { return n >= 0 && n < len(g.Procs) }
	return !slices.ContainsFunc(g.Calls, func(e CallEdge) bool { return !node(e.From) || !node(e.To) })
}

// placed reports whether a place may be one in files.
func placed(at prog.Pos, files prog.Files) bool {
	return at.File >= 0 && int(at.File) < len(files) && at.Line >= 0 && at.Col >= 0
}
