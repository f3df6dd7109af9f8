package reason

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/muster-smt/muster/sat/limit"
)

// Reason says why an answer is unknown. The zero Reason is none. Reasons are
// comparable.
type Reason struct {
	Kind   Kind
	Detail string // for people; may be empty
	Stack  string // of the panic, if an internal fault was one
}

// String returns the reason in words, without the stack.
func (r Reason) String() string {
	if r.Detail == "" {
		return r.Kind.String()
	}
	return r.Kind.String() + ": " + r.Detail
}

// Report returns the reason in words, and on the next lines the stack if there is
// one.
func (r Reason) Report() string {
	if r.Stack == "" {
		return r.String()
	}
	return r.String() + "\n" + r.Stack
}

// Error implements error. It is String.
func (r Reason) Error() string { return r.String() }

// Is reports whether target is the Kind of r, for errors.Is.
func (r Reason) Is(target error) bool {
	k, ok := target.(Kind)
	return ok && k == r.Kind
}

// Of returns the reason that a limit stopped with; see limit.ContextReason for that
// of a context. None gives the zero Reason.
func Of(r limit.Reason) Reason { return Reason{Kind: Kind(r)} }

// Internalf returns a fault of this module, a broken invariant, as an error. The
// format is that of fmt.Sprintf, and should begin with a position in the input if
// there is one.
func Internalf(format string, args ...any) Reason {
	return Reason{Kind: Internal, Detail: fmt.Sprintf(format, args...)}
}

// Recovered returns the fault that a recovered panic shows, with the stack. It
// must be called by the deferred function that recovered x.
func Recovered(x any) Reason {
	return Reason{Kind: Internal, Detail: fmt.Sprint(x), Stack: string(debug.Stack())}
}

// Unconfirmed returns why a trace is not confirmed: err, which the replay ended
// with. A fault of this module stays one.
func Unconfirmed(err error) Reason {
	var r Reason
	if errors.As(err, &r) && r.Kind == Internal {
		r.Detail = UnconfirmedTrace.String() + ": " + r.Detail
		return r
	}
	return Reason{Kind: UnconfirmedTrace, Detail: err.Error()}
}

// AsInternal returns err as an internal fault: the one that it wraps, or a new one
// with its message.
func AsInternal(err error) Reason {
	var r Reason
	if errors.As(err, &r) && r.Kind == Internal {
		return r
	}
	return Internalf("%v", err)
}
