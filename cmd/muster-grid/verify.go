package main

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/muster-grid/campaign"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/report"
)

// verifyCommand verifies one program.
func verifyCommand(s streams) *cli.Command {
	var (
		o     clientFlags
		stats bool
	)
	c := &cli.Command{
		Use:   "verify FILE...",
		Short: "Verify a program on a grid",
		Long: `Verify decides whether a program can go wrong, as muster verify does, with its exit codes; several
FILEs are one program. With --join URL, workers of a grid do it; an answer unsafe is confirmed here before it is
believed, and with --check a safe one, too.`,
		Args: func(c *cli.Command, args []string) error {
			if err := task.Misplaced(args); err != nil {
				return err
			}
			return cli.MinimumNArgs(1)(c, args)
		},
		Run: func(c *cli.Command, args []string) error {
			if err := o.complete(); err != nil {
				return err
			}
			names := append(args[:len(args):len(args)], task.Libraries(o.task.Libs, args[0])...)
			return o.verify(c.Context(), s, names, stats)
		},
	}
	o.add(c.Flags())
	c.Flags().BoolVar(&stats, "stats", false, "print statistics")
	return c
}

// verify runs a campaign of one task.
func (o *clientFlags) verify(ctx context.Context, s streams, names []string, stats bool) error {
	log := o.logs.logger(s.err)
	opt, err := o.options([]campaign.Task{{File: names[0], Names: names}}, log)
	if err != nil {
		return err
	}
	opt.Name, opt.Stdin = names[0], s.in
	var line *campaign.Line
	opt.Ended = func(_ int, l *campaign.Line) error {
		line = l
		return nil
	}
	err = o.with(ctx, "", log, func(ctx context.Context, c *grid.Conn) error {
		return campaign.Run(ctx, grid.NewClient(c, grid.NewID(), 0), opt)
	})
	if err != nil {
		return err
	}
	rep, err := line.Answer()
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = report.Line(s.out, rep)
	case rep.Problem != nil && rep.Problem.Kind == "usage":
		err = errors.New(rep.Problem.Message)
	case rep.Problem != nil:
		err = &task.InputError{Err: placed(rep)}
	default:
		err = report.Answer(s.out, rep, report.NoSteps, stats)
	}
	if err != nil {
		return err
	}
	if err := o.reports.Write([]*report.Report{rep}); err != nil {
		return err
	}
	if rep.Problem != nil && rep.Problem.Kind == "usage" {
		return exitCode(task.ExitUsage)
	}
	if line.Exit != task.ExitSafe {
		return exitCode(line.Exit)
	}
	return nil
}
