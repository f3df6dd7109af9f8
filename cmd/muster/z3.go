package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
)

// The exit codes of muster z3 are Z3's.
const (
	z3ExitErrors  = 1 // a command was answered with an error
	z3ExitMemory  = 101
	z3ExitOpen    = 108
	z3ExitUsage   = 109
	z3ExitSetting = 110
)

const z3Usage = `Muster in place of Z3. Usage: z3 [options] [-file:]file

  -smt2          the input is an SMT-LIB script
  -dimacs        the input is a formula in DIMACS CNF
  -in            read the standard input
  -model         print the model after the last command
  -h, -?         this help
  -version       the version
  -p, -pm:module the options that are accepted without effect
  -v:level       accepted without effect, as is -nw
  -T:seconds     limit of the run
  -t:ms          limit of each check, in milliseconds
  -memory:MB     limit of memory
  -rs:seed       seed
  -st            statistics
  name=value     an option, such as smt.mbqi=false
  --             the rest is the name of the file
`

func z3Command(s streams) *cli.Command {
	return &cli.Command{
		Use:   "z3 [FILE]",
		Short: "Stand in for Z3: its flags, output and exit codes",
		Long: `Z3 takes a command line of Z3 and does what Z3 would do, with its words and its exit
codes. A link to muster that is named z3 does the same. Scripts in the logic HORN and in
the fixedpoint dialect are solved as Horn clauses.

` + z3Usage,
		Raw: true,
		Run: func(c *cli.Command, args []string) error {
			z := &z3Run{streams: s}
			err := z.parse(args)
			if err == nil {
				err = z.run(c.Context())
			}
			return err
		},
	}
}

// z3Run is a run of muster z3.
type z3Run struct {
	streams
	file   string // empty if none is named
	stdin  bool
	dimacs bool
	help   string // what to print instead
	solve  solveOptions
}

// usage reports a wrong command line in Z3's words.
func (z *z3Run) usage(format string, args ...any) error {
	fmt.Fprintf(z.err, "Error: "+format+"\nFor usage information: z3 -h\n", args...)
	return exitCode(z3ExitUsage)
}

// parse reads the command line.
func (z *z3Run) parse(args []string) error {
	z.solve.opt.Z3, z.solve.opt.QuietStop = true, true
	for i, word := range args {
		flag, ok := strings.CutPrefix(word, "-")
		name, value, set := strings.Cut(word, "=")
		var err error
		switch {
		case word == "--":
			z.input(strings.Join(args[i+1:], " "))
			return nil
		case ok:
			err = z.flag(flag)
		case set:
			err = z.set(name, value)
		default:
			z.input(word)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case z.help != "":
	case z.stdin && z.file != "":
		return z.usage("using standard input to read formula.")
	case z.stdin:
		z.file = "-"
	case z.file == "":
		return z.usage("input file was not specified.")
	case strings.HasSuffix(z.file, ".cnf") || strings.HasSuffix(z.file, ".dimacs"):
		z.dimacs = true
	}
	return nil
}

// input sets the file.
func (z *z3Run) input(file string) {
	if z.file != "" {
		fmt.Fprintln(z.err, "WARNING: input file was already specified.")
	}
	z.file = file
}

// flag reads a flag, which is without its dash; there may be a second one.
func (z *z3Run) flag(text string) error {
	name, value, given := strings.Cut(strings.TrimPrefix(text, "-"), ":")
	seconds, _ := strconv.Atoi(value) // 0, which is no limit, if it is no number
	switch name {
	case "h", "?", "help":
		z.help = z3Usage
	case "version":
		z.help = z3Banner()
	case "in":
		z.stdin = true
	case "dimacs":
		z.dimacs = true
	case "model":
		z.solve.opt.FinalModel = true
	case "st":
		z.solve.stats = true
	case "p", "pd", "pm":
		var b strings.Builder
		if !script.WriteForeign(&b, value) {
			fmt.Fprintf(z.err, "ERROR: unknown module '%s'\n", value)
			return exitCode(z3ExitSetting)
		}
		z.help = b.String()
	case "smt2", "nw":
	case "wcnf", "opb", "lp", "dl", "log":
		return z.usage("unsupported input format: -%s", name)
	case "file", "v", "T", "t", "memory", "rs":
		if !given {
			return z.usage("option argument (-%s:%s) is missing.", name, map[string]string{
				"file": "file", "v": "level", "T": "timeout", "t": "timeout", "memory": "val", "rs": "seed"}[name])
		}
		switch name {
		case "file":
			z.input(value)
		case "T":
			z.solve.timeout = time.Duration(max(seconds, 0)) * time.Second
		case "t":
			if value != "" {
				return z.set("timeout", value)
			}
		case "memory":
			if value != "" {
				return z.set("memory_max_size", value)
			}
		case "rs":
			return z.set("smt.random_seed", value)
		}
	default:
		name, _, _ = strings.Cut(text, ":")
		return z.usage("invalid command line option: -%s", name)
	}
	return nil
}

// set sets an option. Whether there is one of this name shows when the script begins.
func (z *z3Run) set(name, value string) error {
	name = strings.TrimPrefix(name, ":")
	if strings.EqualFold(name, "memory_max_size") {
		n, err := strconv.ParseUint(value, 10, 32)
		if err != nil {
			fmt.Fprintf(z.err, "ERROR: Expected values for parameter memory_max_size is an unsigned integer. "+
				"It was given argument '%s'\n", value)
			return exitCode(z3ExitSetting)
		}
		z.solve.memory = task.ByteSize(n << 20)
		return nil
	}
	z.solve.opt.Set = append(z.solve.opt.Set, script.Setting{Name: ":" + name, Value: value})
	return nil
}

// run runs the command.
func (z *z3Run) run(ctx context.Context) error {
	if z.help != "" {
		_, err := fmt.Fprint(z.out, z.help)
		return err
	}
	if z.dimacs {
		v := &satOptions{backend: "muster", workers: 1, format: "lrat", mode: satModes[sat.Alternating], quiet: true,
			stats:   z.solve.stats,
			timeout: z.solve.timeout, memory: z.solve.memory}
		err := runSAT(ctx, z.streams, z.file, v)
		if errors.As(err, new(exitCode)) {
			return nil // whatever the answer
		}
		return z.z3Ended(ctx, err)
	}
	return solve(ctx, z.streams, z.file, &z.solve)
}

// z3Ended reports in Z3's words why a run ended early.
func (s streams) z3Ended(ctx context.Context, err error) error {
	var option *script.OptionError
	var file *task.OpenError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &file):
		fmt.Fprintf(s.err, "(error \"failed to open file '%s'\")\n", file.Name)
		return exitCode(z3ExitOpen)
	case ctx.Err() != nil:
		switch why := limit.ContextReason(ctx); why {
		case limit.Timeout:
			fmt.Fprintln(s.out, "timeout")
			return nil
		case limit.Memory:
			fmt.Fprintln(s.err, `(error "out of memory")`)
			return exitCode(z3ExitMemory)
		default:
			return exitCode(exitStopped)
		}
	case errors.As(err, &option):
		fmt.Fprintf(s.err, "ERROR: %v\n", option)
		return exitCode(z3ExitSetting)
	case errors.As(err, new(*smtlib.Error)):
		return exitCode(z3ExitErrors) // which is among the answers
	case errors.As(err, new(*task.InputError)):
		fmt.Fprintf(s.err, "(error \"%v\")\n", err)
		return exitCode(z3ExitErrors)
	}
	return err
}

// z3Stats prints statistics in Z3's layout, with those that clients read: time in seconds
// and memory in megabytes.
func (s streams) z3Stats(list []stat.Counter, elapsed time.Duration) {
	lines := map[string]string{
		"time":       fmt.Sprintf("%.2f", elapsed.Seconds()),
		"total-time": fmt.Sprintf("%.2f", elapsed.Seconds()),
		"memory":     fmt.Sprintf("%.2f", float64(limit.HeldBytes())/(1<<20)),
	}
	width := 0
	for _, c := range list {
		lines[c.Name] = strconv.FormatInt(c.Value, 10)
		width = max(width, len(c.Name))
	}
	open := "("
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(s.out, "%s:%-*s %s", open, width, name, lines[name])
		open = "\n "
	}
	fmt.Fprintln(s.out, ")")
}
