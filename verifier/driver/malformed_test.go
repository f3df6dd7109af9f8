package driver

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/passes"
)

// mutant is a damaged program.
type mutant struct {
	name string
	src  []byte
}

// word is a rough token of a Boogie program.
var word = regexp.MustCompile(`[A-Za-z_$.#][A-Za-z0-9_$.#]*|[0-9]+|==>|:=|[=!<>]=|&&|\|\||::|"[^"\n]*"|[^\s\w]`)

// mutants damages a program at random in n ways.
func mutants(src []byte, n int) []mutant {
	r := rand.New(rand.NewPCG(1, 2))
	words := word.FindAllIndex(src, -1)
	pick := func() []int { return words[r.IntN(len(words))] }
	cut := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	kinds := []struct {
		name string
		make func() []byte
	}{
		{"truncated", func() []byte { return src[:r.IntN(len(src))] }},
		{"swapped", func() []byte {
			a, b := pick(), pick()
			if a[0] > b[0] {
				a, b = b, a
			}
			if a[0] == b[0] {
				return src
			}
			return cut(src[:a[0]], src[b[0]:b[1]], src[a[1]:b[0]], src[a[0]:a[1]], src[b[1]:])
		}},
		{"dropped", func() []byte {
			a := pick()
			return cut(src[:a[0]], src[a[1]:])
		}},
		{"replaced", func() []byte {
			a, b := pick(), pick()
			return cut(src[:a[0]], src[b[0]:b[1]], src[a[1]:])
		}},
		{"type", func() []byte {
			return bytes.Replace(src, []byte(": int"), []byte(": "+[]string{"nothing", "[int]", "bv99999999999", "int int", "real"}[r.IntN(5)]), 1+r.IntN(3))
		}},
		{"byte", func() []byte {
			out := bytes.Clone(src)
			out[r.IntN(len(out))] = byte(r.IntN(256))
			return out
		}},
	}
	var all []mutant
	for i := range n {
		k := kinds[i%len(kinds)]
		all = append(all, mutant{fmt.Sprintf("%s %d", k.name, i), k.make()})
	}
	return all
}

// monsters are programs of a hostile shape.
func monsters() []mutant {
	const deep = 100_000
	rep := func(s string, n int) string { return strings.Repeat(s, n) }
	long := rep("x", 10<<20)
	body := func(name, cmd string) mutant {
		return mutant{name, []byte("var g: int;\nprocedure main()\n  modifies g;\n{\n  var b: bool;\n  " + cmd + "\n}\n")}
	}
	top := func(name, decl string) mutant {
		return mutant{name, []byte(decl + "\nprocedure main() { assert true; }\n")}
	}
	return []mutant{
		body("parentheses", "assert "+rep("(", deep)+"true"+rep(")", deep)+";"),
		body("open parentheses", "assert "+rep("(", deep)),
		body("negations", "assert "+rep("!", deep)+"true;"),
		body("signs", "assert 0 == "+rep("- ", deep)+"0;"),
		body("implications", "assert "+rep("b ==> ", deep)+"true;"),
		body("conjunctions", "assert "+rep("(b || !b) && ", deep)+"true;"),
		body("sums", "assert g == 0 "+rep("+ g ", deep)+";"),
		body("conditions", rep("if (b) {", deep)+rep("}", deep)),
		body("else ifs", rep("if (b) { g := 1; } else ", deep)+"{ g := 2; }"),
		body("loops", rep("while (b) {", deep)+rep("}", deep)),
		body("quantifiers", "assert "+rep("(forall i: int :: ", deep)+"true"+rep(")", deep)+";"),
		body("if-then-else", "g := "+rep("(if b then 1 else ", deep)+"2"+rep(")", deep)+";"),
		body("selects", "assert "+rep("m[", deep)+"0"+rep("]", deep)+" == 0;"),
		body("digits", "assert g != "+rep("9", 200_000)+";"),
		body("name", "assert "+long+";"),
		body("label", "goto "+long+";"),
		body("attributes", "assume "+rep("{:a (1)} ", deep)+"true;"),
		body("string", `assume {:a "`+long+`} true;`),
		top("map type", "var m: "+rep("[int]", deep)+"int;"),
		top("long name", "var "+long+": int;"),
		top("unknown long type", "var v: "+long+";"),
		top("comments", rep("/* ", deep)),
		top("synonym cycle", "type a = b; type b = a; var v: a;"),
		top("function chain", "function f0(x: int) returns (int);\n"+chain(20_000)),
		{"empty", nil},
		{"zeros", make([]byte, 1<<16)},
		{"no UTF-8", []byte("\xff\xfe\xfd procedure main() {}")},
	}
}

// chain declares inline functions that call one another.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "function {:inline} f%d(x: int) returns (int) { f%d(x) + 1 }\n", i+1, i)
	}
	return b.String()
}

// position matches the message about a bad program, one line that begins with a position.
var position = regexp.MustCompile(`^p\.bpl:\d+:\d+: [^\n]+$`)

// checkMutant demands an error with a position, or a verdict.
func checkMutant(t *testing.T, m mutant) {
	t.Helper()
	ctx, cancel := limit.NewCountdown(2_000, limit.Steps).Context(t.Context())
	defer cancel()
	rep, err := verify(ctx, "p.bpl", m.src, Options{Question: Question{Bound: 1}})
	var (
		input *InputError
		entry *passes.EntryError
	)
	switch {
	case err == nil && rep != nil, errors.As(err, &entry):
	case !errors.As(err, &input):
		var internal reason.Reason
		if errors.As(err, &internal) {
			t.Logf("%s", internal.Stack)
		}
		t.Errorf("%s: %v\n%.2000s", m.name, err, m.src)
	case !position.MatchString(input.Error()) || len(input.Error()) > 300:
		t.Errorf("%s: bad message %.400q", m.name, input.Error())
	}
}

func TestMutants(t *testing.T) {
	for _, file := range []string{"lock_bug.bpl", "copy_bug.bpl"} {
		src, err := os.ReadFile(filepath.Join("../../examples", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutants(src, 120) {
			checkMutant(t, m)
		}
	}
}

func TestMonsters(t *testing.T) {
	for _, m := range monsters() {
		t.Run(m.name, func(t *testing.T) { checkMutant(t, m) })
	}
}

// TestMutantsOfBench damages a real driver of the set sdv in MUSTER_BENCH.
func TestMutantsOfBench(t *testing.T) {
	bench := os.Getenv("MUSTER_BENCH")
	if bench == "" {
		t.Skip("MUSTER_BENCH is not set")
	}
	files, _ := filepath.Glob(filepath.Join(bench, "sdv", "*.bpl"))
	if len(files) == 0 {
		t.Skip("no programs")
	}
	src, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants(src, 12) {
		checkMutant(t, m)
	}
}
