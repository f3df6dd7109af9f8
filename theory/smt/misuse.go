package smt

import "fmt"

// Misuse is a mistake in the use of this package: ill-sorted arguments, a zero term,
// terms of different stores, two goroutines in one Session. Typed methods panic with a
// *Misuse; Store.Apply and the other untyped ones return it as an error.
type Misuse struct {
	Op  string // the operator or method
	Why string
}

func (m *Misuse) Error() string { return "smt: " + m.Op + ": " + m.Why }

func misuse(op, format string, args ...any) *Misuse {
	return &Misuse{op, fmt.Sprintf(format, args...)}
}

// must panics with an error: callers know the sorts, so it is their mistake.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
