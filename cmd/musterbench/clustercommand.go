package main

import (
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/cluster"
)

func clusterCommand(all *shared) *cli.Command {
	o := cluster.Options{Network: cluster.Network{Latency: time.Millisecond, Resend: 200 * time.Millisecond}}
	c := &cli.Command{
		Use:   "cluster SET|FILE...",
		Short: "Measure what a search gains from many workers, in a simulation",
		Long: `Cluster searches Boogie programs on virtual clusters. The work is real; the workers
take turns on one processor, each with a clock that its CPU time feeds. Speed-ups
are against the first number of workers, and the path is the longest chain of work
that had to be done one after the other.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Sets, o.Bound = all.sets, all.bound
			return cluster.Run(c.Context(), c.OutOrStdout(), &o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Engine, "engine", "legion", "legion or corral")
	f.IntSliceVar(&o.Workers, "workers", []int{1, 2, 8, 32, 128}, "numbers of workers")
	f.DurationVar(&o.Latency, "latency", o.Latency, "of a message")
	f.Float64Var(&o.Loss, "loss", 0, "share of messages that are lost")
	f.DurationVar(&o.Resend, "resend", o.Resend, "until what was lost is sent again")
	f.Int64Var(&o.Effort, "effort", 0, "what a search spends before it is divided, in polls and propagations; 0 is the "+
		"default")
	f.DurationVar(&o.CPU, "cpu", 5*time.Minute, "limit for each program and number of workers, of all workers together")
	f.Uint64Var(&o.Seed, "seed", 0, "of what is lost")
	f.StringVar(&o.CSV, "csv", "", "file for the table")
	return c
}
