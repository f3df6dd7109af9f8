package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value is the variable of a flag.
type Value interface {
	String() string // the default in help; empty if there is none
	Set(text string) error
	Type() string // the word for the value in help
}

// flag is a flag of a command.
type flag struct {
	name     string
	short    string // a letter, or empty
	usage    string
	value    Value
	optional string   // the value if none is given; empty if one must be given
	choices  []string // for completion
	standard string   // the default in help
	changed  bool
}

// FlagSet is a set of flags. The zero value is empty.
type FlagSet struct{ list []*flag }

func (s *FlagSet) add(f *flag) {
	if s.lookup(f.name) != nil {
		panic("two flags --" + f.name)
	}
	f.standard = f.value.String()
	s.list = append(s.list, f)
}

// lookup returns the flag with this name or letter; nil if there is none.
func (s *FlagSet) lookup(name string) *flag {
	for _, f := range s.list {
		if f.name == name || f.short == name && name != "" {
			return f
		}
	}
	return nil
}

// Changed reports whether the command line sets the flag.
func (s *FlagSet) Changed(name string) bool {
	f := s.lookup(name)
	return f != nil && f.changed
}

// Choices are the values that a shell completes.
func (s *FlagSet) Choices(name string, values []string) { s.lookup(name).choices = values }

// Var adds a flag with a value of its own type.
func (s *FlagSet) Var(v Value, name, usage string) {
	s.add(&flag{name: name, usage: usage, value: v})
}

// variable is the value of a flag of type T.
type variable[T any] struct {
	p     *T
	kind  string
	parse func(string) (T, error)
	show  func(T) string
}

func (v *variable[T]) Type() string   { return v.kind }
func (v *variable[T]) String() string { return v.show(*v.p) }

func (v *variable[T]) Set(text string) error {
	x, err := v.parse(text)
	if err == nil {
		*v.p = x
		return nil
	}
	var why *strconv.NumError
	if errors.As(err, &why) {
		err = why.Err
	}
	return err
}

// shown writes a default, unless it is the zero value.
func shown[T comparable](x T) string {
	var zero T
	if x == zero {
		return ""
	}
	return fmt.Sprint(x)
}

// variables of simple types.
func simple[T comparable](s *FlagSet, p *T, name, short string, standard T, usage, kind string, parse func(string) (T, error)) {
	*p = standard
	f := &flag{name: name, short: short, usage: usage, value: &variable[T]{p, kind, parse, shown[T]}}
	if kind == "" {
		f.optional = "true"
	}
	s.add(f)
}

// BoolVar adds a flag that needs no value.
func (s *FlagSet) BoolVar(p *bool, name string, standard bool, usage string) {
	s.BoolVarP(p, name, "", standard, usage)
}

// BoolVarP is BoolVar with a letter.
func (s *FlagSet) BoolVarP(p *bool, name, short string, standard bool, usage string) {
	simple(s, p, name, short, standard, usage, "", strconv.ParseBool)
}

// StringVar adds a flag with a text.
func (s *FlagSet) StringVar(p *string, name, standard, usage string) {
	simple(s, p, name, "", standard, usage, "string", func(text string) (string, error) { return text, nil })
}

// IntVar adds a flag with a number.
func (s *FlagSet) IntVar(p *int, name string, standard int, usage string) {
	s.IntVarP(p, name, "", standard, usage)
}

// IntVarP is IntVar with a letter.
func (s *FlagSet) IntVarP(p *int, name, short string, standard int, usage string) {
	simple(s, p, name, short, standard, usage, "int", func(text string) (int, error) {
		n, err := strconv.ParseInt(text, 0, strconv.IntSize)
		return int(n), err
	})
}

// Int64Var adds a flag with a number.
func (s *FlagSet) Int64Var(p *int64, name string, standard int64, usage string) {
	simple(s, p, name, "", standard, usage, "int", func(text string) (int64, error) { return strconv.ParseInt(text, 0, 64) })
}

// Uint64Var adds a flag with a natural number.
func (s *FlagSet) Uint64Var(p *uint64, name string, standard uint64, usage string) {
	simple(s, p, name, "", standard, usage, "uint", func(text string) (uint64, error) { return strconv.ParseUint(text, 0, 64) })
}

// Float64Var adds a flag with a number.
func (s *FlagSet) Float64Var(p *float64, name string, standard float64, usage string) {
	simple(s, p, name, "", standard, usage, "float", func(text string) (float64, error) { return strconv.ParseFloat(text, 64) })
}

// DurationVar adds a flag with a duration, such as 90s, 1m30s, or 90 for seconds.
func (s *FlagSet) DurationVar(p *time.Duration, name string, standard time.Duration, usage string) {
	simple(s, p, name, "", standard, usage, "duration", ParseDuration)
}

// ParseDuration reads a duration. A bare number is in seconds.
func ParseDuration(text string) (time.Duration, error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		if n := x * float64(time.Second); n > -1<<62 && n < 1<<62 {
			return time.Duration(n), nil
		}
	} else if d, err := time.ParseDuration(text); err == nil {
		return d, nil
	}
	return 0, errors.New("want a number of seconds, or a duration such as 90s or 1m30s")
}

// StringSliceVar adds a flag with texts separated by commas. It may be repeated.
func (s *FlagSet) StringSliceVar(p *[]string, name string, standard []string, usage string) {
	list(s, p, name, standard, usage, "strings", func(text string) (string, error) { return text, nil })
}

// IntSliceVar adds a flag with numbers separated by commas. It may be repeated.
func (s *FlagSet) IntSliceVar(p *[]int, name string, standard []int, usage string) {
	list(s, p, name, standard, usage, "ints", strconv.Atoi)
}

// list adds a flag with a list. Its first value replaces the default.
func list[T any](s *FlagSet, p *[]T, name string, standard []T, usage, kind string, parse func(string) (T, error)) {
	*p = slices.Clone(standard)
	set := false
	s.Var(&variable[[]T]{p, kind, func(text string) ([]T, error) {
		var all []T
		if set {
			all = *p
		}
		for part := range strings.SplitSeq(text, ",") {
			if text == "" {
				break
			}
			x, err := parse(part)
			if err != nil {
				return nil, err
			}
			all = append(all, x)
		}
		set = true
		return all, nil
	}, func(all []T) string {
		if len(all) == 0 {
			return ""
		}
		return strings.Join(strings.Fields(fmt.Sprint(all)), ",")
	}}, name, usage)
}

// find returns the flag with a name, or a letter, that the command accepts.
func (c *Command) find(name string) *flag {
	if f := c.Flags().lookup(name); f != nil {
		return f
	}
	for ; c != nil; c = c.parent {
		if f := c.PersistentFlags().lookup(name); f != nil {
			return f
		}
	}
	return nil
}

// flagOf returns the flag in a word whose value is in the next word, or that needs
// none; nil if the word has the value, or no flag.
func (c *Command) flagOf(word string) *flag {
	name, long := strings.CutPrefix(word, "--")
	if !long {
		name = word[len(word)-1:]
	} else if strings.Contains(name, "=") {
		return nil
	}
	return c.find(name)
}

// parse sets the flags in words, and returns the other words.
func (c *Command) parse(words []string) (args []string, help bool, err error) {
	for i := 0; i < len(words) && err == nil && !help; i++ {
		word := words[i]
		var used bool // the next word
		switch name, long := strings.CutPrefix(word, "--"); {
		case word == "--":
			return append(args, words[i+1:]...), false, nil
		case long:
			used, help, err = c.long(name, words[i+1:])
		case len(word) > 1 && word[0] == '-':
			used, help, err = c.letters(word[1:], words[i+1:])
		default:
			args = append(args, word)
		}
		if used {
			i++
		}
	}
	return args, help, err
}

// long sets a flag that is named in full.
func (c *Command) long(text string, next []string) (used, help bool, err error) {
	name, value, given := strings.Cut(text, "=")
	f := c.find(name)
	switch {
	case f == nil && name == "help":
		return false, true, nil
	case f == nil || len(name) < 2:
		return false, false, fmt.Errorf("unknown flag: --%s", name)
	case given:
	case f.optional != "":
		value = f.optional
	case len(next) == 0:
		return false, false, fmt.Errorf("flag needs an argument: --%s", name)
	default:
		value, used = next[0], true
	}
	return used, false, f.set(value, "--"+name)
}

// letters sets flags that are named by letters. After the first one that needs a
// value, the rest is the value.
func (c *Command) letters(text string, next []string) (used, help bool, err error) {
	for i := range text {
		name, value := text[i:i+1], strings.TrimPrefix(text[i+1:], "=")
		f := c.find(name)
		switch {
		case f == nil && name == "h":
			return false, true, nil
		case f == nil || f.short != name:
			return false, false, fmt.Errorf("unknown shorthand flag: %q in -%s", text[i], text)
		case f.optional != "" && !strings.HasPrefix(text[i+1:], "="):
			if err := f.set(f.optional, "-"+name); err != nil {
				return false, false, err
			}
			continue
		case len(text) > i+1:
		case len(next) == 0:
			return false, false, fmt.Errorf("flag needs an argument: %q in -%s", text[i], text)
		default:
			value, used = next[0], true
		}
		return used, false, f.set(value, "-"+name)
	}
	return false, false, nil
}

// set sets the flag; as is how the command line names it.
func (f *flag) set(value, as string) error {
	if err := f.value.Set(value); err != nil {
		return fmt.Errorf("invalid argument %q for %q flag: %w", value, as, err)
	}
	f.changed = true
	return nil
}
