package task

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/prog"
)

// Flags are what a command line says about a task, as muster verify has it.
type Flags struct {
	Opt    driver.Options
	Boogie boogie.Options
	C      CFlags
	Go     GoFlags
	Memory ByteSize
	All    bool  // find all assertions that can fail
	Libs   Names // libraries of Boogie
	// ReadFile reads a file that a flag names, or that a program includes; nil: from disk.
	ReadFile  func(name string) ([]byte, error)
	unbounded time.Duration
}

// Add declares the flags.
func (v *Flags) Add(f *cli.FlagSet) {
	f.StringVar(&v.Opt.Engine, "engine", driver.Auto,
		driver.Auto+": all of them, in turns or at once, until one has the answer; or "+
			strings.Join(driver.Choices(), ", ")+"; alt:N: N steps of legion, then N of corral, on one tree; "+
			"several, as in legion,corral: these")
	f.BoolVar(&v.Opt.Learn, "learn", false,
		"with --engine "+strings.Join(driver.BoundedEngines(), " or ")+": Lazy Annotation beside it, in turns, which "+
			"learns what procedures do not do (auto always has it)")
	f.Var((*recursionBound)(&v.Opt.Question), "bound",
		"recursion bound; none: only an answer for all bounds counts; C without it: as great as time allows")
	f.IntVar(&v.Opt.Contexts, "contexts", verifier.DefaultContexts,
		"rounds that threads run in; an answer about a program with threads is about so many only")
	f.StringVar(&v.Opt.Entry, "entry", "", "entry procedure (default: the one marked {:entrypoint}, or main)")
	f.Var((*properties)(&v.Opt.Properties), "property",
		"ask about these assertions only: [FILE:]LINE[:COL], or the name of a procedure, a block or an attribute "+
			"({:NAME}, {:msg \"NAME\"}); may be repeated")
	f.BoolVar(&v.All, "all", false, "find all assertions that can fail: each one that does is assumed from then on")
	f.Var(&v.Libs, "lib",
		"add a library to a Boogie program, as Boogie's -lib:NAME does: NAME.bpl beside the program, or DIR/NAME; "+
			"may be repeated")
	f.BoolVar(&v.Boogie.InferModifies, "infer-modifies", false,
		"add to modifies clauses what bodies change, as Corral does")
	f.Var(&v.Opt.Abstract, "abstract",
		"track only globals that refute counterexamples: on, off, or auto: where few of many seem to matter")
	f.BoolVar(&v.Opt.NoFacts, "no-facts", false,
		"search without the facts about procedures that are found before, as the papers' engines do")
	f.DurationVar(&v.Opt.Timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.DurationVar(&v.unbounded, "unbounded", driver.DefaultUnbounded,
		"look for a proof for all bounds for this time, of processors where that is less, once there is one up to the "+
			"bound; 0: do not")
	f.Var(&v.Memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.Var(&checkFlag{&v.Opt.Check, &v.C, &v.Go}, "check",
		"confirm a safe answer with a fresh solver, however long that takes (default: a tenth of the time of the "+
			"answer, or 2s), and execute the program along a trace; "+checkUsage())
	f.BoolVar(&v.Opt.NoCheck, "no-check", false, "do not confirm it")
	f.BoolVar(&v.Opt.Summaries, "summaries", false, "print what a proof for all bounds learned about procedures and loops")
	v.C.add(f)
	v.Go.add(f)
	f.Choices("engine", append([]string{driver.Auto}, driver.Choices()...))
	f.Choices("abstract", []string{"auto", "on", "off"})
}

// Complete makes options of the flags; changed reports which of them are given.
func (v *Flags) Complete(changed func(flag string) bool) (err error) {
	if v.C.Property != "" {
		read := v.ReadFile
		if read == nil {
			read = os.ReadFile
		}
		entry, err := v.C.propertyFile(v.C.Property, read)
		if err != nil {
			return &InputError{err}
		}
		if v.Opt.Entry != "" && v.Opt.Entry != entry {
			return fmt.Errorf("--entry %s and %s, which is about %s, exclude each other", v.Opt.Entry, v.C.Property, entry)
		}
		v.Opt.Entry = entry
	}
	if v.C.Opt, err = v.C.options(changed("overflow")); err != nil {
		return err
	}
	v.C.Opt.Read = v.ReadFile
	if v.Opt.Contexts < 1 {
		return errors.New("--contexts must be at least 1")
	}
	if v.Opt.Timeout < 0 {
		return errors.New("--timeout must not be negative")
	}
	if v.unbounded < 0 {
		return errors.New("--unbounded must not be negative")
	}
	if changed("unbounded") {
		v.Opt.Unbounded = cmp.Or(v.unbounded, -1)
	}
	return nil
}

// Front returns the front end for files that are one program.
func (v *Flags) Front(files prog.Files) (front.Front, error) {
	reader := v.Go.About(golang.Asked(files, v.Go.Opt, v.Opt.Entry))
	var chosen front.Front = reader
	if v.ReadFile != nil || len(files) > 1 || !IsGoPackage(files[0].Name) {
		var err error
		chosen, err = front.Choose(files, c.Front{Options: v.C.Opt}, reader,
			boogie.Front{Options: v.Boogie})
		if err != nil {
			return nil, &InputError{err}
		}
	}
	if _, ok := chosen.(golang.Front); ok && v.ReadFile != nil {
		return nil, &InputError{errElsewhere} // the go command must not run for who has sent a text
	}
	return chosen, v.unfit(chosen)
}

// errElsewhere says that a Go program is not read where its files are not.
var errElsewhere = errors.New("a Go program is only read where its files are, by the go command")

// unfit returns an error if something is asked about that programs in the language of a front end do not have.
func (v *Flags) unfit(chosen front.Front) error {
	switch chosen.(type) {
	case c.Front:
		if len(v.C.others) > 0 {
			return &driver.OptionError{Msg: "C programs are not checked for " + strings.Join(v.C.others, ", ")}
		}
		return v.Go.needless()
	case golang.Front:
		switch {
		case len(v.Go.others) > 0:
			return &driver.OptionError{Msg: "Go programs are not checked for " + strings.Join(v.Go.others, ", ")}
		case v.C.Opt.Only:
			return &driver.OptionError{Msg: "only C programs are asked about nothing but checks: Go programs always are"}
		}
		return nil
	}
	if v.Go.Opt.Checks != 0 && v.C.Opt.Checks == 0 {
		return &driver.OptionError{Msg: "only Go programs are checked for " + v.Go.Opt.Checks.String()}
	}
	return cmp.Or(v.C.needless(), v.Go.needless())
}

// recursionBound is the value of --bound.
type recursionBound driver.Question

// String implements cli.Value.
func (b *recursionBound) String() string {
	if b.AllBounds {
		return "none"
	}
	return strconv.Itoa(cmp.Or(b.Bound, verifier.DefaultBound))
}

// Set implements cli.Value.
func (b *recursionBound) Set(text string) error {
	if text == "none" {
		b.Bound, b.AllBounds = 0, true
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("it must be at least 1, or none")
	}
	b.Bound, b.AllBounds = n, false
	return nil
}

// properties are the values of --property.
type properties []string

// String implements cli.Value.
func (p *properties) String() string { return "" }

// Set implements cli.Value.
func (p *properties) Set(text string) error {
	if text == "" {
		return errors.New("it must name an assertion")
	}
	*p = append(*p, text)
	return nil
}

// Names are the values of a flag that may be repeated, of which none is empty.
type Names []string

// String implements cli.Value.
func (n *Names) String() string { return "" }

// Set implements cli.Value.
func (n *Names) Set(text string) error {
	if text == "" {
		return errors.New("it must be a name")
	}
	*n = append(*n, text)
	return nil
}
