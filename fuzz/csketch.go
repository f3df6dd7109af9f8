package fuzz

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"time"

	"github.com/muster-smt/muster/fuzz/gen"
)

// cSketchTargets are as cTarget, one for each generator of gen.CSketches: what is mended in one does not make the others count anew.
func cSketchTargets() (targets []Target) {
	for _, s := range gen.CSketches() {
		targets = append(targets, Target{
			Name: "c-" + s.Name, About: "C programs about " + s.About + ", against what gcc and clang make of them, where they are installed",
			Comment: "//", Slow: 200, Patience: 2 * time.Minute, Lacks: lacksGCC,
			Make: func(r *rand.Rand) Case {
				x := cCase{kind: cSketched}
				for range cBatch {
					x.programs = append(x.programs, gen.Sketched(s.Name, r))
				}
				return x
			},
			Read: cSketched.read,
		})
	}
	return targets
}

var cSketched = cKind{files: sketchFiles, fuel: 200_000}

// cOwn finds the names that a program of sketches declares, also in quotes; and characters that look like them.
var cOwn = regexp.MustCompile(`\\x\w+|\b[A-Za-z][A-Za-z_]*\d+\b|\bmain\b`)

// sketchFiles are the files of programs of sketches: one.
func sketchFiles(programs []string) []string {
	text := cPrinting
	for i, p := range programs {
		text += announced(i) + cOwn.ReplaceAllStringFunc(p, func(w string) string {
			if w[0] == '\\' || w == "u8" {
				return w
			}
			return fmt.Sprintf("%s_%d", w, i)
		})
	}
	return []string{text + calling(len(programs))}
}
