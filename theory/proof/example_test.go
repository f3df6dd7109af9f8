package proof_test

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/proof"
)

// The clauses of a log with their origins, from which interpolants can be computed.
func ExampleChecker_Events() {
	log := `muster-proof 1
F 1 "x" 2
T 3 app 1
T 4 num 0
T 5 <= 3 4
a 1 5
i 1 1 5 0
T 6 num 1
T 7 <= 6 3
a 2 7
i 2 2 7 0
q 0
t 3 -5 -7 0 lia-bounds refutation 0 bound n1 a3 u l5 bound n2 a3 v1 l7 contradiction F3,1,0,1 f3,2,0,1
l 4 0 1 2 3 0
u 4
`
	k := proof.NewChecker(strings.NewReader(log))
	for e, err := range k.Events() {
		if err != nil {
			fmt.Println(err)
			return
		}
		switch e.Kind {
		case proof.Input:
			fmt.Printf("clause %d: assertion %d\n", e.ID, e.Assertion)
		case proof.Theory:
			fmt.Printf("clause %d: %s, %d steps, %v\n", e.ID, e.Cert.Name, len(e.Cert.Steps), e.Verdict)
		case proof.Derived:
			fmt.Printf("clause %d: from %v\n", e.ID, e.Antecedents)
		case proof.Answer:
			fmt.Println(e.Status)
		}
	}
	// Output:
	// clause 1: assertion 1
	// clause 2: assertion 2
	// clause 3: lia-bounds, 3 steps, accepted
	// clause 4: from [1 2 3]
	// unsat
}
