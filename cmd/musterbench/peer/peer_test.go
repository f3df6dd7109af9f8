package peer

import (
	"testing"

	"github.com/muster-smt/muster/theory/reason"
)

func TestVerdict(t *testing.T) {
	const head = "Boogie program verifier version 2.4.1.10503, Copyright (c) 2003-2014, Microsoft.\n" +
		"Prover error: line 18 column 28: unknown parameter 'model_compress'\nLegal parameters are:\n  trace (bool) (default: false)\n\n"
	const finished = "\nBoogie program verifier finished with "
	for _, c := range []struct {
		name, output, verdict, remark string
		why                           reason.Kind
	}{
		{"safe", head + finished + "1 verified, 0 errors\n", "safe", "safe", reason.None},
		{"bound", head + "Stratified Inlining: Reached recursion bound of 3\n" + finished + "1 verified, 0 errors\n", "safe", "safe up to bound", reason.None},
		{"unsafe", head + "(0,0): Error BP5001: This assertion might not hold.\nExecution trace:\n" + finished + "0 verified, 1 error\n",
			"unsafe", "unsafe (BP5001)", reason.None},
		{"time out", head + finished + "0 verified, 0 errors, 1 time out\n", "unknown", "unknown (1 time out)", reason.Timeout},
		{"inconclusive", head + finished + "0 verified, 0 errors, 1 inconclusive\n", "unknown", "unknown (1 inconclusive)", reason.Incomplete},
		{"no entry point", finished + "0 verified, 0 errors\n", "error",
			"no entry point verified: Boogie program verifier finished with 0 verified, 0 errors", reason.None},
		{"does not parse", "f.bpl(1,1): error: EOF expected\n1 parse errors detected in f.bpl\n", "error",
			"no verdict: 1 parse errors detected in f.bpl", reason.None},
		{"nothing", "", "error", "no verdict: ", reason.None},
	} {
		got, remark, why := Verdict(c.output)
		if got != c.verdict || remark != c.remark || why != c.why {
			t.Errorf("%s: %s, %q, %v; want %s, %q, %v", c.name, got, remark, why, c.verdict, c.remark, c.why)
		}
	}
}
