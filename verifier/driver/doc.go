// Package driver is the whole way from the text of a program to a verdict: it
// loads a Boogie program, prepares it, generates its verification condition,
// runs an engine over a solver, and has the answer checked. It is what the
// muster command runs and what a Go program calls:
//
//	rep, err := driver.Verify(ctx, "driver.bpl", src, driver.Options{})
//	if err != nil {
//		return err // *InputError, *passes.EntryError or a reason.Reason of the kind Internal
//	}
//	fmt.Println(rep.Result)
//
// Limits come through the context. A deadline, a cancellation or a cause such
// as limit.ErrMemory ends the run with the verdict unknown, never with an error.
package driver
