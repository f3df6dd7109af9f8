package c

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Checks is a set of kinds of faults that a program is asked about, beside its assertions.
type Checks uint16

// The kinds of faults. Where one is not asked about, executions end at it, but for a signed overflow.
const (
	Overflows   Checks = 1 << iota // of signed arithmetic: as Options.Overflow is Check
	Bounds                         // an access or a pointer beyond its object
	Null                           // an access through a null pointer
	Division                       // by zero, or out of range; a shift by too much
	Memory                         // an access to what does not live; a wrong free
	Unreachable                    // what the program says is not reached; the value of a function that ends without one
	Const                          // a write to a string literal, or to a static object that is const
	Pointer                        // arithmetic on pointers that leaves the object
	Uninit                         // a read of what has no value yet
)

// checkNames are the names of the kinds, by number.
var checkNames = [...]string{"overflow", "bounds", "null", "division", "memory", "unreachable", "const", "pointer",
	"uninit"}

// everything is the name of all kinds, but for those that are only asked about by their names.
const everything = "all"

const onlyNamed = Pointer | Uninit

// CheckNames returns the names of the kinds.
func CheckNames() []string { return checkNames[:] }

// ParseChecks reads names that are separated by commas.
func ParseChecks(text string) (out Checks, err error) {
	for _, name := range strings.Split(text, ",") {
		kind := Checks(0)
		for i, n := range checkNames {
			if name == n {
				kind = 1 << i
			} else if name == everything {
				kind |= 1 << i &^ onlyNamed
			}
		}
		if kind == 0 {
			return 0, fmt.Errorf("no check %q; there are %s, and %s", name, strings.Join(checkNames[:], ", "), everything)
		}
		out |= kind
	}
	return out, nil
}

// String returns the names of the kinds.
func (c Checks) String() string {
	var names []string
	for i, n := range checkNames {
		if c&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// Fault is what an assertion excludes. Its kind is 0 if the program itself asks about it.
type Fault struct {
	Kind  Checks
	at    prog.Pos // of the operation; none in the library
	say   func(show) string
	of    term.Term                               // an address in the object that it is about, if there is one
	about func(v show, object, end string) string // says the same where that object is known, and how its life ends

	// the pointer by which an access goes beyond its object, or to none; nil if it is about something else
	astray *syntax.Expr
}

// show returns the value of a term in the execution.
type show func(term.Term) string

// asks reports whether faults of some of these kinds are asked about.
func (f *fn) asks(kinds Checks) bool { return f.opt.Checks&kinds != 0 }

// asserts reports whether a fault of a kind is an assertion that fails.
func (f *fn) asserts(kind Checks) bool {
	switch f.opt.Question {
	case front.Fails:
		return kind == 0 && !f.opt.Only || f.asks(kind)
	case front.Unasked:
		return kind != 0 && !f.asks(kind)
	}
	return false
}

// seen returns a term for a value that a fault of a kind shows: if it is asked about, a variable of its own.
func (f *fn) seen(kind Checks, t term.Term) term.Term {
	if !f.asserts(kind) || f.st.IsNum(t) || f.shown[t] {
		return t
	}
	v := f.temp(f.st.Sort(t), "v")
	// not set: what is in its range stays there
	f.emit(prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t}})
	out := f.prog.Var(v).Term
	f.shown[out] = true
	return out
}

// require says that an operation has a meaning only if c holds: that it does is an assertion, if faults of its kind are
// asked about, and executions where it does not end here.
func (f *fn) require(kind Checks, c term.Term, at syntax.Pos, say func(show) string) {
	f.requireOf(kind, c, at, Fault{say: say})
}

// requireOf is require where the fault is about an object.
func (f *fn) requireOf(kind Checks, c term.Term, at syntax.Pos, fault Fault) {
	if c == f.st.True() {
		return
	}
	fault.Kind = kind
	f.res.endsUnasked = f.res.endsUnasked || !f.asks(kind)
	f.assert(c, at, &fault, kind.String())
	f.assume(c)
}

// assert makes an assertion, which is called by some names, if its fault is asked about.
func (f *fn) assert(c term.Term, at syntax.Pos, fault *Fault, names ...string) {
	if f.asserts(fault.Kind) {
		f.ask(c, at, fault, names...)
	}
}

// called is where the function is called that is asked about.
func (f *fn) called(at syntax.Pos) {
	if f.opt.Question == front.Fails {
		f.ask(f.st.False(), at, &Fault{say: said(f.opt.Called + " is called")}, f.opt.Called)
	}
	f.stop()
}

// ask makes an assertion, which is called by some names.
func (f *fn) ask(c term.Term, at syntax.Pos, fault *Fault, names ...string) {
	f.res.assertions++
	p := f.raw(f.unlessChanged(c), at, fault)
	if f.changed != 0 && f.opt.Question == front.Fails {
		doubt := *fault
		f.doubts = append(f.doubts, f.raw(c, at, &doubt))
	}
	if len(names) > 0 {
		if f.prog.Names == nil {
			f.prog.Names = map[prog.NodeID][]string{}
		}
		f.prog.Names[p] = append(f.prog.Names[p], names...)
	}
}

// unlessChanged returns a condition that also holds where a function without a body has changed something.
func (f *fn) unlessChanged(c term.Term) term.Term {
	if f.changed == 0 {
		return c
	}
	return f.st.Or(c, f.prog.Var(f.changed).Term)
}

// ends is where the program ends without a fault.
func (f *fn) ends(at syntax.Pos) {
	if f.opt.Question == front.Ends {
		f.raw(f.st.False(), at, &Fault{say: said("the program ends")})
	}
}

// raw makes an assertion, and returns its node.
func (f *fn) raw(c term.Term, at syntax.Pos, fault *Fault) prog.NodeID {
	f.reach()
	fault.at = f.position(at)
	n := f.prog.NewNode(fault.at)
	b := &f.q.Blocks[f.cur]
	b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Assert, Cond: c, Node: n})
	f.res.faults[n] = fault
	if f.doing != nil {
		f.res.record.units[n] = f.doing
	}
	return n
}

// said is what a fault says whatever the values are.
func said(text string) func(show) string { return func(show) string { return text } }

// spelled returns the name of a type as it is written.
func spelled(t *syntax.Type) string {
	if t.Kind == syntax.Pointer {
		return spelled(t.Elem) + " *"
	}
	return t.Name
}
