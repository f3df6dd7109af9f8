package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"
)

// Value is the variable of a flag of a type of its own.
type Value interface {
	String() string // the default in help; empty if there is none
	Set(text string) error
}

// FlagSet is a set of flags. The zero value is empty.
type FlagSet struct {
	list       []urfave.Flag
	choices    map[string][]string // by flag, with its dashes
	topics     []topic
	values     map[string]any // by flag: a pointer to its variable, or its Value
	persistent bool
	set        func(name string) bool // while the command runs
	words      []string
}

// Words returns the flags as the command line gives them, in its order, each as one word with its value: so another
// program with the same flags can be given them.
func (s *FlagSet) Words() []string { return s.words }

// NameOf returns the name of the flag in one of the Words.
func NameOf(word string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return name
}

// Has reports whether there is a flag of this name.
func (s *FlagSet) Has(name string) bool { return s.values[name] != nil }

// note keeps a flag that the command line gives.
func (s *FlagSet) note(name, value string) { s.words = append(s.words, dashes(name)+name+"="+value) }

// Changed reports whether the command line sets the flag.
func (s *FlagSet) Changed(name string) bool { return s.set != nil && s.set(name) }

// Given reports whether the command line sets a flag, and not to false or to no text; and the value, unless that is a
// number.
func (s *FlagSet) Given(name string) (value string, ok bool) {
	if !s.Changed(name) {
		return "", false
	}
	switch p := s.values[name].(type) {
	case *string:
		return *p, *p != ""
	case *bool:
		return fmt.Sprint(*p), *p
	case Value:
		return p.String(), true
	}
	return "", true
}

// Choices are the values that a shell completes.
func (s *FlagSet) Choices(name string, values []string) {
	if s.choices == nil {
		s.choices = map[string][]string{}
	}
	s.choices["--"+name] = values
}

// add adds a flag for the variable p. Help shows the default, unless it is empty.
func add[T, C any, V urfave.ValueCreator[T, C]](s *FlagSet, f *urfave.FlagBase[T, C, V], p *T, standard T, empty bool) {
	f.Value, f.Destination, f.HideDefault, f.Local = standard, p, empty, !s.persistent
	*p = standard
	if _, own := any(f).(*urfave.GenericFlag); !own { // whose value notes the word itself
		f.Validator = func(given T) error {
			s.note(f.Name, fmt.Sprint(given))
			return nil
		}
	}
	s.list = append(s.list, f)
	s.keep(f.Name, p)
}

// keep notes where the value of a flag is.
func (s *FlagSet) keep(name string, v any) {
	if s.values == nil {
		s.values = map[string]any{}
	}
	s.values[name] = v
}

// letter is an alias of one letter; an empty one is none.
func letter(short string) []string {
	if short == "" {
		return nil
	}
	return []string{short}
}

// BoolVar adds a flag that needs no value.
func (s *FlagSet) BoolVar(p *bool, name string, standard bool, usage string) {
	s.BoolVarP(p, name, "", standard, usage)
}

// BoolVarP is BoolVar with a letter.
func (s *FlagSet) BoolVarP(p *bool, name, short string, standard bool, usage string) {
	add(s, &urfave.BoolFlag{Name: name, Aliases: letter(short), Usage: usage}, p, standard, !standard)
}

// StringVar adds a flag with a text.
func (s *FlagSet) StringVar(p *string, name, standard, usage string) {
	add(s, &urfave.StringFlag{Name: name, Usage: usage}, p, standard, standard == "")
}

// IntVar adds a flag with a number.
func (s *FlagSet) IntVar(p *int, name string, standard int, usage string) {
	s.IntVarP(p, name, "", standard, usage)
}

// IntVarP is IntVar with a letter.
func (s *FlagSet) IntVarP(p *int, name, short string, standard int, usage string) {
	add(s, &urfave.IntFlag{Name: name, Aliases: letter(short), Usage: usage}, p, standard, standard == 0)
}

// Int64Var adds a flag with a number.
func (s *FlagSet) Int64Var(p *int64, name string, standard int64, usage string) {
	add(s, &urfave.Int64Flag{Name: name, Usage: usage}, p, standard, standard == 0)
}

// Uint64Var adds a flag with a natural number.
func (s *FlagSet) Uint64Var(p *uint64, name string, standard uint64, usage string) {
	add(s, &urfave.Uint64Flag{Name: name, Usage: usage}, p, standard, standard == 0)
}

// Float64Var adds a flag with a number.
func (s *FlagSet) Float64Var(p *float64, name string, standard float64, usage string) {
	add(s, &urfave.FloatFlag{Name: name, Usage: usage}, p, standard, standard == 0)
}

// StringSliceVar adds a flag with texts separated by commas. It may be repeated. An empty text
// makes the slice empty, but not nil.
func (s *FlagSet) StringSliceVar(p *[]string, name string, standard []string, usage string) {
	*p = standard
	s.Var(&list[string]{p: p, parse: func(text string) (string, error) { return text, nil }}, name, usage)
}

// IntSliceVar adds a flag with numbers separated by commas. It may be repeated.
func (s *FlagSet) IntSliceVar(p *[]int, name string, standard []int, usage string) {
	*p = standard
	s.Var(&list[int]{p: p, parse: strconv.Atoi}, name, usage)
}

// list is a slice as the value of a flag. The library's own makes nil slices empty ones.
type list[T any] struct {
	p     *[]T
	parse func(text string) (T, error)
	begun bool
}

// String implements Value.
func (l *list[T]) String() string {
	var texts []string
	for _, x := range *l.p {
		texts = append(texts, fmt.Sprint(x))
	}
	return strings.Join(texts, ",")
}

// Set implements Value. The first text replaces the default.
func (l *list[T]) Set(text string) error {
	if !l.begun {
		*l.p, l.begun = []T{}, true
	}
	if text == "" {
		return nil
	}
	for _, part := range strings.Split(text, ",") {
		x, err := l.parse(part)
		if err != nil {
			return err
		}
		*l.p = append(*l.p, x)
	}
	return nil
}

// Var adds a flag with a value of its own type.
func (s *FlagSet) Var(v Value, name, usage string) {
	var kept urfave.Value
	noted := value{v, func(text string) { s.note(name, text) }}
	add(s, &urfave.GenericFlag{Name: name, Usage: usage}, &kept, urfave.Value(noted), v.String() == "")
	s.keep(name, v)
}

// value makes a Value one of urfave. Help shows its name.
type value struct {
	Value
	note func(text string)
}

func (v value) Get() any { return v.Value }

// Set implements urfave.Value.
func (v value) Set(text string) error {
	v.note(text)
	return v.Value.Set(text)
}

// IsBoolFlag reports whether the flag needs no value: its Value says so by a method of this name.
func (v value) IsBoolFlag() bool {
	b, ok := v.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// DurationVar adds a flag with a duration, such as 90s, 1m30s, or 90 for seconds.
func (s *FlagSet) DurationVar(p *time.Duration, name string, standard time.Duration, usage string) {
	*p = standard
	s.Var((*duration)(p), name, usage)
}

// duration is a duration as the value of a flag.
type duration time.Duration

// String implements Value.
func (d *duration) String() string {
	if *d == 0 {
		return ""
	}
	return time.Duration(*d).String()
}

// Set implements Value. A bare number is in seconds.
func (d *duration) Set(text string) error {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		if n := x * float64(time.Second); n > -1<<62 && n < 1<<62 {
			*d = duration(n)
			return nil
		}
	} else if n, err := time.ParseDuration(text); err == nil {
		*d = duration(n)
		return nil
	}
	return errors.New("want a number of seconds, or a duration such as 90s or 1m30s")
}
