package cpp

// symbol is a name.
type symbol struct {
	name      string
	macro     *macro
	pushed    []definition // by #pragma push_macro
	builtin   builtin
	directive directive
	param     int32 // while a macro is defined: its number, from 1
	disabled  bool  // its expansion is being read
	poisoned  bool
}

// definition is what a name may stand for.
type definition struct {
	macro   *macro
	builtin builtin
}

// defined reports whether #ifdef finds it.
func (s *symbol) defined() bool { return s.macro != nil || s.builtin != notBuiltin }

// symbols are all names.
type symbols struct {
	table                          map[string]*symbol
	defined, vaArgs, vaOpt, pragma *symbol
	spare                          []symbol
}

func newSymbols() *symbols {
	s := &symbols{table: map[string]*symbol{}}
	for i, name := range builtins {
		if name != "" {
			s.get(name).builtin = builtin(i)
		}
	}
	for i, name := range directives {
		if name != "" {
			s.get(name).directive = directive(i)
		}
	}
	s.defined, s.vaArgs, s.vaOpt, s.pragma = s.get("defined"), s.get("__VA_ARGS__"), s.get("__VA_OPT__"), s.get("_Pragma")
	return s
}

// get returns the symbol of a name.
func (s *symbols) get(name string) *symbol {
	if x, ok := s.table[name]; ok {
		return x
	}
	if len(s.spare) == 0 {
		s.spare = make([]symbol, 256)
	}
	x := &s.spare[0]
	s.spare = s.spare[1:]
	x.name = name
	s.table[name] = x
	return x
}

// arena gives room for slices that live until it is reset.
type arena[T any] struct{ free, all []T }

// room returns a slice of a length.
func (a *arena[T]) room(n int) []T {
	if n > len(a.free) {
		a.all = make([]T, max(n, 2*len(a.all), 256))
		a.free = a.all
	}
	out := a.free[:n:n]
	a.free = a.free[n:]
	return out
}

// keep returns a copy.
func (a *arena[T]) keep(s []T) []T {
	out := a.room(len(s))
	copy(out, s)
	return out
}

// reset takes all room back.
func (a *arena[T]) reset() { a.free = a.all }
