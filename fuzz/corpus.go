package fuzz

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/fuzz/bpl"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
)

// maxScript is how many bytes a script may have that is to be mutated.
const maxScript = 40000

// mutantTarget mutates the scripts of this module and those of MUSTER_BENCH, if
// that is set: so its cases depend on what there is.
func mutantTarget() Target {
	files := sync.OnceValue(func() []string {
		return corpus(".smt2", maxScript, []string{"theory/solver/testdata", "theory/script/testdata", "fuzz/testdata/smt"}, []string{"smt"})
	})
	t := scriptTarget("mutant", "real scripts with a few changes, of the repository and of MUSTER_BENCH, against the oracles of smt", func(r *rand.Rand) *smtscript.Script {
		if all := files(); len(all) > 0 {
			name := all[r.IntN(len(all))]
			if text, err := os.ReadFile(name); err == nil {
				if s, err := smtscript.Parse(text, name); err == nil {
					s.Candidates = true
					return gen.Mutant(r, s)
				}
			}
		}
		return gen.Mutant(r, gen.SMT(r))
	})
	t.Patience = patience
	return t
}

// patience is what a case made of a real input may take of the processor.
const patience = time.Minute

// maxProgram is how many bytes a program may have that is to be mutated.
const maxProgram = 1_000_000

// bplMutantTarget does the same with programs.
func bplMutantTarget() Target {
	files := sync.OnceValue(func() []string {
		return corpus(".bpl", maxProgram, []string{"examples", "fuzz/testdata/boogie"}, []string{"sdv", "svcomp"})
	})
	return Target{
		Name: "bplmutant", About: "real Boogie programs with a few changes, of the repository and of MUSTER_BENCH: engine against engine and rewritten programs",
		Comment: "//", Slow: 100, Patience: patience,
		Make: func(r *rand.Rand) Case {
			c := boogieCase{bound: 1 + r.IntN(3), variant: r.Uint64() >> 40, real: true}
			if all := files(); len(all) > 0 {
				name := all[r.IntN(len(all))]
				if text, err := os.ReadFile(name); err == nil {
					if p, err := bpl.Read(name, text); err == nil {
						c.program = gen.BoogieMutant(r, p)
						return c
					}
				}
			}
			c.program = gen.BoogieMutant(r, gen.Boogie(r))
			return c
		},
		Read: func(text []byte, file string) (Case, error) { return readBoogie(text, file, true) },
	}
}

// corpus lists files of the repository and of MUSTER_BENCH in an order that does not
// depend on the machine.
func corpus(suffix string, size int64, own, bench []string) []string {
	var all, dirs []string
	for _, dir := range own {
		dirs = append(dirs, inModule(dir))
	}
	if root := os.Getenv("MUSTER_BENCH"); root != "" {
		for _, dir := range bench {
			dirs = append(dirs, filepath.Join(root, dir))
		}
	}
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error { // what is not there is not mutated
			if err == nil && strings.HasSuffix(path, suffix) {
				if i, err := d.Info(); err == nil && i.Size() <= size {
					all = append(all, path)
				}
			}
			return nil
		})
	}
	slices.Sort(all)
	return all
}

// inModule is a path in the module that the working directory lies in.
func inModule(path string) string {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, path)
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return path
}
