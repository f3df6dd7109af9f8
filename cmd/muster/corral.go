package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
)

// exitCorral is Corral's exit code for all that is no answer: a wrong command line, a limit, an answer that is unknown.
const exitCorral = 1

// corralVersion is that of Corral whose words are used.
const corralVersion = "1.1.8.0"

const corralUsage = `Flags begin with / or -. These are obeyed:

  /main:P              the entry procedure (default: the first one marked {:entrypoint}, or main)
  /recursionBound:N    the recursion bound (default: 1)
  /k:N                 the number of contexts of each thread (default: 2)
  /cooperative         threads go on until they yield
  /timeLimit:N, /killAfter:N, /memLimit:N
                       limits in seconds, and in megabytes
  /cex:N               look for N bugs, in different assertions
  /si                  ask whether the entry returns if no assertion is reached, and answer in the words of this mode
  /underWidenSI, /useDuality
                       only one engine: legion, or lazyann, which is Duality's kind
  /runHoudini[:N], /useHoudiniLite
                       facts about procedures are found by Houdini from the first query on
  /staticInlining      all calls within the bound are inlined before the first query
  /maxStaticLoopBound:N
                       loops that need iterations, N - 1 at most, get these beside the bound
  /trackAllVars        no global is abstracted
  /di                  instances of procedures are shared, as always
  /tryCTrace           traces of the source, as {:sourceloc "file", line, column} gives it
  /printDataValues:N   0: without values
  /noTrace, /noTraceOnDisk
                       no trace; no trace in a file, as always
  /flags:FILE          more flags
  /v:N                 a log on the standard error, if N is not 0

/cloops has no counterpart: it has loops of which one iteration does what several do run once, and havocs what they
count, so that an answer up to the bound becomes one for all bounds. Here a proof for all bounds is looked for anyway.
Other flags of Corral are named on the standard error and ignored; those that ask for another program or file are refused.
`

func corralCommand(s streams) *cli.Command {
	return &cli.Command{
		Use:   "corral FILE.bpl",
		Short: "Stand in for Corral: its flags and output",
		Long: `Corral takes a command line of Corral, as SMACK and BenchExec write it, and answers in its
words. A link to muster that is named corral does the same. Modifies clauses are completed.

` + corralUsage + `
Exit codes: 0 for an answer, whether there is a bug or not; 1 a wrong command line, a limit, or
no answer; 2 the program cannot be read or is malformed; 6 internal error.`,
		Raw: true,
		Run: func(c *cli.Command, args []string) error {
			r := &corralRun{streams: s, cex: 1, values: true}
			r.opt.Front, r.opt.AssertionsOnly = boogie.Front{Options: boogie.Options{InferModifies: true}}, true
			asksHelp := func(a string) bool { return slices.Contains([]string{"-h", "--help", "/help", "/?"}, a) }
			if len(args) == 0 || slices.ContainsFunc(args, asksHelp) {
				_, err := fmt.Fprint(s.out, "Usage: muster corral FILE.bpl [flags]\n"+corralUsage)
				return err
			}
			if err := r.parse(args); err != nil {
				return err
			}
			return r.run(c.Context())
		},
	}
}

// corralRun is a run of muster corral.
type corralRun struct {
	streams
	opt      driver.Options
	file     string
	memory   task.ByteSize
	cex      int
	si       bool
	ctrace   bool
	noTrace  bool
	values   bool
	verbose  bool
	ignored  []string
	included int // files of flags
}

// corralIgnored are the flags of Corral that do not change what is asked. A value follows those that end in ":".
var corralIgnored = [...]string{
	"ann:", "assertVar:", "assertVarIsInt", "bopt:", "break", "cadeTiming", "catchAll", "checkStaticAnalysis",
	"cloops", "cloops:", "computeSummary", "debugMemAccesses", "deepAsserts", "deepAssertsNoLoop",
	"disableStaticAnalysis", "dislike:", "doNotUseLabels", "explainError", "explainError:",
	"fastRequiresInference", "fwdBck", "fwdBckInRef", "houdiniTimeLimit:", "include:", "irreducibleLoopUnroll:",
	"newStratifiedInlining", "newStratifiedInlining:", "noArrayTheory", "noCallTreeReuse",
	"noInitPruning", "noRaiseException", "nonUniformUnfolding", "oldCorralFlags", "oldStratifiedInlining",
	"prevCorralState:", "printAllTraces", "printBoogieFlags", "printMemUsage", "printProgress", "prover:",
	"proverLog:", "recordScalar:", "refinementAlgo:", "rootCause:", "runAbsHoudini:",
	"sdv", "sdvInstrumentAssert", "set:", "special:", "stats", "track:",
	"trackSecondary:", "trainSummaries", "tryCTrace:", "alphaInterleaving:", "useArrayTheory",
	"useLocalVarAbs", "useProverEvaluate", "z3exe:", "z3opt", "z3opt:",
}

// corralRefused are the flags that ask for another program, or for what is not done here: shorter stacks.
var corralRefused = [...]string{
	"concat:", "dainst", "dainst:", "dumpCorralState:", "explainQuantifiers:", "ignoreAssertMethod:",
	"printBoogieExt", "printFinalProg:", "printHoudiniQuery:", "printInstrumented", "printInstrumented:",
	"printVerify", "stackDepthBound:", "traceProgram:", "unfoldRecursion", "unfoldRecursion:", "unifyMaps",
}

// usage is a wrong command line, in Corral's words.
func (r *corralRun) usage(format string, args ...any) error {
	fmt.Fprintf(r.err, "Usage error: "+format+"\nFor the flags: muster corral --help\n", args...)
	return exitCode(exitCorral)
}

// parse reads the command line.
func (r *corralRun) parse(args []string) error {
	if err := r.words(args); err != nil {
		return err
	}
	if r.file == "" {
		return r.usage("Input file not given")
	}
	return nil
}

// isPath reports whether what may be a flag is a path.
func isPath(word string) bool {
	return exists(word) || word[0] != '-' && (strings.HasSuffix(word, ".bpl") || strings.Contains(word[1:], "/"))
}

func (r *corralRun) words(args []string) error {
	for _, word := range args {
		flag := strings.TrimLeft(word, "/-")
		isFlag := flag != word && word != "-"
		if isFlag {
			known, err := r.flag(word, flag)
			if err != nil {
				return err
			}
			if known {
				continue
			}
		}
		switch {
		case isFlag && !isPath(word):
			return r.usage("Invalid flag: %s", word)
		case r.file != "":
			return r.usage("Multiple input files given: %s and %s", r.file, word)
		}
		r.file = word
	}
	return nil
}

// flag reads a flag, which is a word without what it begins with, and reports whether Corral has it.
func (r *corralRun) flag(word, flag string) (known bool, err error) {
	name, value, valued := strings.Cut(flag, ":")
	if valued {
		name += ":"
	}
	number := func(least int) (n int) {
		if n, err = strconv.Atoi(value); err != nil || n < least || n > math.MaxInt32 {
			err = r.usage("%s: want a number from %d on", word, least)
		}
		return n
	}
	switch name {
	case "k:":
		r.opt.Contexts = number(1)
	case "cooperative":
		r.opt.Cooperative = true
	case "main:":
		r.opt.Entry = value
	case "recursionBound:":
		r.opt.Bound = max(number(0), 0)
	case "timeLimit:", "killAfter:":
		if n := time.Duration(number(0)) * time.Second; n > 0 && (r.opt.Timeout == 0 || n < r.opt.Timeout) {
			r.opt.Timeout = n
		}
	case "memLimit:":
		r.memory = task.ByteSize(number(0)) << 20
	case "cex:":
		r.cex = number(1)
	case "printDataValues:":
		r.values = number(0) > 0
	case "v:":
		r.verbose = number(0) > 0
	case "tryCTrace":
		r.ctrace = true
	case "noTrace":
		r.noTrace = true
	case "underWidenSI":
		return true, r.engine(word, "legion")
	case "useDuality":
		return true, r.engine(word, "lazyann")
	case "runHoudini", "runHoudini:", "useHoudiniLite":
		r.opt.Demand = verifier.DemandAtOnce
	case "staticInlining":
		r.opt.Inline = true
	case "maxStaticLoopBound:":
		r.opt.Trips = number(0)
	case "trackAllVars":
		r.opt.Abstract = driver.AbstractOff
	case "noTraceOnDisk", "di":
	case "si":
		r.si, r.opt.AssertionsOnly = true, false
	case "flags:":
		return true, r.flagsFrom(value)
	default:
		if slices.Contains(corralRefused[:], name) {
			return true, r.usage("%s is not supported", word)
		}
		known = slices.Contains(corralIgnored[:], name)
		if known {
			r.ignored = append(r.ignored, word)
		}
		return known, nil
	}
	return true, err
}

// engine chooses the engine, which only one flag may do.
func (r *corralRun) engine(word, name string) error {
	if r.opt.Engine != "" && r.opt.Engine != name {
		return r.usage("%s: another flag chooses the engine %s", word, r.opt.Engine)
	}
	r.opt.Engine = name
	return nil
}

// flagsFrom reads the flags in a file.
func (r *corralRun) flagsFrom(file string) error {
	if r.included++; r.included > 100 {
		return r.usage("/flags:%s: too many files of flags", file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return r.usage("/flags:%s: %v", file, err)
	}
	return r.words(strings.Fields(string(text)))
}

// run answers the question.
func (r *corralRun) run(ctx context.Context) error {
	fmt.Fprintf(r.out, "Corral program verifier version %s - imitated by %s\n", corralVersion, version())
	if len(r.ignored) > 0 {
		fmt.Fprintf(r.err, "muster: ignored: %s\n", strings.Join(r.ignored, " "))
	}
	if r.opt.Bound < 1 {
		fmt.Fprintln(r.out, "Warning: Using default recursion bound of 1")
		r.opt.Bound = 1
	}
	files, err := task.ReadFiles(r.in, []string{r.file})
	if err != nil {
		return err
	}
	ctx, stop := limited(ctx, 0, r.memory)
	defer stop()
	defer task.Sparing()()
	if r.verbose {
		r.opt.Log = verboseLog(r.err)
	}
	m := newMonitor(r.err, progressLine)
	r.opt.Progress, r.opt.Failures = m.update, r.cex
	defer m.stop()
	start := time.Now()
	found, last, err := task.Search(ctx, files, r.opt, m.last)
	if several := new(passes.EntryError); errors.As(err, &several) && several.Several {
		r.opt.Entry = several.Candidates[0]
		found, last, err = task.Search(ctx, files, r.opt, m.last)
	}
	m.stop()
	var property *passes.EntryError
	switch {
	case errors.As(err, &property):
		return r.usage("%v (/main:P)", property)
	case err != nil:
		return task.Explained(err)
	}
	w := &corralWriter{corralRun: r, src: files[0].Text}
	answered := w.answer(found, last)
	w.trailer(last, time.Since(start))
	if w.failed != nil {
		return fmt.Errorf("writing the answer: %w", w.failed)
	}
	if !answered {
		return exitCode(exitCorral)
	}
	return nil
}

// inconclusive describes an unknown answer. SMACK looks for the words about limits.
func inconclusive(why reason.Reason) string {
	switch why.Kind {
	case reason.Of(limit.Timeout).Kind:
		return "Corral timed out"
	case reason.Of(limit.Memory).Kind:
		return "Z3 ran out of resources: " + why.String()
	}
	return "Inconclusive result: " + why.String()
}

// status is what /si says of an answer.
func status(v verifier.Verdict) string {
	switch v {
	case verifier.Safe:
		return "OK"
	case verifier.SafeUpToBound:
		return "ReachedBound"
	case verifier.Unsafe:
		return "NOK"
	}
	return "Inconclusive"
}
