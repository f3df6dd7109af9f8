package fuzz

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// csmithTarget is as cTarget, with programs that csmith makes. Without csmith its cases are empty.
var csmithTarget = Target{
	Name: "csmith", About: "C programs that csmith makes, where it is installed with its headers, against what gcc makes of them",
	Comment: "//", Slow: 1000, Patience: 2 * time.Minute,
	Make: makeCsmith,
	Read: cTarget.Read,
}

// csmithBatch programs are in a case: most of what they cost is to run them in the verifier.
const csmithBatch = 4

// csmithOptions keep programs small; wider ones take some of them back.
var (
	csmithOptions = []string{"--no-argc --no-float --concise --max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 4",
		"--max-array-dim 2 --max-array-len-per-dim 4 --max-struct-fields 5 --max-pointer-depth 2"}
	csmithWider = []string{"--max-funcs 5", "--max-block-depth 3", "--max-expr-complexity 8", "--max-block-size 4", "--max-array-dim 3",
		"--max-pointer-depth 3", "--max-struct-fields 8", "--inline-function", "--no-packed-struct", "--no-unions", "--no-volatiles", "--no-pointers", "--no-structs"}
)

func makeCsmith(r *rand.Rand) Case {
	csmith, err := exec.LookPath("csmith")
	if err != nil {
		return cCase{}
	}
	functions, err := os.ReadFile("/usr/include/csmith/safe_math.h")
	if err != nil {
		return cCase{}
	}
	var x cCase
	for range csmithBatch {
		args := append([]string{"--seed", strconv.Itoa(int(r.Uint32()))}, strings.Fields(strings.Join(csmithOptions, " "))...)
		for range r.IntN(4) {
			args = append(args, strings.Fields(csmithWider[r.IntN(len(csmithWider))])...)
		}
		cmd := exec.Command(csmith, args...)
		cmd.Dir = os.TempDir() // it writes a file
		text, err := cmd.Output()
		if err == nil {
			x = append(x, fromCsmith(string(text), string(functions)))
		}
	}
	return x
}

var (
	csmithSum   = regexp.MustCompile(`transparent_crc\((.*), "[^"]*", print_hash_value\);`)
	csmithEnd   = regexp.MustCompile(`(?m)^.*(platform_main_begin|crc32_gentab|print_hash_value|printf).*\n`)
	csmithTail  = regexp.MustCompile(`platform_main_end\(.*\);`)
	csmithSafe  = regexp.MustCompile(`safe_(\w+)`)
	csmithParts = regexp.MustCompile(`(?ms)^STATIC .*?^}`)
)

// fromCsmith makes a program of what csmith makes: it takes in the functions that it uses, and adds up what it computes itself.
func fromCsmith(text, functions string) string {
	text = strings.Replace(text, `#include "csmith.h"`, "", 1)
	text = csmithTail.ReplaceAllString(text, "CHECK(0, total);")
	text = csmithSum.ReplaceAllString(text, "add($1);")
	text = csmithEnd.ReplaceAllString(text, "")
	used := map[string]bool{}
	for _, m := range csmithSafe.FindAllStringSubmatch(text, -1) {
		used[m[1]] = true
	}
	head := "#include <stdint.h>\n#include <limits.h>\nstatic uint64_t total;\nstatic void add(uint64_t v) { total = total * 31 + v; }\n"
	for _, part := range csmithParts.FindAllString(functions, -1) {
		name, _, _ := strings.Cut(part[strings.Index(part, "FUNC_NAME(")+len("FUNC_NAME("):], ")")
		if used[name] {
			part = strings.Replace(part, "FUNC_NAME("+name+")", "safe_"+name, 1)
			part = strings.NewReplacer("STATIC", "static", "UNDEFINED", "", "LOG_INDEX", "", "LOG_EXEC", "").Replace(part)
			head += part + "\n"
		}
	}
	return head + text
}
