package main

import (
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/cluster"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/driver"
)

func clusterCommand(all *shared) *cli.Command {
	o := cluster.Options{Network: limit.Network{Latency: time.Millisecond, Resend: 200 * time.Millisecond}}
	c := &cli.Command{
		Use:   "cluster SET|FILE...",
		Short: "Measure what a search gains from many workers, in a simulation",
		Long: `Cluster verifies Boogie programs, and solves Horn clauses, on virtual clusters. The
work is real; the workers take turns on one processor, each with a clock that its
CPU time feeds. Engines are spread over the workers, and where workers are left,
searches are divided. Speed-ups are against the first number of workers, and the path
is the longest chain of work that had to be done one after the other.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Sets, o.Bound = all.sets, all.bound
			return cluster.Run(c.Context(), c.OutOrStdout(), &o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Engine, "engine", driver.Auto, "as muster verify and muster horn have them")
	f.StringVar(&o.Halves, "halves", "", "engine that goes on with parts of a search that is divided (default: the one "+
		"whose search it is)")
	f.IntSliceVar(&o.Workers, "workers", []int{1, 2, 8, 32, 128}, "numbers of workers")
	f.DurationVar(&o.Network.Latency, "latency", o.Network.Latency, "of a message")
	f.Float64Var(&o.Network.Loss, "loss", 0, "share of messages that are lost")
	f.DurationVar(&o.Network.Resend, "resend", o.Network.Resend, "until what was lost is sent again")
	f.Int64Var(&o.Effort, "effort", 0, "what a search spends before it is divided, in polls and propagations; 0 is the "+
		"default")
	f.DurationVar(&o.Unbounded, "unbounded", 0, "look for a proof for all bounds for this time, once there is one up to "+
		"the bound; 0: do not")
	f.DurationVar(&o.CPU, "cpu", 5*time.Minute, "limit for each program and number of workers, of all workers together")
	f.Uint64Var(&o.Seed, "seed", 0, "of what is lost")
	f.StringVar(&o.CSV, "csv", "", "file for the table")
	return c
}
