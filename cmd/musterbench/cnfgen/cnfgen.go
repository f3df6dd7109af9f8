package cnfgen

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// family makes formulas of a size.
type family struct {
	name  string
	sizes []int // those that Write takes by default
	make  func(c *circuit, n int) (expected string)
}

// families are the families of small formulas, each in sizes for which CaDiCaL needs
// between 1 and 30 seconds.
var families = []family{
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

// Options says which formulas are made.
type Options struct {
	Large    bool     // the large families
	Families []string // only these; large ones may be named without Large
	Sizes    []int    // these instead of the default ones
	Seed     uint64   // equal seeds give equal formulas
}

// Write writes the formulas to a directory, which it creates.
func Write(dir string, o *Options) error {
	chosen := families
	if o.Large {
		chosen = large
	}
	if len(o.Families) > 0 {
		chosen = nil
		for _, name := range o.Families {
			i := slices.IndexFunc(all(), func(f family) bool { return f.name == name })
			if i < 0 {
				return fmt.Errorf("no family %q", name)
			}
			chosen = append(chosen, all()[i])
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range chosen {
		sizes := f.sizes
		if len(o.Sizes) > 0 {
			sizes = o.Sizes
		}
		for _, n := range sizes {
			name := filepath.Join(dir, fmt.Sprintf("%s-%03d.cnf", f.name, n))
			if err := measure.WriteFile(name, func(w io.Writer) error { return f.write(w, n, o.Seed) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// all are the families, small and large.
func all() []family { return slices.Concat(families, large) }

// write makes the formula twice: first to count its variables and clauses, which the
// header has.
func (f *family) write(w io.Writer, n int, seed uint64) error {
	stream := slices.IndexFunc(all(), func(g family) bool { return g.name == f.name })
	generate := func(sink func([]int)) (*circuit, string) {
		c := newCircuit(rand.New(rand.NewPCG(seed, uint64(stream)<<32|uint64(n))), sink)
		return c, f.make(c, n)
	}
	count, expected := generate(nil)
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, Expected+"%s\np cnf %d %d\n", expected, count.vars, count.clauses)
	generate(func(lits []int) { writeLits(b, lits) })
	return b.Flush()
}
