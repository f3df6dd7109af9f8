// Command clients runs the programs that drive an SMT or SAT solver, as far as they are
// installed, on a corpus of small inputs: once with the solver that they expect, and once
// with Muster in its place, without a wrapper. It compares what the client says in the end.
//
// A client is a row of the table in table.go. Its inputs are the files in testdata with
// its name; the first line of each says what the client has to answer:
//
//	// expect: 2 verified, 1 error
//
// A second line "needs: datatypes" names a theory that Muster lacks: such a program is
// run and shown, but its difference is no failure.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = run(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

// options of the command.
type options struct {
	muster, reference string
	corpus, bench     string
	keep              string
	limit             time.Duration
	only              []string
	out               io.Writer
}

const usage = `usage: clients [flags] [CLIENT | CLIENT/PROGRAM]...

Clients runs each installed program that drives a solver on its corpus, with z3 (or
another solver that it expects) and with muster, and compares the verdicts of the
program. Run it in the root of the module. The exit code is 1 if a verdict differs.

`

// parse reads the command line.
func parse(args []string) (options, error) {
	o := options{out: os.Stdout}
	f := flag.NewFlagSet("clients", flag.ContinueOnError)
	f.Usage = func() {
		fmt.Fprint(f.Output(), usage)
		f.PrintDefaults()
	}
	f.StringVar(&o.muster, "muster", "", "the binary of muster (default: built from the sources)")
	f.StringVar(&o.reference, "reference", "", "the solver to compare with, for clients of z3 (default: z3 on PATH)")
	f.StringVar(&o.corpus, "corpus", "cmd/clients/testdata", "directory with a directory of programs for each client")
	f.StringVar(&o.bench, "bench", os.Getenv("MUSTER_BENCH"),
		"directory of the sets of the bench, for the clients that run on them")
	f.StringVar(&o.keep, "keep", "", "work in this directory and leave it, with what each client printed")
	f.DurationVar(&o.limit, "limit", time.Minute, "time for a client with one program")
	err := f.Parse(args)
	o.only = f.Args()
	return o, err
}

var errDiffers = errors.New("verdicts differ")

// run compares on all programs and prints the table.
func run(ctx context.Context, o options) error {
	dir := o.keep
	if dir == "" {
		temp, err := os.MkdirTemp("", "clients")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		dir = temp
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if o.muster == "" {
		o.muster = filepath.Join(dir, "bin", "muster") // the worlds are beside it
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", o.muster, "./cmd/muster").CombinedOutput(); err != nil {
			return fmt.Errorf("building muster: %w\n%s", err, out)
		}
	}
	if o.muster, err = filepath.Abs(o.muster); err != nil {
		return err
	}
	worlds, err := makeWorlds(dir, o)
	if err != nil {
		return err
	}
	t := newReport(o.out)
	for i := range clients {
		c := &clients[i]
		programs, err := c.programs(o)
		if err != nil {
			return err
		}
		if programs = chosen(programs, o.only); len(programs) == 0 {
			continue
		}
		if missing := c.missing(ctx); missing != "" {
			t.skip(c, missing)
			continue
		}
		for _, p := range programs {
			var pair [2]answer
			for i, w := range worlds {
				pair[i] = w.answer(ctx, o.limit, p)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			t.row(p, pair[0], pair[1])
		}
		t.total(c)
	}
	if t.finish() {
		return errDiffers
	}
	return nil
}
