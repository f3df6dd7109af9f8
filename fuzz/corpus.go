package fuzz

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
)

// maxScript is how many bytes a script may have that is to be mutated.
const maxScript = 40000

// mutantTarget mutates the scripts of this module and those of MUSTER_BENCH, if
// that is set: so its cases depend on what there is.
func mutantTarget() Target {
	files := sync.OnceValue(corpus)
	return scriptTarget("mutant", "real scripts with a few changes, of the repository and of MUSTER_BENCH, against the oracles of smt", func(r *rand.Rand) *smtscript.Script {
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
}

// corpus lists scripts in an order that does not depend on the machine.
func corpus() []string {
	var all []string
	dirs := []string{inModule("theory/smt/testdata"), inModule("theory/script/testdata"), inModule("fuzz/testdata/smt")}
	if bench := os.Getenv("MUSTER_BENCH"); bench != "" {
		dirs = append(dirs, filepath.Join(bench, "smt"))
	}
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error { // what is not there is not mutated
			if err == nil && strings.HasSuffix(path, ".smt2") {
				if i, err := d.Info(); err == nil && i.Size() <= maxScript {
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
