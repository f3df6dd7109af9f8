// Lock uses Muster as a library to prove that a lock never lets a writer in together with readers or another writer,
// however many there are, and however long it runs. It prints an invariant that proves it, or the steps that lead to
// the violation:
//
//	go run ./lock
//	go run ./lock hasty
//
// where the argument adds a faulty transition.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/verifier/horn"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lock:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	st := smt.NewStore()
	readers, writers, waiting := st.Int("readers"), st.Int("writers"), st.Int("waiting")
	zero, one := st.IntVal(0), st.IntVal(1)

	s := horn.NewSystem(st)
	state := s.Pred("state", readers, writers, waiting) // can be reached
	step := func(name string, guard smt.Bool, r, w, wait smt.Int) {
		s.Rule(name, state.At(r, w, wait), state.At(readers, writers, waiting), guard)
	}
	s.Rule("start", state.At(zero, zero, zero))
	step("a reader enters", writers.Eq(zero).And(waiting.Eq(zero)), readers.Add(one), writers, waiting)
	step("a reader leaves", readers.Gt(zero), readers.Sub(one), writers, waiting)
	step("a writer waits", st.BoolVal(true), readers, writers, waiting.Add(one))
	step("a writer enters", waiting.Gt(zero).And(readers.Eq(zero), writers.Eq(zero)), readers, writers.Add(one),
		waiting.Sub(one))
	step("a writer leaves", writers.Gt(zero), readers, writers.Sub(one), waiting)
	for _, a := range args {
		if a != "hasty" {
			return fmt.Errorf("%q is unknown; there is: hasty", a)
		}
		step("a hasty writer enters", waiting.Gt(one).And(writers.Eq(zero)), readers, writers.Add(one), waiting.Sub(one))
	}
	s.Query("violation", state.At(readers, writers, waiting), writers.Gt(one).Or(writers.Gt(zero).And(readers.Gt(zero))))

	a, err := horn.Solve(ctx, s, horn.Options{Model: true})
	switch {
	case err != nil:
		return err
	case a.Status == smt.Unknown:
		return fmt.Errorf("undecided: %v", a.Reason)
	case a.Status == smt.Unsat:
		for _, step := range a.Derivation {
			fmt.Println(step.Clause, step.Args)
		}
		return nil
	case a.Solution == nil:
		fmt.Println("it is right; no invariant:", a.NoSolution)
		return nil
	}
	fmt.Println("it is right:", a.Solution[0].Body)
	return nil
}
