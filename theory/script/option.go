package script

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/muster-smt/muster/theory/smtlib"
)

// settings are the values of the standard's options.
type settings struct {
	printSuccess bool
	cores        bool              // :produce-unsat-cores
	assertions   bool              // :produce-assertions
	assignments  bool              // :produce-assignments
	global       bool              // :global-declarations
	minimize     bool              // :minimize-unsat-core
	fullCores    bool              // :print-cores-full: cores of all assertions, as they stand in the script
	validate     bool              // :check-models
	tables       bool              // :model.v2: Z3's older layout of models
	incremental  bool              // always; only the value is kept
	models       bool              // always produced; only the value is kept
	assumptions  bool              // likewise
	interpolants bool              // likewise
	exitOnError  bool              // :error-behavior
	dumpModels   bool              // :dump_models
	hardware     bool              // :rewriter.hi_div0: division of bit-vectors by zero is as in the standard
	foreign      map[string]string // options without effect that were set
	proofs       bool
	seed         uint64
	verbosity    uint64
	resources    int64  // :reproducible-resource-limit, in conflicts per check
	conflicts    int64  // :smt.max_conflicts, in the same way; 0: no limit
	steps        uint64 // :rlimit, of a check; 0: no limit
	megabytes    uint64 // :memory_max_size, of the process during a check; 0: no limit
	timeout      uint64 // of a check in milliseconds; 0: Options.CheckTimeout
	matching     matching
}

func defaultSettings(opt *Options) settings {
	return settings{models: true, assumptions: true, incremental: true, hardware: true, exitOnError: opt.ExitOnError,
		matching: defaultMatching()}
}

// flag returns the Boolean option of this name, one of the standard or of another
// solver; nil if there is none.
func (s *settings) flag(name string) *bool {
	switch name {
	case ":print-success":
		return &s.printSuccess
	case ":produce-unsat-cores":
		return &s.cores
	case ":produce-assertions", ":interactive-mode":
		return &s.assertions
	case ":produce-assignments":
		return &s.assignments
	case ":global-declarations":
		return &s.global
	case ":produce-models", ":model":
		return &s.models
	case ":produce-interpolants", ":produce-interpolation":
		return &s.interpolants
	case ":produce-unsat-assumptions":
		return &s.assumptions
	case ":produce-proofs", ":proof":
		return &s.proofs
	case ":minimize-unsat-core", ":minimal-unsat-cores", ":smt.core.minimize":
		return &s.minimize
	case ":print-cores-full":
		return &s.fullCores
	case ":check-models", ":model_validate":
		return &s.validate
	case ":dump_models":
		return &s.dumpModels
	case ":rewriter.hi_div0", ":hi_div0":
		return &s.hardware
	case ":incremental":
		return &s.incremental
	case ":model.v2":
		return &s.tables
	}
	return nil
}

func (x *interpreter) setOption(c *smtlib.Command) error {
	known, err := x.assign(c.Name, c.Value)
	switch {
	case err != nil:
		return err
	case known:
		x.success()
	case x.opt.Z3:
		return unknownParameter(c.Name)
	default:
		x.out.line([]byte("unsupported"))
	}
	return nil
}

// assign sets an option; known is false if nobody knows it.
func (x *interpreter) assign(name, value string) (known bool, err error) {
	name = canonical(name)
	switch name {
	case ":regular-output-channel":
		return true, x.redirect(&x.out, value)
	case ":diagnostic-output-channel":
		return true, x.redirect(&x.diag, value)
	case ":error-behavior":
		if value != "immediate-exit" && value != "continued-execution" {
			return true, fmt.Errorf(":error-behavior is immediate-exit or continued-execution, not %s", value)
		}
		x.set.exitOnError = value == "immediate-exit"
		return true, nil
	case ":random-seed", ":verbosity", ":reproducible-resource-limit", ":timeout", ":tlimit-per", ":rlimit", ":smt.rlimit",
		":smt.max_conflicts",
		":memory_max_size":
		n, err := strconv.ParseUint(value, 10, 62)
		if err != nil && x.opt.Z3 {
			return true, numberOption.check(name[1:], value)
		} else if err != nil {
			return true, fmt.Errorf("%s is a number, not %s", name, value)
		}
		return true, x.setNumber(name, n)
	}
	if known, err := x.assignMatching(name, value); known {
		return true, err
	}
	f := x.set.flag(name)
	if f == nil {
		return x.assignForeign(name, value)
	}
	if f == &x.set.interpolants && !x.opt.Z3 { // SMTInterpol and MathSAT take numbers, too
		switch value {
		case "0":
			value = "false"
		case "1", "2", "3":
			value = "true"
		}
	}
	if value != "true" && value != "false" {
		if x.opt.Z3 {
			return true, flagOption.check(name[1:], value)
		}
		return true, fmt.Errorf("%s is true or false, not %s", name, value)
	}
	on := value == "true"
	if on != *f && x.dirty && x.fixed(f) {
		return true, fmt.Errorf("%s can't be changed after the first assertion or declaration", name)
	}
	changed := on != *f
	*f = on
	x.r.KeepTexts(x.set.assertions || x.set.fullCores)
	if changed && (f == &x.set.proofs || f == &x.set.validate) {
		x.restart()
	}
	return true, nil
}

// fixed reports whether an option cannot change once there are assertions. The reader
// checks :global-declarations.
func (x *interpreter) fixed(f *bool) bool {
	switch f {
	case &x.set.cores, &x.set.assertions, &x.set.proofs, &x.set.fullCores, &x.set.validate:
		return true
	}
	return false
}

func (x *interpreter) setNumber(name string, n uint64) error {
	switch name {
	case ":random-seed":
		if x.dirty && x.opt.Z3 { // for later
			x.set.seed = n
			return nil
		}
		if x.dirty {
			return fmt.Errorf("%s can't be changed after the first assertion or declaration", name)
		}
		x.set.seed = n
		x.restart()
	case ":verbosity":
		x.set.verbosity = n
	case ":timeout", ":tlimit-per":
		x.set.timeout = min(n, 1<<40)
	case ":rlimit", ":smt.rlimit":
		x.set.steps = n
	case ":memory_max_size":
		x.set.megabytes = min(n, 1<<40)
	case ":smt.max_conflicts":
		x.set.conflicts = 0
		if n < math.MaxUint32 {
			x.set.conflicts = max(1, int64(n))
		}
		x.sol.SetConflictBudget(x.set.budget())
	default:
		x.set.resources = int64(n)
		x.sol.SetConflictBudget(x.set.budget())
	}
	return nil
}

// budget returns how many conflicts a check may have; 0: any number.
func (s *settings) budget() int64 {
	if s.resources == 0 || s.conflicts == 0 {
		return max(s.resources, s.conflicts)
	}
	return min(s.resources, s.conflicts)
}

// redirect sends a channel to the stream or the file of this name.
func (x *interpreter) redirect(c *channel, name string) error {
	var (
		w    io.Writer
		file io.WriteCloser
		err  error
	)
	switch name {
	case "stdout":
		w = x.out.std
	case "stderr":
		w = x.diag.std
	default:
		if x.opt.Create == nil {
			return errors.New("unsupported: files as output channels")
		}
		if file, err = x.opt.Create(name); err != nil {
			return err
		}
		w = file
	}
	if file == nil {
		err = c.redirect(name, w, nil)
	} else {
		err = c.redirect(name, w, file)
	}
	return err
}

func (x *interpreter) getOption(name string) error {
	name = canonical(name)
	if f := x.set.flag(name); f != nil {
		x.out.line(strconv.AppendBool(nil, *f))
		return nil
	}
	switch name {
	case ":random-seed":
		x.out.line(strconv.AppendUint(nil, x.set.seed, 10))
	case ":verbosity":
		x.out.line(strconv.AppendUint(nil, x.set.verbosity, 10))
	case ":timeout", ":tlimit-per":
		x.out.line(strconv.AppendUint(nil, x.set.timeout, 10))
	case ":rlimit", ":smt.rlimit":
		x.out.line(strconv.AppendUint(nil, x.set.steps, 10))
	case ":memory_max_size":
		x.out.line(strconv.AppendUint(nil, x.set.megabytes, 10))
	case ":smt.max_conflicts":
		n := x.set.conflicts
		if n == 0 {
			n = math.MaxUint32
		}
		x.out.line(strconv.AppendInt(nil, n, 10))
	case ":reproducible-resource-limit":
		x.out.line(strconv.AppendInt(nil, x.set.resources, 10))
	case ":smt.mbqi", ":smt.qi.eager_threshold", ":smt.qi.lazy_threshold", ":smt.qi.max_instances",
		":smt.mbqi.max_iterations", ":smt.case_split":
		x.out.line(x.set.matching.appendValue(nil, name))
	case ":regular-output-channel":
		x.out.line(smtlib.AppendString(nil, x.out.name))
	case ":diagnostic-output-channel":
		x.out.line(smtlib.AppendString(nil, x.diag.name))
	default:
		value, ok := x.set.foreign[name]
		if !ok {
			value = "unsupported"
		}
		x.out.line([]byte(value))
	}
	return nil
}

// getInfo answers get-info.
func (x *interpreter) getInfo(name string) error {
	b := append([]byte{'('}, name...)
	b = append(b, ' ')
	switch name {
	case ":name":
		name := "Muster"
		if x.opt.Z3 {
			name = "Z3" // which clients compare; the version says who it is
		}
		b = smtlib.AppendString(b, name)
	case ":authors":
		b = smtlib.AppendString(b, "the Muster developers")
	case ":version":
		b = smtlib.AppendString(b, x.opt.Version)
	case ":error-behavior":
		if x.set.exitOnError {
			b = append(b, "immediate-exit"...)
		} else {
			b = append(b, "continued-execution"...)
		}
	case ":assertion-stack-levels":
		b = strconv.AppendInt(b, int64(len(x.scope)-1), 10)
	case ":reason-unknown":
		var err error
		if b, err = x.appendReason(b); err != nil {
			return err
		}
	case ":rlimit":
		b = strconv.AppendInt(b, x.steps, 10)
	case ":all-statistics":
		b = b[:1]
		for k, s := range x.sol.Stats() {
			if k > 0 {
				b = append(b, "\n "...)
			}
			b = append(append(b, ':'), s.Name...)
			b = strconv.AppendInt(append(b, ' '), s.Value, 10)
		}
		b = strconv.AppendInt(append(b, "\n :rlimit-count "...), x.steps, 10)
	default:
		v, ok := x.info[name]
		if !ok {
			x.out.line([]byte("unsupported"))
			return nil
		}
		b = smtlib.AppendString(b, v)
	}
	x.out.line(b, ')')
	return nil
}
