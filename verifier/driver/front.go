package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// front is a row of the table of front ends.
type front struct {
	suffixes []string // of file names; the last row takes all others
	read     func(*run) (*prog.Program, error)
}

func fronts() []front {
	return []front{
		{[]string{".c", ".i"}, (*run).readC},
		{nil, (*run).readBoogie},
	}
}

// read reads the program by the front end for the names of its files.
func (r *run) read() (*prog.Program, error) {
	first := frontOf(r.rep.File)
	for _, f := range r.rep.Files[1:] {
		if frontOf(f.Name) != first {
			return nil, fmt.Errorf("%s: not in the language of %s, with which it is to be one program", f.Name, r.rep.File)
		}
	}
	return fronts()[first].read(r)
}

// frontOf returns the index of the front end for a file.
func frontOf(name string) int {
	for _, z := range []string{".gz", ".xz", ".zst"} {
		name = strings.TrimSuffix(name, z)
	}
	return slices.IndexFunc(fronts(), func(f front) bool {
		return f.suffixes == nil || slices.Contains(f.suffixes, filepath.Ext(name))
	})
}

func (r *run) readBoogie() (*prog.Program, error) {
	switch {
	case r.opt.C.Checks != 0:
		return nil, &OptionError{"only C programs are checked for " + r.opt.C.Checks.String()}
	case r.opt.C.Only:
		return nil, &OptionError{"only C programs are asked about something else than their assertions"}
	}
	return boogie.Options{InferModifies: r.opt.InferModifies, Contracts: r.opt.modular}.LoadFiles(r.rep.Files, r.store)
}

func (r *run) readC() (*prog.Program, error) {
	opt := r.opt.C
	opt.Entry = r.opt.Entry
	out, err := loadC(r.rep.Files, r.store, opt)
	if err != nil {
		return nil, err
	}
	if r.opt.targets {
		return nil, &OptionError{"coverage is asked about Boogie programs only"}
	}
	r.c, r.rep.C, r.rep.Entry = out, out, out.Entry
	if r.opt.anyBound && r.opt.Widen > 0 {
		r.opt.Unbounded = r.opt.Widen
	}
	return out.Program, nil
}

// harness returns what makes an executable of a C program that shows the execution that was found.
func (r *run) harness() *c.Harness {
	t := r.rep.Result.Trace()
	if t == nil || r.c == nil || !r.opt.C.Record {
		return nil
	}
	var calls []c.Returned
	steps := t.Steps
	if t.Recorded != nil {
		steps = t.Recorded
	}
	for _, s := range steps {
		if s.Kind == prog.StepRecord {
			calls = append(calls, c.Returned{Name: s.Label, Value: s.Value})
		}
	}
	return r.c.Harness(calls)
}

// entry returns the name of the entry procedure. That of a C program is marked.
func (r *run) entry() string {
	if r.c != nil {
		return ""
	}
	return r.opt.Entry
}

// properties returns what is asked about: also whether an execution reaches what is not supported, if only some assertions are.
func (r *run) properties() []string {
	if r.c == nil || len(r.opt.Properties) == 0 {
		return r.opt.Properties
	}
	out := slices.Clone(r.opt.Properties)
	for at := range r.c.Holes {
		out = append(out, r.c.Program.Place(at))
	}
	slices.Sort(out)
	return out
}

// inHole reports whether the execution that was found ends at what is not supported, which says nothing about the program.
func (r *run) inHole() (at prog.Pos, ok bool) {
	t := r.rep.Result.Trace()
	if t == nil || r.c == nil {
		return prog.Pos{}, false
	}
	_, ok = r.c.Holes[t.Failed]
	return t.Failed, ok
}

// past asks again about the executions that do not get to what is not supported. If none of these fails, nothing is known.
func past(ctx context.Context, file string, src []byte, opt Options, r *run, hole prog.Pos) (*Report, error) {
	opt.Passed = append(opt.Passed[:len(opt.Passed):len(opt.Passed)], passes.Assertion{At: hole, Clause: hole})
	if opt.Timeout > 0 {
		opt.Timeout = max(opt.Timeout-time.Since(r.start), time.Millisecond)
	}
	rep, err := Verify(ctx, file, src, opt)
	if err != nil {
		return nil, err
	}
	rep.Elapsed = time.Since(r.start)
	if rep.Result.Verdict() != verifier.Unsafe {
		why := reason.Reason{Kind: reason.Unsupported, Detail: fmt.Sprintf("%s in a function of the library", r.c.Holes[hole])}
		if at := r.c.Operation(hole); !c.Outside(at) {
			why.Detail = fmt.Sprintf("%s at %s", r.c.Holes[hole], r.c.Program.Place(at))
		}
		rep.Result = verifier.UnknownBecause(why).WithStats(rep.Result.Stats())
		rep.Check, rep.Proved, rep.Remark = Check{}, 0, ""
	}
	return rep, nil
}
