package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// scaleOptions are the flags of the command scale.
type scaleOptions struct {
	sizes     []int
	batch     int
	repeat    int
	conflicts int64
	limit     time.Duration
	csv       string
	profile   profileFlags
}

// synthetic is the argument that stands for a program made here.
const synthetic = "synthetic"

func scaleCommand(o *options) *cobra.Command {
	var c scaleOptions
	cmd := &cobra.Command{
		Use:   "scale [flags] synthetic|sdv|svcomp|FILE...",
		Short: "Measure what stamping and a query cost as the tree grows",
		Long: `Scale grows the tree of each program breadth first, within the recursion bound,
in batches with a query after each as the engines do it, to the given numbers of
instances. It measures the CPU time of stamping by instance and by assertion,
since the size before, and at each size the fixed cost of a query: the median of
asking the same once more. The under-approximate query blocks all open call
sites, the over-approximate one those past the recursion bound. "synthetic" is a
program all of whose instances have the same size.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.profile.around(func() error { return c.run(cmd.Context(), cmd.OutOrStdout(), *o, args) })
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&c.sizes, "sizes", []int{500, 1000, 2000, 4000}, "numbers of instances at which to measure")
	f.IntVar(&c.batch, "batch", 25, "call sites to open between two queries")
	f.IntVar(&c.repeat, "repeat", 5, "how often to ask the same again")
	f.Int64Var(&c.conflicts, "conflicts", 1000, "at most so many conflicts in a query, which is unknown then")
	f.DurationVar(&c.limit, "limit", time.Minute, "time limit for each program")
	f.StringVar(&c.csv, "csv", "", "file for the table as CSV")
	c.profile.add(cmd)
	return cmd
}

// scaleRow is what was measured at one size.
type scaleRow struct {
	file      string
	instances int
	open      int
	terms     int
	stamp     time.Duration // of the instances since the row before
	stamped   int           // so many
	asserts   int           // in so many assertions
	under     scaleQuery
	over      scaleQuery
	relevant  int64 // atoms, after the over-approximate query
	atoms     int64
}

// scaleQuery is a query at one size.
type scaleQuery struct {
	answer       string
	first, again time.Duration
	conflicts    int64 // of the first and of all that ask again, together
}

func (c *scaleOptions) run(ctx context.Context, out io.Writer, o options, args []string) error {
	var progs []program
	for _, a := range args {
		if a == synthetic {
			progs = append(progs, program{path: synthetic})
			continue
		}
		ps, err := programs(o, []string{a})
		if err != nil {
			return err
		}
		progs = append(progs, ps...)
	}
	var rows []scaleRow
	for _, p := range progs {
		if ctx.Err() != nil {
			break
		}
		rs, why, err := c.grow(ctx, o, p.path)
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		writeScale(out, filepath.Base(p.path), rs, why)
		rows = append(rows, rs...)
	}
	if c.csv == "" {
		return nil
	}
	f, err := os.Create(c.csv)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(f).WriteAll(scaleTable(rows)), f.Close())
}

// grow measures one program; why says what ended it before the last size.
func (c *scaleOptions) grow(ctx context.Context, o options, path string) (rows []scaleRow, why string, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	sys, mk, err := c.system(ctx, o, path)
	if err != nil {
		return nil, "", err
	}
	bound := verifier.Options{Bound: o.bound}
	var s *session
	run, err := inline.NewRun(ctx, sys, bound, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			s = newSession(native.New(st, solver.Options{}), st, sessionLimits{}, cancel)
			return s, nil
		},
		NewMaker: func(*term.Store) term.Maker { return mk },
	})
	if err != nil {
		return nil, "", err
	}
	g := &grower{scaleOptions: c, run: run, session: s, file: filepath.Base(path)}
	for _, n := range c.sizes {
		if why := g.to(ctx, n); why != "" {
			return g.rows, why, nil
		}
		g.measure()
	}
	return g.rows, "", nil
}

// system makes the VCs of a program.
func (c *scaleOptions) system(ctx context.Context, o options, path string) (*vc.System, term.Maker, error) {
	src := []byte(syntheticProgram())
	if path != synthetic {
		var err error
		if src, err = os.ReadFile(path); err != nil {
			return nil, nil, err
		}
	}
	st := term.NewStore()
	rw := rewrite.New(st)
	p, err := boogie.Load(path, src, st)
	if err != nil {
		return nil, nil, err
	}
	bound := verifier.Options{Bound: o.bound}
	prep, err := passes.Run(ctx, p, passes.Options{Bound: bound.RecursionBound(), Rewriter: rw})
	if err != nil {
		return nil, nil, err
	}
	sys, _, err := vcgen.Generate(prep.Program, vcgen.Options{Interfaces: prep.Interfaces, Maker: rw})
	return sys, rw, err
}

// grower grows one tree and measures it.
type grower struct {
	*scaleOptions
	run     *inline.Run
	session *session
	file    string
	rows    []scaleRow
	stamp   time.Duration
	stamped int
	asserts int
}

// to grows the tree to n instances at least; why says what is in the way.
func (g *grower) to(ctx context.Context, n int) (why string) {
	t := g.run.Tree
	for t.NumInstances() < n {
		if ctx.Err() != nil {
			return fmt.Sprintf("limit at %d instances", t.NumInstances())
		}
		var sites []inline.SiteID
		for _, s := range t.OpenSites() {
			if len(sites) < g.batch && t.Allowed(s, g.run.Bound) {
				sites = append(sites, s)
			}
		}
		if len(sites) == 0 {
			return fmt.Sprintf("all within the bound is inlined at %d instances", t.NumInstances())
		}
		instances, asserts, start := t.NumInstances(), g.session.asserts, selfCPU()
		g.run.Open(sites)
		g.stamp += selfCPU() - start
		g.stamped += t.NumInstances() - instances
		g.asserts += g.session.asserts - asserts
		g.run.CheckWithin(t.OpenSites(), g.conflicts)
	}
	return ""
}

// measure asks both queries at the size at hand.
func (g *grower) measure() {
	t := g.run.Tree
	r := scaleRow{file: g.file, instances: t.NumInstances(), open: t.NumOpen(), terms: int(g.session.counter("terms")),
		stamp: g.stamp, stamped: g.stamped, asserts: g.asserts}
	g.stamp, g.stamped, g.asserts = 0, 0, 0
	r.under = g.query(t.OpenSites())
	r.over = g.query(g.run.Blocked(g.run.Bound))
	r.relevant, r.atoms = g.session.counter("relevant-atoms"), g.session.counter("atoms")
	g.rows = append(g.rows, r)
}

func (g *grower) query(blocked []inline.SiteID) scaleQuery {
	conflicts := g.session.counter("conflicts")
	ask := func() (string, time.Duration) {
		start := selfCPU()
		out := g.run.CheckWithin(blocked, g.conflicts)
		d := selfCPU() - start
		if out.Candidate {
			return "candidate", d
		}
		return out.Status.String(), d
	}
	var q scaleQuery
	q.answer, q.first = ask()
	var again []time.Duration
	for range g.repeat {
		_, d := ask()
		again = append(again, d)
	}
	if slices.Sort(again); len(again) > 0 {
		q.again = again[len(again)/2]
	}
	q.conflicts = g.session.counter("conflicts") - conflicts
	return q
}

// perStamp divides the time of stamping; 0 if nothing was stamped.
func (r *scaleRow) perStamp(n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(r.stamp.Microseconds()) / float64(n)
}

// writeScale prints the rows of one program.
func writeScale(out io.Writer, name string, rows []scaleRow, why string) {
	_, _ = fmt.Fprintf(out, "%s\n%9s %6s %9s %9s %9s  %-9s %9s %9s  %-9s %9s %9s %9s\n", name, "instances", "open",
		"us/inst", "asserts/i", "us/assert", "under", "first ms", "again ms", "over", "first ms", "again ms", "relevant")
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }
	for _, r := range rows {
		_, _ = fmt.Fprintf(out, "%9d %6d %9.1f %9.1f %9.2f  %-9s %9.2f %9.2f  %-9s %9.2f %9.2f %8.1f%%\n", r.instances, r.open,
			r.perStamp(r.stamped), float64(r.asserts)/float64(max(1, r.stamped)), r.perStamp(r.asserts),
			r.under.answer, ms(r.under.first), ms(r.under.again),
			r.over.answer, ms(r.over.first), ms(r.over.again), 100*float64(r.relevant)/float64(max(1, r.atoms)))
	}
	if why != "" {
		_, _ = fmt.Fprintln(out, " ", why)
	}
}

func scaleTable(rows []scaleRow) [][]string {
	table := [][]string{{"file", "instances", "open", "terms", "stamped", "asserts", "stamp_us",
		"under", "under_first_us", "under_again_us", "under_conflicts",
		"over", "over_first_us", "over_again_us", "over_conflicts", "relevant_atoms", "atoms"}}
	for _, r := range rows {
		row := []string{r.file}
		num := func(ns ...int64) {
			for _, n := range ns {
				row = append(row, strconv.FormatInt(n, 10))
			}
		}
		num(int64(r.instances), int64(r.open), int64(r.terms), int64(r.stamped), int64(r.asserts), r.stamp.Microseconds())
		for _, q := range []scaleQuery{r.under, r.over} {
			row = append(row, q.answer)
			num(q.first.Microseconds(), q.again.Microseconds(), q.conflicts)
		}
		num(r.relevant, r.atoms)
		table = append(table, row)
	}
	return table
}
