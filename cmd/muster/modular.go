package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// modularOptions are the flags of muster verify --modular.
type modularOptions struct {
	on      bool
	procs   task.Names
	jobs    int
	explain bool
	houdini bool
	choices bool // are printed
}

// checkModular checks what goes with --modular.
func (v *verifyOptions) checkModular(changed func(string) bool, tasks bool) error {
	if v.modular.jobs < 0 {
		return errors.New("--jobs must not be negative")
	}
	if !v.modular.on && changed("jobs") && !tasks {
		return errors.New("--jobs needs --modular, or several files that are tasks of their own")
	}
	v.modular.choices = v.modular.houdini && changed("houdini")
	return nil
}

// verifyModular runs the command with --modular.
func verifyModular(ctx context.Context, s streams, names []string, v *verifyOptions) error {
	r, err := v.start(ctx, s, names)
	if err != nil {
		return err
	}
	defer r.end()
	opt := driver.ModularOptions{Options: r.opt, Procs: v.modular.procs}
	opt.Small = v.trace.any()
	opt.Files = r.files[1:]
	opt.Processors, opt.Explain, opt.Houdini = v.modular.jobs, v.modular.explain, v.modular.houdini
	if r.dump != nil {
		opt.Processors = 1 // or the passes of several procedures would be mixed
	}
	out := bufio.NewWriter(s.out)
	if !v.json && !v.modular.choices { // which says at first what it has chosen
		opt.Done = func(p *driver.ProcReport) {
			r.m.clear()
			// An error is reported at the end.
			_ = report.Procedure(out, report.NewProcedure(r.files[0].Name, r.files, p), v.trace.any(), v.stats)
			_ = out.Flush()
		}
	}
	found, err := driver.Modular(r.ctx, r.files[0].Name, r.files[0].Text, opt)
	r.m.stop()
	if err = errors.Join(err, r.written()); err != nil {
		return task.Explained(err)
	}
	refusedContracts(s.err, found)
	rep := report.NewContracts(found, version())
	if v.json {
		err = report.Line(out, v.shown(rep))
	} else {
		if v.modular.choices {
			err = v.writeProcedures(out, rep)
		}
		err = errors.Join(err, report.Contracts(out, rep))
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	if code := contractsExit(rep); code != exitSafe {
		return exitCode(code)
	}
	return nil
}

// contractsExit returns the exit code of a run with --modular.
func contractsExit(rep *report.Report) int {
	return map[string]int{"failed": exitUnsafe, "unknown": exitUnknown}[rep.Verdict]
}

// writeProcedures prints what is reported of procedures, and what Houdini has chosen.
func (v *verifyOptions) writeProcedures(w io.Writer, rep *report.Report) error {
	if v.modular.choices {
		report.Chosen(w, rep)
	}
	for _, p := range rep.Procedures {
		if err := report.Procedure(w, p, v.trace.any(), v.stats); err != nil {
			return err
		}
	}
	return nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
