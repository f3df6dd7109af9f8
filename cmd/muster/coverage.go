package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// cover runs the command with --coverage.
func cover(ctx context.Context, s streams, names []string, v *verifyOptions) error {
	r, err := v.start(ctx, s, names)
	if err != nil {
		return err
	}
	defer r.end()
	rep, err := covered(r.ctx, r.files, r.opt, r.m)
	r.m.stop()
	if err = errors.Join(err, r.written()); err != nil {
		return task.Explained(err)
	}
	if v.json {
		err = report.Line(s.out, v.shown(rep))
	} else {
		err = report.Coverage(s.out, rep, v.trace.any(), v.stats)
	}
	if err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	if err := v.reports.write(v.shown(rep)); err != nil {
		return err
	}
	if code := coverageExit(rep); code != exitSafe {
		return exitCode(code)
	}
	return nil
}

// covered asks what executions reach.
func covered(
	ctx context.Context, files prog.Files, opt driver.Options, m *monitor[driver.Progress],
) (*report.Report, error) {
	opt.Files = files[1:]
	rep, late, err := task.Awaited(ctx, opt.Timeout, m.last, func() (*driver.CoverageReport, error) {
		return driver.Coverage(ctx, files[0].Name, files[0].Text, opt)
	})
	if err != nil {
		return nil, err
	}
	if late != nil {
		rep = &driver.CoverageReport{Report: *late.Report(files, opt)}
	}
	return report.NewCoverage(rep, version())
}

// coverageExit returns the exit code of a run with --coverage.
func coverageExit(r *report.Report) int {
	if r.Stopped && len(r.Targets) == 0 {
		return exitUnknown
	}
	for _, c := range r.Count {
		if c.Name == "unknown" {
			return exitUnknown
		}
	}
	return exitSafe
}
