package fuzz

import "testing"

// Mutants are legal programs, and most are new.
func TestProgramMutants(t *testing.T) {
	t.Setenv("MUSTER_BENCH", "")
	target := bplMutantTarget()
	const cases = 100
	sound, texts := 0, map[string]bool{}
	for n := range uint64(cases) {
		c := target.Make(source(&target, n)).(boogieCase)
		if c.sound() {
			sound++
		}
		texts[c.program.String()] = true
	}
	if sound < cases*9/10 || len(texts) < cases*6/10 {
		t.Errorf("%d of %d mutants are programs, %d differ", sound, cases, len(texts))
	}
}
