package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
)

// cnfFamilies are the families of formulas that cnfgen makes, each in sizes for
// which CaDiCaL needs between 1 and 30 seconds.
var cnfFamilies = []struct {
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

// cnfSeed is the seed unless another one is wanted.
const cnfSeed = 1

func cnfgenCommand() *cobra.Command {
	var seed uint64
	c := &cobra.Command{
		Use:   "cnfgen DIRECTORY",
		Short: "Make formulas in DIMACS CNF",
		Long: `Cnfgen writes formulas for the command sat to a directory: the commutativity of
bit-blasted multipliers, factoring with them, bounded model checking of a counter
and of two FIFOs that must agree, the pigeonhole principle, parity on random cubic
graphs, and random 3-SAT at the threshold. Each says in a comment what the answer
is, but random ones. Equal seeds give equal formulas.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return cnfgen(args[0], seed) },
	}
	c.Flags().Uint64Var(&seed, "seed", cnfSeed, "seed of what is random")
	return c
}

func cnfgen(dir string, seed uint64) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i, f := range cnfFamilies {
		for _, n := range f.sizes {
			c := newCircuit(rand.New(rand.NewPCG(seed, uint64(i<<32|n))))
			expected := f.make(c, n)
			if err := writeCNF(filepath.Join(dir, fmt.Sprintf("%s-%03d.cnf", f.name, n)), c, expected); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeCNF(name string, c *circuit, expected string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = c.write(f, expected)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// circuit makes clauses of gates. Literals are as in DIMACS; yes is true.
type circuit struct {
	rng     *rand.Rand
	vars    int
	yes     int
	clauses [][]int
}

func newCircuit(rng *rand.Rand) *circuit {
	c := &circuit{rng: rng}
	c.yes = c.input()
	c.add(c.yes)
	return c
}

func (c *circuit) write(w io.Writer, expected string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "c expected %s\np cnf %d %d\n", expected, c.vars, len(c.clauses))
	for _, lits := range c.clauses {
		for _, l := range lits {
			b.WriteString(strconv.Itoa(l))
			b.WriteByte(' ')
		}
		b.WriteString("0\n")
	}
	return b.Flush()
}

func (c *circuit) add(lits ...int) { c.clauses = append(c.clauses, lits) }

func (c *circuit) input() int {
	c.vars++
	return c.vars
}

func (c *circuit) inputs(n int) []int {
	word := make([]int, n)
	for i := range word {
		word[i] = c.input()
	}
	return word
}

func (c *circuit) and(a, b int) int {
	switch {
	case a == -c.yes || b == -c.yes || a == -b:
		return -c.yes
	case a == c.yes || a == b:
		return b
	case b == c.yes:
		return a
	}
	g := c.input()
	c.add(-g, a)
	c.add(-g, b)
	c.add(g, -a, -b)
	return g
}

func (c *circuit) or(a, b int) int { return -c.and(-a, -b) }

func (c *circuit) xor(a, b int) int {
	switch {
	case a == c.yes || a == -c.yes:
		return b * -a * c.yes // yes is variable 1
	case b == c.yes || b == -c.yes:
		return a * -b * c.yes
	case a == b:
		return -c.yes
	case a == -b:
		return c.yes
	}
	g := c.input()
	c.add(-g, a, b)
	c.add(-g, -a, -b)
	c.add(g, -a, b)
	c.add(g, a, -b)
	return g
}

func (c *circuit) mux(cond, a, b int) int { return c.or(c.and(cond, a), c.and(-cond, b)) }

// muxWord is bitwise mux.
func (c *circuit) muxWord(cond int, a, b []int) []int {
	out := make([]int, len(a))
	for i := range a {
		out[i] = c.mux(cond, a[i], b[i])
	}
	return out
}

// differ is true if the words differ.
func (c *circuit) differ(a, b []int) int {
	d := -c.yes
	for i := range a {
		d = c.or(d, c.xor(a[i], b[i]))
	}
	return d
}

// increment adds a bit to a word.
func (c *circuit) increment(a []int, carry int) []int {
	out := make([]int, len(a))
	for i, x := range a {
		out[i], carry = c.xor(x, carry), c.and(x, carry)
	}
	return out
}

// zeros is the word 0.
func (c *circuit) zeros(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -c.yes
	}
	return out
}

// multiply is the product of two words, by an array of adders.
func (c *circuit) multiply(a, b []int) []int {
	sum := c.zeros(len(a) + len(b))
	for i, y := range b {
		carry := -c.yes
		for j, x := range a {
			p, s := c.and(x, y), sum[i+j]
			half := c.xor(s, p)
			sum[i+j], carry = c.xor(half, carry), c.or(c.and(s, p), c.and(half, carry))
		}
		sum[i+len(a)] = carry
	}
	return sum
}
