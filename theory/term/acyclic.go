package term

// Definitions are what constants stand for, as Acyclic asks about it.
type Definitions struct {
	// Of returns the definition of a constant, 0 if t has none, and whether there is anything in t to look at.
	Of func(t Term) (def Term, inside bool)
	// Drop takes the definition of a constant away.
	Drop func(Term)
	// Stopped ends the search; it may be nil.
	Stopped func() bool
}

// Acyclic drops definitions of constants that need themselves, perhaps through others. The zero value is ready for use,
// and can be used again.
type Acyclic struct {
	state Table[uint8]
	stack []acyclicFrame
	defs  Definitions
}

// acyclicFrame is a term that was entered; a constant with a definition has that as its only argument.
type acyclicFrame struct {
	t, def Term
	next   int // argument
}

const (
	acyclicEntered uint8 = iota + 1
	acyclicLeft
)

// Order drops definitions until there is no cycle, and returns the constants that have one left in an order in which
// each comes behind those that its definition mentions. ok is false if it was stopped.
func (a *Acyclic) Order(st *Store, defined []Term, defs Definitions) (order []Term, ok bool) {
	a.state.Clear()
	a.stack, a.defs = a.stack[:0], defs
	for _, x := range defined {
		a.enter(x)
		for len(a.stack) > 0 {
			if defs.Stopped != nil && defs.Stopped() {
				return nil, false
			}
			f := &a.stack[len(a.stack)-1]
			i := f.next
			f.next++
			switch {
			case f.def == 0 && i < st.NumArgs(f.t):
				a.enter(st.Arg(f.t, i))
				continue
			case f.def != 0 && i == 0:
				a.enter(f.def)
				continue
			case f.def != 0:
				order = append(order, f.t)
			}
			a.state.Set(f.t, acyclicLeft)
			a.stack = a.stack[:len(a.stack)-1]
		}
	}
	return order, true
}

// enter enters a term unless it was entered before. If it was not left, it closes a cycle: then the last constant on
// the way to it is dropped, and what led from there must be entered again.
func (a *Acyclic) enter(t Term) {
	state, _ := a.state.Get(t)
	if state == 0 {
		if def, inside := a.defs.Of(t); inside {
			a.state.Set(t, acyclicEntered)
			a.stack = append(a.stack, acyclicFrame{t: t, def: def})
		}
		return
	}
	for state == acyclicEntered {
		last := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		a.state.Set(last.t, 0)
		if last.def != 0 {
			a.defs.Drop(last.t)
			a.state.Set(last.t, acyclicLeft)
			return
		}
	}
}
