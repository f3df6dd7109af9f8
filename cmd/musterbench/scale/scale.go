// Package scale measures what stamping procedures and asking a query cost as the
// tree of instances grows.
package scale

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/programs"
	"github.com/muster-smt/muster/cmd/musterbench/session"
	"github.com/muster-smt/muster/sat/limit"
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

// Synthetic is the argument that stands for a program that this package makes.
const Synthetic = "synthetic"

// Options says what is measured.
type Options struct {
	Sets      string        // directory of the sets
	Bound     int           // recursion bound; 0 is the default
	Sizes     []int         // numbers of instances at which to measure
	Batch     int           // call sites to open between two queries
	Repeat    int           // how often to ask the same query again
	Conflicts int64         // maximum number in a query
	Limit     time.Duration // for each program
	CSV       string        // file for the table
}

// row is what was measured at one size.
type row struct {
	file      string
	instances int
	open      int
	terms     int
	stamp     time.Duration // CPU time of stamping since the previous row
	stamped   int           // instances in that time
	asserts   int           // assertions in that time
	under     query
	over      query
	relevant  int64 // atoms, after the over-approximate query
	atoms     int64
}

// query is a query at one size, asked for the first time and again.
type query struct {
	answer       string
	first, again time.Duration
	conflicts    int64 // of all times together
}

// Run grows the tree of each program and prints what was measured.
func Run(ctx context.Context, out io.Writer, o *Options, args []string) error {
	var progs []programs.Program
	for _, a := range args {
		if a == Synthetic {
			progs = append(progs, programs.Program{Path: Synthetic})
			continue
		}
		ps, err := programs.Find(o.Sets, false, []string{a})
		if err != nil {
			return err
		}
		progs = append(progs, ps...)
	}
	var rows []row
	for _, p := range progs {
		if ctx.Err() != nil {
			break
		}
		rs, why, err := o.grow(ctx, p.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		writeRows(out, filepath.Base(p.Path), rs, why)
		rows = append(rows, rs...)
	}
	return measure.WriteTable(o.CSV, table(rows))
}

// grow measures one program; why says what stopped it before the last size.
func (o *Options) grow(ctx context.Context, path string) (rows []row, why string, err error) {
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	sys, mk, err := o.system(ctx, path)
	if err != nil {
		return nil, "", err
	}
	bound := verifier.Options{Bound: o.Bound}
	var s *session.Recorder
	run, err := inline.NewRun(ctx, sys, bound, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			s = session.New(native.New(st, solver.Options{}), st, session.Options{}, cancel)
			return s, nil
		},
		NewMaker: func(*term.Store) term.Maker { return mk },
	})
	if err != nil {
		return nil, "", err
	}
	g := &grower{Options: o, run: run, session: s, file: filepath.Base(path)}
	for _, n := range o.Sizes {
		if why := g.to(ctx, n); why != "" {
			return g.rows, why, nil
		}
		g.measure()
	}
	return g.rows, "", nil
}

// system returns the VCs of a program.
func (o *Options) system(ctx context.Context, path string) (*vc.System, term.Maker, error) {
	src := []byte(syntheticProgram())
	if path != Synthetic {
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
	prep, err := passes.Run(ctx, p, passes.Options{Rewriter: rw})
	if err != nil {
		return nil, nil, err
	}
	sys, _, err := vcgen.Generate(prep.Program, vcgen.Options{Interfaces: prep.Interfaces, Maker: rw})
	return sys, rw, err
}

// grower grows one tree and measures it.
type grower struct {
	*Options
	run     *inline.Run
	session *session.Recorder
	file    string
	rows    []row
	stamp   time.Duration
	stamped int
	asserts int
}

// to grows the tree to at least n instances; why says what prevents it.
func (g *grower) to(ctx context.Context, n int) (why string) {
	t := g.run.Tree
	for t.NumInstances() < n {
		if ctx.Err() != nil {
			return fmt.Sprintf("limit at %d instances", t.NumInstances())
		}
		var sites []inline.SiteID
		for _, s := range t.OpenSites() {
			if len(sites) < g.Batch && t.Allowed(s, g.run.Bound) {
				sites = append(sites, s)
			}
		}
		if len(sites) == 0 {
			return fmt.Sprintf("everything within the bound is inlined at %d instances", t.NumInstances())
		}
		instances, asserts, start := t.NumInstances(), g.session.Asserts(), limit.CPU()
		g.run.Open(sites)
		g.stamp += limit.CPU() - start
		g.stamped += t.NumInstances() - instances
		g.asserts += g.session.Asserts() - asserts
		g.run.CheckWithin(t.OpenSites(), g.Conflicts)
	}
	return ""
}

// measure asks both queries at the present size.
func (g *grower) measure() {
	t := g.run.Tree
	r := row{file: g.file, instances: t.NumInstances(), open: t.NumOpen(), terms: int(g.session.Counter("terms")),
		stamp: g.stamp, stamped: g.stamped, asserts: g.asserts}
	g.stamp, g.stamped, g.asserts = 0, 0, 0
	r.under = g.query(t.OpenSites())
	r.over = g.query(g.run.Blocked(g.run.Bound))
	r.relevant, r.atoms = g.session.Counter("relevant-atoms"), g.session.Counter("atoms")
	g.rows = append(g.rows, r)
}

func (g *grower) query(blocked []inline.SiteID) query {
	conflicts := g.session.Counter("conflicts")
	ask := func() (string, time.Duration) {
		start := limit.CPU()
		out := g.run.CheckWithin(blocked, g.Conflicts)
		d := limit.CPU() - start
		if out.Candidate {
			return "candidate", d
		}
		return out.Status.String(), d
	}
	var q query
	q.answer, q.first = ask()
	var again []time.Duration
	for range g.Repeat {
		_, d := ask()
		again = append(again, d)
	}
	if slices.Sort(again); len(again) > 0 {
		q.again = again[len(again)/2]
	}
	q.conflicts = g.session.Counter("conflicts") - conflicts
	return q
}

// perStamp returns the microseconds of stamping divided by n; 0 if n is 0.
func (r *row) perStamp(n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(r.stamp.Microseconds()) / float64(n)
}

// writeRows prints the rows of one program.
func writeRows(out io.Writer, name string, rows []row, why string) {
	fmt.Fprintf(out, "%s\n%9s %6s %9s %9s %9s  %-9s %9s %9s  %-9s %9s %9s %9s\n", name, "instances", "open",
		"us/inst", "asserts/i", "us/assert", "under", "first ms", "again ms", "over", "first ms", "again ms", "relevant")
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }
	for _, r := range rows {
		fmt.Fprintf(out, "%9d %6d %9.1f %9.1f %9.2f  %-9s %9.2f %9.2f  %-9s %9.2f %9.2f %8.1f%%\n", r.instances, r.open,
			r.perStamp(r.stamped), float64(r.asserts)/float64(max(1, r.stamped)), r.perStamp(r.asserts),
			r.under.answer, ms(r.under.first), ms(r.under.again),
			r.over.answer, ms(r.over.first), ms(r.over.again), 100*float64(r.relevant)/float64(max(1, r.atoms)))
	}
	if why != "" {
		fmt.Fprintln(out, " ", why)
	}
}

// table returns the table of all rows.
func table(rows []row) [][]string {
	all := [][]string{{"file", "instances", "open", "terms", "stamped", "asserts", "stamp_us",
		"under", "under_first_us", "under_again_us", "under_conflicts",
		"over", "over_first_us", "over_again_us", "over_conflicts", "relevant_atoms", "atoms"}}
	for _, r := range rows {
		cells := []string{r.file}
		num := func(ns ...int64) {
			for _, n := range ns {
				cells = append(cells, strconv.FormatInt(n, 10))
			}
		}
		num(int64(r.instances), int64(r.open), int64(r.terms), int64(r.stamped), int64(r.asserts), r.stamp.Microseconds())
		for _, q := range []query{r.under, r.over} {
			cells = append(cells, q.answer)
			num(q.first.Microseconds(), q.again.Microseconds(), q.conflicts)
		}
		num(r.relevant, r.atoms)
		all = append(all, cells)
	}
	return all
}
