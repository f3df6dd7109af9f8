// Command faults measures how well the tests detect faults (mutation testing; see package
// fault). It plants random faults in the solver's packages, one at a time, and runs tests
// until one fails, those that detect most for their time first: the short tests of the
// package, the same with the build tag invariants, and the fuzzer for 20 seconds; together
// less than a minute for each fault. What survives these is for the long tests: all of the
// package and of its users, the most important ones again with the tag, and the fuzzer for
// as long as --fuzz says. With --quick they are left out; --only asks them later about the
// survivors that matter. It does not change the sources, but builds with an overlay (go
// build -overlay). Run it under ulimit -v: a fault may ask for all memory.
//
// It appends a line for each fault to the table --csv, and skips faults that are in it.
package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/fuzz/fault"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

// solver lists the packages on which the answers depend.
var solver = []string{"./sat", "./sat/proof", "./lia/...", "./arrays", "./theory/..."}

// options of the command.
type options struct {
	seed  uint64
	count int
	since string
	only  []int
	rules bool
	quick bool
	fuzz  time.Duration
	// family restricts the fuzzer's scripts; see cmd/fuzz.
	family string
	csv    string
	out    io.Writer
}

func command() *cli.Command {
	var o options
	c := &cli.Command{
		Use:   "faults [PACKAGE | FILE.go]...",
		Short: "Plant faults, one at a time, and check that the tests detect them",
		Long: `Faults plants random faults in packages or files (default: all of the solver), one at a
time, and runs the tests, then the fuzzer, until something fails. Run it in the root
of the module. Faults that do not compile are not counted.

With --rules the faults are those of a table: each breaks one rule of C in the front end
or the lowering, and the tests of these and of C programs run, which take no fuzzing.`,
		Run: func(cmd *cli.Command, args []string) error {
			if len(args) == 0 {
				args = solver
			}
			o.out = cmd.OutOrStdout()
			return run(cmd.Context(), o, args)
		},
	}
	f := c.Flags()
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random faults")
	f.IntVar(&o.count, "count", 100, "number of faults")
	f.StringVar(&o.since, "since", "", "only faults in lines that were added or changed since this commit")
	f.IntSliceVar(&o.only, "only", nil, "only the faults with these numbers, even those in --csv")
	f.BoolVar(&o.rules, "rules", false, "break rules of C, one at a time, in place of random faults, and run the tests "+
		"of C programs")
	f.BoolVar(&o.quick, "quick", false, "leave out the tests of other packages, and what takes long")
	f.DurationVar(&o.fuzz, "fuzz", 2*time.Minute, "how long to fuzz a fault that the tests do not detect")
	f.StringVar(&o.family, "family", "", "fuzz only with scripts of families with this in their names")
	f.StringVar(&o.csv, "csv", "faults.csv", "table of results, which is read first and appended to")
	return c
}

// A verdict says whether a fault was detected.
type verdict struct {
	number int
	fault  fault.Fault
	by     string // what detected it; "" if nothing did, invalid if it does not compile
	took   time.Duration
}

const invalid = "does not compile"

func (v verdict) row() []string {
	f := v.fault
	return []string{strconv.Itoa(v.number), string(f.Kind), fmt.Sprintf("%s:%d", f.At.Filename, f.At.Line), f.Func, f.Old,
		f.New,
		v.by, strconv.Itoa(int(v.took.Seconds()))}
}

// run plants the faults. It returns an error if the context ends first.
func run(ctx context.Context, o options, chosen []string) error {
	all, err := listPackages(ctx)
	if err != nil {
		return err
	}
	drawn, err := choose(ctx, o, chosen)
	if err != nil {
		return err
	}
	done, err := readTable(o.csv)
	if err != nil {
		return err
	}
	table, err := os.OpenFile(o.csv, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer table.Close()
	dir, err := os.MkdirTemp("", "faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p := planter{dir: dir, packages: all, quick: o.quick, fuzz: o.fuzz, family: o.family,
		sound: map[string]time.Duration{}}
	caught, counted := 0, 0
	for n := 0; n < len(drawn) && counted < o.count; n++ {
		by, known := done[n]
		if len(o.only) > 0 {
			if !slices.Contains(o.only, n) {
				continue
			}
		} else if known {
			counted, caught = tally(counted, caught, by)
			continue
		}
		v := verdict{number: n, fault: drawn[n]}
		begin := time.Now()
		if v.by, err = p.plant(ctx, drawn[n]); err != nil {
			return err
		}
		v.took = time.Since(begin)
		w := csv.NewWriter(table)
		if err := w.Write(v.row()); err != nil {
			return err
		}
		w.Flush()
		counted, caught = tally(counted, caught, v.by)
		if v.by != invalid {
			fmt.Fprintf(o.out, "%d: %v: %s (%v); %d of %d\n", n, v.fault, orSurvives(v.by), v.took.Round(time.Second), caught,
				counted)
		}
	}
	fmt.Fprintf(o.out, "%d of %d faults were detected\n", caught, counted)
	return nil
}

// choose returns the faults in the order in which they are planted.
func choose(ctx context.Context, o options, chosen []string) ([]fault.Fault, error) {
	if o.rules {
		return broken()
	}
	faults, err := find(ctx, chosen)
	if err != nil {
		return nil, err
	}
	if o.since != "" {
		changed, err := changedLines(ctx, o.since)
		if err != nil {
			return nil, err
		}
		faults = slices.DeleteFunc(faults, func(f fault.Fault) bool { return !changed[line{f.At.Filename, f.At.Line}] })
	}
	return fault.Draw(faults, rand.New(rand.NewPCG(o.seed, 0))), nil
}

func tally(counted, caught int, by string) (int, int) {
	switch by {
	case invalid:
		return counted, caught
	case "":
		return counted + 1, caught
	}
	return counted + 1, caught + 1
}

func orSurvives(by string) string {
	if by == "" {
		return "SURVIVES"
	}
	return by
}

// readTable returns what detected the faults of a table, by number; later lines override
// earlier ones.
func readTable(name string) (map[int]string, error) {
	f, err := os.Open(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	done := map[int]string{}
	for _, r := range rows {
		n, err := strconv.Atoi(r[0])
		if err != nil || len(r) != 8 {
			return nil, fmt.Errorf("%s: not a table of faults: %q", name, r)
		}
		done[n] = r[6]
	}
	return done, nil
}
