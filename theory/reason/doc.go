// Package reason says why an answer is unknown, and what a fault of this module
// is: one comparable type from the theories up to the commands.
//
// A Reason has a Kind, which programs compare and JSON shows, and a text, which
// only people read: nothing searches it. Reasons are errors where an error is
// due: errors.Is(err, reason.Timeout) compares the kind, and
// errors.As(err, &r) with a Reason r finds detail and stack. A broken invariant
// is a Reason of the kind Internal, which Internalf and Recovered make; the
// verifier and the commands end with their exit code for internal errors when
// they find one, whatever wraps it.
//
// limit.Reason stays apart: it indexes tables of the search. Of maps it here, at the border. The kinds that
// theories report come the gravest first. The package is not part of sat/limit, since it names what lies far above:
// theories, traces, axioms. What a foreign solver says is text until the package that reads its output
// (verifier/pipe, cmd/musterbench) has made it a kind.
package reason
