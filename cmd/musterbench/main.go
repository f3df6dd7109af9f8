package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/static"
	"github.com/muster-smt/muster/cmd/musterbench/verify"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/driver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "musterbench:", err)
		if errors.Is(err, reason.Internal) {
			os.Exit(measure.ExitInternal)
		}
		os.Exit(1)
	}
}

// shared are the flags of all commands.
type shared struct {
	sets  string
	bound int
}

func command() *cli.Command {
	var (
		all shared
		o   verify.Options
	)
	root := &cli.Command{
		Use:   "musterbench SET|FILE...",
		Short: "Measure the verifier on programs with reference verdicts",
		Long: `Musterbench verifies every program of the sets, or every file named, each in a
process of its own, and writes a table in CSV. Verdicts that contradict the
reference come first, with the evidence in the column "disputed". The summary goes
to the standard output if --csv names a file, else to the standard error.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Sets, o.Bound = all.sets, all.bound
			return verify.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o, args)
		},
	}
	p := root.PersistentFlags()
	p.StringVar(&all.sets, "bench", os.Getenv("MUSTER_BENCH"), "directory of the sets and their tables (MUSTER_BENCH)")
	p.IntVar(&all.bound, "bound", 0, "recursion bound; 0 is the default")
	f := root.Flags()
	singleFlags(root, &o.Single)
	f.StringVar(&o.CSV, "csv", "", "file for the table (default: standard output)")
	f.StringVar(&o.Peer, "peer", "",
		`another verifier to compare with: "boogie" is Boogie's stratified inlining, from PATH`)
	f.StringVar(&o.Profiles, "profile", "", "directory for a CPU and a memory profile of each run (pprof)")
	f.BoolVar(&o.Daily, "daily", false, "only the programs marked daily")
	pinFlag(root, &o.Pin)

	root.AddCommand(oneCommand(&all), corpusCommand(&all), labCommand(), proverlogCommand(&all), scaleCommand(&all),
		smtCommand(&all), hornCommand(&all), satCommand(&all), cnfgenCommand(), growthCommand(&all), refineCommand(&all),
		studyCommand(), answersCommand(), suitesCommand(), clusterCommand(&all))
	return root
}

// oneCommand is what verify runs in a process of its own.
func oneCommand(all *shared) *cli.Command {
	var (
		o       verify.Single
		profile measure.Profile
	)
	c := &cli.Command{
		Use: verify.OneCommand + " FILE", Hidden: true, Args: cli.ExactArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Bound = all.bound
			return profile.Around(func() error { return verify.One(c.Context(), c.OutOrStdout(), &o, args[0]) })
		},
	}
	singleFlags(c, &o)
	profileFlags(c, &profile)
	return c
}

// singleFlags are the flags of a single run of the verifier.
func singleFlags(c *cli.Command, o *verify.Single) {
	f := c.Flags()
	f.StringVar(&o.Engine, "engine", verify.BothEngines, fmt.Sprintf(
		"%s, %s: all of them together, %s: the bounded ones, one after the other, or %s: inlining all calls within the "+
			"bound at first",
		strings.Join(driver.SearchEngines(), ", "), driver.Auto, verify.BothEngines, static.Name))
	f.DurationVar(&o.Limit, "limit", time.Minute, "time limit for each program and engine")
	f.DurationVar(&o.CPU, "cpu", 0, "limit of CPU time for each, too; 0 is none")
	f.DurationVar(&o.Unbounded, "unbounded", 0, "look for a proof for all bounds for this time, once there is one up "+
		"to the bound")
	f.StringVar(&o.Demand, "demand", "", "when facts about the callees at open call sites are sought: late (the "+
		"default), at-once or never")
	f.Var(&o.Abstract, "abstract", "track only globals that refute counterexamples: on, off, or auto: where there are "+
		"many")
	f.StringVar(&o.SolverCmd, "solver-cmd", "", `another solver, at the end of a pipe, such as "z3 -in"`)
	f.StringVar(&o.Dump, "dump-queries", "", "directory for the final query of each run, in SMT-LIB")
	f.BoolVar(&o.Check, "check", false, "refute safe programs again with a fresh solver")
	f.BoolVar(&o.Certify, "certify", false, "check the certificate of every theory lemma and conflict; a certificate "+
		"that is not accepted is an error")
	f.BoolVar(&o.FirstQuery, "first-query", false, "stop at the first query, and measure what leads there")
}

// pinFlag is the flag for the processor to run on.
func pinFlag(c *cli.Command, pin *int) {
	c.Flags().IntVar(pin, "pin", measure.NoPin, "run on this processor only (taskset, GOMAXPROCS=1); -1 is any")
}

// profileFlags are the flags for profiles of this process.
func profileFlags(c *cli.Command, p *measure.Profile) {
	f := c.Flags()
	f.StringVar(&p.CPU, "cpuprofile", "", "file for a CPU profile (pprof)")
	f.StringVar(&p.Memory, "memprofile", "", "file for a profile of allocated and of live memory (pprof)")
}
