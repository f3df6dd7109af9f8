// Driver verifies a program in the Boogie language and prints the verdict, and the steps of the failing execution if
// there is one.
//
//	go run ./driver ../lock_bug.bpl
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

func main() {
	file := os.Args[1]
	src, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	rep, err := driver.Verify(context.Background(), file, src, driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: 5},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rep.Result)
	if t := rep.Result.Trace(); t != nil {
		for _, s := range t.Steps {
			fmt.Println(s.Depth, s.Proc, s.Label, s.Value, s.Pos)
		}
	}
}
