package campaign

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// job makes the job of a task of today's files, without the limits of a round.
func (o *Options) job(i int) (*grid.Job, prog.Files, error) {
	t := &o.Tasks[i]
	if o.Stdin == nil && slices.Contains(t.Names, "-") {
		return nil, nil, &task.InputError{Err: errors.New("-: the standard input is no file of a campaign")}
	}
	units, err := task.ReadFiles(o.Stdin, t.Names)
	if err != nil {
		return nil, nil, err
	}
	files, flags, err := o.needed(t, units)
	if err != nil {
		return nil, nil, err
	}
	return &grid.Job{
		Number: i, Priority: o.Priority, Name: t.Name(), Files: grid.FilesOf(files), Units: len(units), Flags: flags,
		Steps: o.Steps, Version: o.Version,
	}, files, nil
}

// inRound returns a job with the limits of a round.
func (o *Options) inRound(j *grid.Job, round int) *grid.Job {
	out := *j
	out.Round, out.Timeout, out.Memory = round, o.Rounds[round].Timeout, o.Rounds[round].Memory
	return &out
}

// identity is SHA-256 of what a task asks in all rounds, or of why its job cannot be made. A line that has another one
// answers another question.
func (o *Options) identity(j *grid.Job, err error) string {
	if err != nil {
		return grid.Hash([]byte(err.Error()))
	}
	var all strings.Builder
	for round := range o.Rounds {
		all.WriteString(o.inRound(j, round).Hash())
	}
	return grid.Hash([]byte(all.String()))
}

// Forget drops the lines that answer other questions than those of today, and those without a report if that is wanted.
func (o *Options) Forget() {
	for i := range o.Tasks {
		k := o.Tasks[i].Key()
		l, ok := o.Done[k]
		if !ok {
			continue
		}
		j, _, err := o.job(i)
		if l.Hash != o.identity(j, err) || o.Steps && len(l.Report) == 0 {
			delete(o.Done, k)
		}
	}
}

// needed returns the files of a task with those that the program includes and that flags name.
func (o *Options) needed(t *Task, units prog.Files) (files prog.Files, flags []string, err error) {
	flags = slices.Concat(o.Flags, t.Flags)
	opt := *o.Verify
	if len(t.Flags) > 0 {
		if opt, err = grid.ParseFlags(flags, nil); err != nil {
			return nil, nil, err
		}
	}
	files = slices.Clone(units)
	if p := opt.C.Property; p != "" {
		_, text, err := task.Read(nil, p)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, prog.File{Name: p, Text: text})
	}
	chosen, err := opt.Front(units)
	if _, ok := chosen.(c.Front); !ok || !slices.ContainsFunc(units, mayInclude) {
		return files, flags, err
	}
	var sources []syntax.Source
	for _, u := range units {
		sources = append(sources, syntax.Source(u))
	}
	for _, s := range syntax.Included(sources, opt.C.Opt.Options) {
		if !slices.ContainsFunc(files, func(f prog.File) bool { return f.Name == s.Name }) {
			files = append(files, prog.File(s))
		}
	}
	return files, flags, nil
}

// mayInclude reports whether a unit of C may include files: by the word, which might go on in the next line.
func mayInclude(f prog.File) bool {
	return slices.ContainsFunc([]string{"include", "import", "\\\n", "\\\r", "??/"}, func(s string) bool {
		return bytes.Contains(f.Text, []byte(s))
	})
}
