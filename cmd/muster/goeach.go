package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/prog"
)

// goPackage is a package of which each entry is a task. It is read when an answer is not kept.
type goPackage struct {
	*golang.Package
	failed bool // to be read, which has been said
}

// eachEntry reports whether each entry of what files stand for is a task: they are Go, and no entry is named.
func (v *verifyOptions) eachEntry(files []string) (bool, error) {
	each := v.Opt.Entry == "" && !v.modular.on && !v.coverage && !v.c.dump && task.AreGo(files)
	if k := slices.IndexFunc(files, task.IsGoPattern); k >= 0 && !each {
		return false, fmt.Errorf("%s is about several Go packages: name one for --entry, --modular, --coverage and "+
			"--dump-boogie, and no other programs beside it", files[k])
	}
	for _, f := range v.taskFiles() {
		if each && *f.name != "" {
			return false, fmt.Errorf("--%s is about one function: name it by --entry", f.flag)
		}
	}
	return each, nil
}

// goTasks returns a task for each entry of the packages that names stand for.
func (v *verifyOptions) goTasks(names []string) (out []eachTask, err error) {
	found, err := golang.List(names, v.Go.Opt)
	if err != nil {
		return nil, &task.InputError{Err: err}
	}
	for k, p := range found {
		of := &goPackage{Package: golang.Later(prog.Files{{Name: p.File}}, v.Go.Opt, true)}
		for _, e := range p.Entries {
			out = append(out, eachTask{name: p.Name + "." + e.Name, file: p.File, entry: e.Name, of: of, why: e.Why, group: k})
		}
		switch {
		case p.Err != nil:
			out = append(out, eachTask{name: p.File, file: p.File, wrong: p.Err, group: k})
		case len(p.Entries) == 0:
			why := "nothing is exported, and there are no tests"
			out = append(out, eachTask{name: p.Name, file: p.File, why: why, group: k})
		}
	}
	return out, nil
}

// goShare is how long an entry is asked about, if the command has no limit.
const goShare = 10 * time.Second

// budget divides the time of a command among entries. What one does not need is for those behind it.
type budget struct {
	mu   sync.Mutex
	end  time.Time // none if it is zero
	jobs int       // that run at a time
	left int       // entries that have not begun
}

// done notes that no more entries are begun beside those of the others.
func (b *budget) done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.jobs--
}

// share returns how long the next entry may take.
func (b *budget) share() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.left
	b.left--
	if b.end.IsZero() {
		return goShare
	}
	return max(time.Until(b.end)*time.Duration(min(b.jobs, n))/time.Duration(n), time.Millisecond)
}

// verifyGo asks about an entry of a package.
func (e *each) verifyGo(ctx context.Context, t *eachTask) (*outcome, error) {
	files := prog.Files{{Name: t.file}}
	if t.why != "" {
		return e.skippedFor(t.file, t.why), nil
	}
	if t.wrong != nil {
		return nil, &driver.InputError{Err: t.wrong}
	}
	if t.of.failed {
		return e.skippedFor(t.file, "the package cannot be read"), nil
	}
	limit := e.budget.share()
	if e.v.Opt.Answers != nil {
		o, err := e.askGo(ctx, t, files, limit)
		if !errors.Is(err, golang.ErrUnread) {
			return o, err
		}
	}
	if err := t.of.Read(); err != nil {
		t.of.failed = true
		return nil, &driver.InputError{Err: err}
	}
	return e.askGo(ctx, t, files, limit)
}

// askGo asks about an entry of a package, or looks for the answer among those that are kept.
func (e *each) askGo(ctx context.Context, t *eachTask, files prog.Files, limit time.Duration) (*outcome, error) {
	opt := e.v.asked(e.v.Opt)
	opt.Entry, opt.Timeout = t.entry, limit
	opt.Front = e.v.Go.About(t.of.Package)
	if e.v.log.verbose {
		opt.Log = verboseLog(e.err)
	}
	return e.narrowed(t.file, e.v.filter(), func(names []string) (*outcome, error) {
		opt.Properties = names
		start := time.Now()
		found, last, err := task.Search(ctx, files, opt, task.Watch(&opt))
		if err != nil {
			return nil, err
		}
		asked := opt
		if found, last, asked, err = e.v.anyReceiver(ctx, found, last, files, asked, start); err != nil {
			return nil, err
		}
		if err := e.v.confirm(ctx, found, files, asked, start, e.budget.end); err != nil {
			return nil, err
		}
		e.apart(found)
		o, err := e.decided(found, last)
		if err == nil {
			e.assumes(o, last)
		}
		return o, err
	})
}

// apart marks unsafe answers about receivers that nothing makes.
func (e *each) apart(found []*driver.Report) {
	for _, r := range found {
		r.Apart = foreign(r) != "" && !e.v.Go.Opt.AnyReceiver
	}
}

// assumes has the row of a safe answer leave out what is assumed, which is said once.
func (e *each) assumes(o *outcome, last *driver.Report) {
	if o.report.Apart {
		o.counted = "unsafe for receivers that nothing makes"
	}
	if last.Loaded == nil || o.Exit != exitSafe {
		return
	}
	program, ok := last.Loaded.Source.(*golang.Result)
	if !ok {
		return
	}
	assumed := program.Uncovered()
	o.Where = strings.Trim(strings.TrimSuffix(o.Where, strings.Join(assumed, "; ")), ",; ")
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, x := range assumed {
		if !slices.Contains(e.assumed, x) {
			e.assumed = append(e.assumed, x)
		}
	}
}

// foreign says of an unsafe answer about a method that it is one about a receiver that nothing makes.
func foreign(r *driver.Report) string {
	if program, ok := r.Loaded.Source.(*golang.Result); ok && r.Result.Verdict() == verifier.Unsafe {
		return program.Foreign()
	}
	return ""
}

// writeAssumed writes what safe answers rest on.
func writeAssumed(w io.Writer, assumed []string) error {
	if len(assumed) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "what is safe assumes:\n  %s\n", strings.Join(assumed, "\n  "))
	return err
}
