package cluster

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/programs"
	"github.com/muster-smt/muster/sat/limit"
)

// Options says what is measured.
type Options struct {
	Sets    string // directory of the sets
	Bound   int    // recursion bound; 0 is the default
	Engine  string // that of driver.Options, or of horn.Options
	Halves  string // that of driver.Limits
	Workers []int
	Network limit.Network
	Effort  int64 // driver.Limits.DivideAfter
	// Unbounded is driver.Limits.Unbounded; 0: there is no search for a proof for all bounds.
	Unbounded time.Duration
	CPU       time.Duration // for each program and number of workers
	Seed      uint64        // of what is lost
	CSV       string        // file for the table; empty: none
}

// Run measures programs on clusters, prints a line for each, and a summary.
func Run(ctx context.Context, out io.Writer, o *Options, args []string) (err error) {
	progs, err := programs.Find(o.Sets, false, args)
	if err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that the time of the process is that of the part whose turn it is
	t := &table{out: out, sums: map[int]*sum{}}
	if o.CSV != "" {
		f, ferr := os.Create(o.CSV)
		if ferr != nil {
			return ferr
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		t.csv = csv.NewWriter(f)
	}
	if err := t.header(); err != nil {
		return err
	}
	for _, x := range progs {
		one := outcome{}
		for _, n := range o.Workers {
			got, err := on(ctx, o, x.Path, n)
			if err != nil {
				return fmt.Errorf("%s: %w", x.Path, err)
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if n == o.Workers[0] {
				one = got
			}
			if err := t.row(filepath.Base(x.Path), n, one, got); err != nil {
				return err
			}
			runtime.GC() // what others leave is not this one's
		}
	}
	t.summary(o.Workers)
	return nil
}

// table prints what was measured.
type table struct {
	out  io.Writer
	csv  *csv.Writer
	sums map[int]*sum
}

// sum is of the programs that were decided by the first number of workers and by this one.
type sum struct {
	n       int
	log     float64 // of the speed-ups
	logWork float64 // of the CPU times, by that of the first
}

func (t *table) header() error {
	fmt.Fprintf(t.out, "%-60s %7s %-18s %-8s %9s %8s %9s %9s %6s %9s\n", "program", "workers", "verdict", "engine",
		"seconds",
		"speed-up", "path", "CPU", "parts", "messages")
	if t.csv == nil {
		return nil
	}
	return t.csv.Write([]string{"file", "workers", "verdict", "engine", "seconds", "speedup", "path_seconds",
		"cpu_seconds", "parts", "messages"})
}

func (t *table) row(file string, workers int, one, got outcome) error {
	up := one.elapsed.Seconds() / got.elapsed.Seconds()
	if one.decided && got.decided {
		s := t.sums[workers]
		if s == nil {
			s = &sum{}
			t.sums[workers] = s
		}
		s.n++
		s.log += math.Log(up)
		s.logWork += math.Log(got.cpu.Seconds() / one.cpu.Seconds())
	}
	fmt.Fprintf(t.out, "%-60s %7d %-18s %-8s %9.2f %8.2f %9.2f %9.2f %6d %9d\n", file[max(0, len(file)-60):], workers,
		got.verdict, got.engine, got.elapsed.Seconds(), up, got.path.Seconds(), got.cpu.Seconds(), got.parts, got.messages)
	if t.csv == nil {
		return nil
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	if err := t.csv.Write([]string{file, strconv.Itoa(workers), got.verdict, got.engine, number(got.elapsed.Seconds()),
		number(up), number(got.path.Seconds()), number(got.cpu.Seconds()), strconv.Itoa(got.parts),
		strconv.Itoa(got.messages)}); err != nil {
		return err
	}
	t.csv.Flush()
	return t.csv.Error()
}

func (t *table) summary(workers []int) {
	for _, n := range workers {
		if s := t.sums[n]; s != nil {
			fmt.Fprintf(t.out, "%d workers: %d programs, speed-up %.2f, CPU %.2f (geometric means)\n", n, s.n,
				math.Exp(s.log/float64(s.n)), math.Exp(s.logWork/float64(s.n)))
		}
	}
}
