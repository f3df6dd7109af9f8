package fuzz

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// csmithTarget is as cTarget, with programs as csmith makes them: only the checksum goes to CHECK in place of printf.
func csmithTarget() Target {
	csmith, include := findCsmith()
	kind := cKind{files: csmithFiles, flags: []string{"-I" + include}, include: []string{include}, fuel: 1_000_000}
	return Target{
		Name: "csmith", About: "C programs that csmith makes, where it is installed with its headers, against what gcc and clang make of them",
		Comment: "//", Slow: 1000, Patience: 2 * time.Minute,
		Lacks: func() string {
			switch {
			case csmith == "":
				return "csmith"
			case include == "":
				return "the headers of csmith (libcsmith-dev)"
			}
			return lacksGCC()
		},
		Make: func(r *rand.Rand) Case { return makeCsmith(csmith, kind, r) },
		Read: kind.read,
	}
}

// findCsmith returns the path of csmith and of the directory with its headers, empty where there is none.
func findCsmith() (program, include string) {
	program, err := exec.LookPath("csmith")
	if err != nil {
		return "", ""
	}
	root := filepath.Dir(filepath.Dir(program))
	for _, pattern := range []string{"include/csmith*", "runtime"} {
		found, _ := filepath.Glob(filepath.Join(root, pattern, "csmith.h"))
		if len(found) > 0 {
			return program, filepath.Dir(found[0])
		}
	}
	return program, ""
}

// csmithSmaller are options that keep three of four programs small. None takes anything from the language.
const csmithSmaller = "--max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 5 --max-array-len-per-dim 5"

// csmithTime is for csmith to make a program.
const csmithTime = 10 * time.Second

func makeCsmith(csmith string, kind cKind, r *rand.Rand) Case {
	x := cCase{kind: kind}
	args := []string{"--seed", strconv.Itoa(int(r.Uint32())), "--concise", "--no-argc"} // an execution could not choose what argv points to
	if r.IntN(4) > 0 {
		args = append(args, strings.Fields(csmithSmaller)...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), csmithTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, csmith, args...)
	cmd.Dir = os.TempDir() // it writes a file
	if text, err := cmd.Output(); err == nil {
		checked := strings.Replace(string(text), "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);", "CHECK(0, crc32_context ^ 0xFFFFFFFFUL);", 1)
		x.programs = []string{"// LP64\n" + checked}
	}
	return x
}

// csmithFiles are the files of programs of csmith: one for each, since they have the same names.
func csmithFiles(programs []string) []string {
	var texts []string
	for i, p := range programs {
		texts = append(texts, cPrinting+announced(i)+fmt.Sprintf("#define main main_%d\n", i)+p)
	}
	return append(texts, calling(len(programs)))
}
