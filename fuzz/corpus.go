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

// maxScript bounds the bytes of scripts to mutate.
const maxScript = 40000

// mutantTarget mutates the scripts of this module and, if it is set, of the directory
// MUSTER_BENCH; so its cases depend on the files there.
func mutantTarget() Target {
	files := sync.OnceValue(func() []string {
		return corpus(".smt2", maxScript, []string{"theory/solver/testdata", "theory/script/testdata", "fuzz/testdata/smt"}, []string{"smt"})
	})
	t := scriptTarget("mutant", "real scripts, from the repository and MUSTER_BENCH, with a few changes; oracles as for smt", func(r *rand.Rand) *smtscript.Script {
		if all := files(); len(all) > 0 {
			name := all[r.IntN(len(all))]
			if text, err := os.ReadFile(name); err == nil {
				if s, err := smtscript.Parse(text, name); err == nil {
					s.Candidates = true
					return gen.Mutant(r, s)
				}
			}
		}
		return gen.Mutant(r, gen.SMT(r, gen.SMTFamilies()))
	})
	t.Patience = patience
	return t
}

// patience is the CPU time of a case that is made of a real input.
const patience = time.Minute

// maxProgram bounds the bytes of programs to mutate.
const maxProgram = 1_000_000

// bplMutantTarget does the same with Boogie programs.
func bplMutantTarget() Target {
	files := sync.OnceValue(func() []string {
		return corpus(".bpl", maxProgram, []string{"examples", "fuzz/testdata/boogie"}, []string{"sdv", "svcomp"})
	})
	return Target{
		Name: "bplmutant", About: "real Boogie programs, from the repository and MUSTER_BENCH, with a few changes: one engine against the others and against rewritten programs",
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

// corpus lists files of the repository and of MUSTER_BENCH, sorted.
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
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error { // missing directories do no harm
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

// inModule returns a path in the module of the working directory.
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
