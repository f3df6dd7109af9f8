package cert

import "fmt"

func (k *Checker) evaluate(*Certificate) (Verdict, error) {
	return Unsupported, fmt.Errorf("no evaluation yet")
}
