// Package driver is the whole way from the text of a program to a verdict: it
// loads a Boogie program, prepares it, generates its verification condition,
// runs an engine over a solver, and has the answer checked. The command, the
// bench and programs that embed Muster all go this way:
//
//	rep, err := driver.Verify(ctx, "driver.bpl", src, driver.Options{})
//	if err != nil {
//		return err // *InputError, *passes.EntryError or a reason.Reason of the kind Internal
//	}
//	fmt.Println(rep)
//
// Limits come through the context. A deadline, a cancellation or a cause such
// as limit.ErrMemory ends the run with the verdict unknown, never with an
// error. Some steps of reading and preparing a program do not poll the context,
// so a caller that must stop at once should not wait for Verify; the last
// progress report says what is known.
//
// A safe answer is checked (package validate), for at most a tenth of the time that it took, or two
// seconds; Options.Check has it checked to the end. An answer whose check runs out of time stays,
// and says that it is not confirmed. But one that rests on learned facts (verifier/learn) gives way to the
// answer for the bound. An answer that the check refutes is never given: it is an internal error.
package driver
