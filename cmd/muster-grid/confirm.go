package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/campaign"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/report"
)

// confirmer confirms the answers of workers that are not of this process.
type confirmer struct {
	child   *grid.Child
	version string
	log     *slog.Logger
}

// confirm returns what confirms answers; nil if all workers are of this process.
func (o *clientFlags) confirm(log *slog.Logger) (
	func(context.Context, *campaign.Doubt) (*report.Report, campaign.Confirmation), error) {
	if o.join.url == "" {
		return nil, nil
	}
	c, err := child()
	if err != nil {
		return nil, err
	}
	return (&confirmer{c, version(), log}).believed, nil
}

// believed returns what is believed of an answer, and how that is known: by the evidence or, if that does not confirm
// the answer, by a search. What is reported is found here, whatever else the worker says.
func (c *confirmer) believed(ctx context.Context, d *campaign.Doubt) (*report.Report, campaign.Confirmation) {
	log := c.log.With("task", d.Job.Name, "worker", d.Worker, "verdict", d.Report.Verdict)
	by := campaign.ByEvidence
	if d.Evidence == nil {
		by = campaign.BySearch
	}
	reply, cpu, err := c.ask(ctx, d, d.Evidence)
	if by == campaign.ByEvidence && (err != nil || reply.Refused != "") && ctx.Err() == nil {
		by = campaign.BySearch
		why := reply.Refused
		if err != nil {
			why = err.Error()
		}
		log.Warn("the evidence for an answer does not confirm it, which is searched for anew", "why", why)
		if err != nil || reply.Report.Verdict == "unknown" { // it may have taken what a search needs
			reply, cpu, err = c.ask(ctx, d, nil)
		}
	}
	switch {
	case err != nil:
	case reply.Report.Verdict == d.Report.Verdict:
		log.Info("an answer is confirmed", "by", by, "cpu", cpu)
		return reply.Report, by
	case reply.Report.Verdict == "unsafe": // which was replayed here
		log.Warn("an answer is wrong", "here", reply.Report.Verdict)
		return reply.Report, by
	default:
		err = errors.New("here it is " + reply.Report.Verdict)
	}
	log.Warn("an answer is not confirmed", "why", err)
	why := fmt.Sprintf("the worker %s says %s, which is not confirmed: %v", d.Worker, d.Report.Verdict, err)
	return &report.Report{File: d.Report.File, Verdict: "unknown", Reason: why, Answer: "unknown (" + why + ")"}, ""
}

// ask asks what a job asks, with evidence or without.
func (c *confirmer) ask(ctx context.Context, d *campaign.Doubt, evidence []byte) (grid.Reply, time.Duration, error) {
	return c.child.Run(ctx, &grid.Request{
		Files: d.Files, Units: d.Job.Units, Flags: d.Job.Flags, Steps: d.Job.Steps, Timeout: d.Job.Timeout,
		Memory: d.Job.Memory, Processors: 1, Version: c.version, Evidence: evidence,
	}, nil)
}
