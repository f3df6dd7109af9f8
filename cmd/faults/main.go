// Command faults measures how much the tests notice: it draws faults of the solver
// packages at random (package fault), plants one at a time, and runs the tests of the
// package, then those of the packages that use it, the most important of them with the tag
// invariants, too, then the fuzzer, until something fails. The sources stay as they are: the changed file is laid over them (go build -overlay).
//
// It writes a line for each fault to -csv, and leaves out those that are there already.
package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

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

// solver are the packages that decide what is answered.
var solver = []string{"./sat", "./sat/proof", "./lia/...", "./arrays", "./theory/..."}

// options of the command.
type options struct {
	seed  uint64
	count int
	only  []int
	fuzz  time.Duration
	csv   string
	out   io.Writer
}

func command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "faults [flags] [PACKAGE...]",
		Short: "Plant faults, one at a time, and see whether the tests notice",
		Long: `Faults draws faults of the packages (default: those of the solver) at random, plants
them one at a time, and runs the tests and then the fuzzer until something fails. To be
run in the root of the module. Faults that do not compile are not counted.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = solver
			}
			o.out = cmd.OutOrStdout()
			return run(cmd.Context(), o, args)
		},
	}
	f := c.Flags()
	f.Uint64Var(&o.seed, "seed", 1, "of the draw")
	f.IntVar(&o.count, "count", 100, "how many faults")
	f.IntSliceVar(&o.only, "only", nil, "only the faults with these numbers, also those that -csv has")
	f.DurationVar(&o.fuzz, "fuzz", 2*time.Minute, "of fuzzing for a fault that the tests do not notice")
	f.StringVar(&o.csv, "csv", "faults.csv", "the table, which is read first and appended to")
	return c
}

// A verdict is what became of a fault.
type verdict struct {
	number int
	fault  fault.Fault
	by     string // what noticed it; "" if nothing did, invalid if it does not compile
	took   time.Duration
}

const invalid = "does not compile"

func (v verdict) row() []string {
	f := v.fault
	return []string{strconv.Itoa(v.number), string(f.Kind), fmt.Sprintf("%s:%d", f.At.Filename, f.At.Line), f.Func, f.Old, f.New,
		v.by, strconv.Itoa(int(v.took.Seconds()))}
}

// run plants the faults. It ends in an error if the context does first.
func run(ctx context.Context, o options, patterns []string) error {
	all, err := listPackages(ctx)
	if err != nil {
		return err
	}
	drawn, err := draw(ctx, patterns, o.seed)
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
	p := planter{dir: dir, packages: all, fuzz: o.fuzz}
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
			fmt.Fprintf(o.out, "%d: %v: %s (%v); %d of %d\n", n, v.fault, orSurvives(v.by), v.took.Round(time.Second), caught, counted)
		}
	}
	fmt.Fprintf(o.out, "%d of %d faults are noticed\n", caught, counted)
	return nil
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

// readTable returns what noticed the faults of a table, by number; a later line counts more.
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
