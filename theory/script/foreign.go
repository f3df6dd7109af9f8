package script

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/smtlib"
)

// Setting is an option that the command line sets.
type Setting struct {
	Name  string // with its colon, as in set-option: ":smt.mbqi"
	Value string
}

// OptionError says why an option of the command line cannot be set.
type OptionError struct {
	Setting
	Err error
}

func (e *OptionError) Error() string { return e.Err.Error() }

func (e *OptionError) Unwrap() error { return e.Err }

// foreignOptions are options of a solver, or of one of its modules, without the module.
// The names are separated by spaces.
type foreignOptions struct {
	module   string // "cvc5" is none
	flags    string // true or false
	numbers  string // without a sign
	decimals string
	words    string // anything
}

// cvc5Options is the entry of the table with cvc5's options; they have no modules.
const cvc5Options = "cvc5"

// optionKind is what values an option takes.
type optionKind uint8

const (
	unknownOption optionKind = iota
	flagOption
	numberOption
	decimalOption
	wordOption
)

// lists returns the names by kind.
func (o *foreignOptions) lists() [wordOption + 1]string {
	return [...]string{flagOption: o.flags, numberOption: o.numbers, decimalOption: o.decimals, wordOption: o.words}
}

// kind returns the kind of an option of this table.
func (o *foreignOptions) kind(name string) optionKind {
	for k, names := range o.lists() {
		if hasWord(names, name) {
			return optionKind(k)
		}
	}
	return unknownOption
}

// hasWord reports whether a word is among words that spaces separate.
func hasWord(words, word string) bool {
	for word != "" {
		i := strings.Index(words, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || words[i-1] == ' ') && (end == len(words) || words[end] == ' ') {
			return true
		}
		words = words[end:]
	}
	return false
}

// module returns the options of a module of Z3; nil if there is none of this name.
func module(name string) *foreignOptions {
	for i := range foreign {
		if o := &foreign[i]; o.module == name && name != cvc5Options {
			return o
		}
	}
	return nil
}

// canonical returns the name by which the rest of the package knows an option: Z3 takes
// its own in any case and with hyphens, and some have older names, such as
// :QI_EAGER_THRESHOLD or :mbqi.
func canonical(name string) string {
	if smtlib.IsGlobalDeclarations(name) {
		return ":global-declarations"
	}
	z3 := strings.ToLower(strings.ReplaceAll(name, "-", "_"))
	switch z3 {
	case ":unsat_core":
		return ":produce-unsat-cores"
	case ":print_unsat_cores_full":
		return ":print-cores-full"
	case ":verbose":
		return ":verbosity"
	case ":smtlib2_compliant":
		return ":print-success"
	case ":smt.random_seed", ":seed", ":sat_random_seed":
		return ":random-seed"
	case ":solver.timeout", ":soft_timeout", ":smt.soft_timeout", ":tlimit_per":
		return ":timeout"
	case ":rlimit_per":
		return ":rlimit"
	case ":dump_models", ":model", ":model_validate", ":proof", ":rlimit", ":timeout":
		return z3
	}
	short, ok := strings.CutPrefix(z3, ":")
	if !ok {
		return name
	}
	mod, _, ok := strings.Cut(short, ".")
	if ok && module(mod) != nil || !ok && module("").kind(short) != unknownOption {
		return z3
	}
	if ok || cvc5Table().kind(name[1:]) != unknownOption {
		return name
	}
	if now := modern(short); now != "" {
		return ":" + now
	}
	return name
}

// modern returns the present name of an option of Z3 from the time before it had
// modules: a_b for a.b, or for smt.a_b and smt.a.b; "" if there is none.
func modern(old string) string {
	for i := range foreign {
		o := &foreign[i]
		if o.module == cvc5Options || o.module == "" {
			continue
		}
		rest, ok := strings.CutPrefix(old, o.module+"_")
		for _, names := range o.lists() {
			for name := range strings.FieldsSeq(names) {
				flat := strings.ReplaceAll(name, ".", "_")
				if ok && flat == rest || o.module == "smt" && flat == old {
					return o.module + "." + name
				}
			}
		}
	}
	return ""
}

// cvc5Table returns the options of cvc5.
func cvc5Table() *foreignOptions { return &foreign[len(foreign)-1] }

// ForeignOption reports whether an option of this name, without its colon, is one of
// cvc5's that are accepted without effect, and whether its value is true or false.
func ForeignOption(name string) (known, flag bool) {
	k := cvc5Table().kind(name)
	return k != unknownOption, k == flagOption
}

// assignForeign notes an option that nobody else knows; known reports whether it is in
// the table.
func (x *interpreter) assignForeign(name, value string) (known bool, err error) {
	short := strings.TrimPrefix(name, ":")
	kind := unknownOption
	if mod, rest, ok := strings.Cut(short, "."); ok {
		if o := module(mod); o != nil {
			kind, short = o.kind(rest), rest
		}
	} else if kind = module("").kind(short); kind == unknownOption {
		kind = cvc5Table().kind(short)
	}
	if kind == unknownOption {
		return false, nil
	}
	if err := kind.check(short, value); err != nil {
		return true, err
	}
	if x.set.foreign == nil {
		x.set.foreign = map[string]string{}
	}
	x.set.foreign[name] = value
	return true, nil
}

// check reports an error in Z3's words if an option does not take a value.
func (k optionKind) check(name, value string) error {
	want := ""
	switch k {
	case flagOption:
		if value != "true" && value != "false" {
			want = "are 'true' or 'false'"
		}
	case numberOption:
		if _, err := strconv.ParseUint(value, 10, 32); err != nil {
			want = "is an unsigned integer"
		}
	case decimalOption:
		if _, err := strconv.ParseFloat(value, 64); err != nil {
			want = "is a double"
		}
	}
	if want == "" {
		return nil
	}
	return errors.New("Expected values for parameter " + name + " " + want + ". It was given argument '" + value + "'")
}

// WriteForeign writes the options of a module of Z3 that are accepted without effect, with
// their types in Z3's words; those of all modules if the name is empty. It reports
// whether there is such a module.
func WriteForeign(w io.Writer, name string) bool {
	types := [...]string{flagOption: "bool", numberOption: "unsigned int", decimalOption: "double", wordOption: "string"}
	found := false
	for i := range foreign {
		o := &foreign[i]
		if o.module == cvc5Options || name != "" && o.module != name {
			continue
		}
		found = true
		if o.module == "" {
			fmt.Fprintln(w, "Global parameters")
		} else {
			fmt.Fprintf(w, "[module] %s\n", o.module)
		}
		for k, names := range o.lists() {
			for option := range strings.FieldsSeq(names) {
				fmt.Fprintf(w, "    %s (%s)\n", option, types[k])
			}
		}
	}
	return found
}

// unknownParameter is Z3's error about an option that nobody knows.
func unknownParameter(name string) error {
	short := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, ":"), "-", "_"))
	mod, rest, ok := strings.Cut(short, ".")
	switch {
	case !ok:
		return fmt.Errorf("unknown parameter '%s'", short)
	case module(mod) == nil:
		return fmt.Errorf("invalid parameter, unknown module '%s'", mod)
	}
	return fmt.Errorf("unknown parameter '%s' at module '%s'", rest, mod)
}

// configure sets the options of the command line.
func (x *interpreter) configure() error {
	for _, s := range x.opt.Set {
		known, err := x.assign(s.Name, s.Value)
		switch {
		case err == nil && known && canonical(s.Name) == ":global-declarations":
			x.r.SetGlobal(s.Value == "true")
		case err == nil && !known && x.opt.Z3:
			err = unknownParameter(s.Name)
		case err == nil && !known:
			err = errors.New("unsupported option " + s.Name)
		}
		if err != nil {
			return &OptionError{s, err}
		}
	}
	return nil
}
