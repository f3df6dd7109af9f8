// Package cnfgen makes formulas in DIMACS CNF, in families and sizes that a SAT
// solver can solve within seconds.
package cnfgen

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// families are the families of formulas, each in sizes for which CaDiCaL needs
// between 1 and 30 seconds.
var families = []struct {
	name  string
	sizes []int
	make  func(c *circuit, n int) (expected string)
}{
	{"mulcommute", []int{7, 8, 9}, mulCommute},
	{"factor", []int{17, 18, 19, 20}, factor},
	{"counter", []int{9, 10}, boundedCounter},
	{"fifo", []int{16, 20, 24, 32}, boundedFIFO},
	{"pigeon", []int{9}, pigeonhole},
	{"parity", []int{56, 60, 70}, parity},
	{"random", []int{260, 270, 280, 300}, randomSAT},
}

// DefaultSeed is the seed of what is random, unless another one is wanted.
const DefaultSeed = 1

// Expected begins the first line of a formula; the answer follows: sat, unsat or
// unknown.
const Expected = "c expected "

// Write writes the formulas to a directory, which it creates. Equal seeds give
// equal formulas.
func Write(dir string, seed uint64) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i, f := range families {
		for _, n := range f.sizes {
			c := newCircuit(rand.New(rand.NewPCG(seed, uint64(i)<<32|uint64(n))))
			expected := f.make(c, n)
			name := filepath.Join(dir, fmt.Sprintf("%s-%03d.cnf", f.name, n))
			if err := measure.WriteFile(name, func(w io.Writer) error { return c.write(w, expected) }); err != nil {
				return err
			}
		}
	}
	return nil
}
