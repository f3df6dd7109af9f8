package boogie

import (
	"errors"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// mutants returns n faulty copies of a program: cut short, or with tokens swapped, dropped, doubled, replaced by others,
// by unknown names, or by deep or long expressions.
func mutants(seed int64, src []byte, n int) [][]byte {
	r := rand.New(rand.NewSource(seed))
	parts := regexp.MustCompile(`[\w.$#]+|\s+|[^\w.$#\s]`).FindAllString(string(src), -1)
	out := make([][]byte, 0, n)
	for len(out) < n {
		i, j := r.Intn(len(parts)), r.Intn(len(parts))
		if strings.TrimSpace(parts[i]) == "" || strings.TrimSpace(parts[j]) == "" {
			continue
		}
		a, b := parts[i], parts[j]
		switch r.Intn(9) {
		case 0:
			out = append(out, src[:r.Intn(len(src))])
			continue
		case 1:
			parts[i], parts[j] = b, a
		case 2:
			parts[i] = ""
		case 3:
			parts[i] += " " + a
		case 4:
			parts[i] = b
		case 5:
			parts[i] = "unknown"
		case 6:
			parts[i] = strings.Repeat("(", 100_000) + a + strings.Repeat(")", 100_000)
		case 7:
			parts[i] += strings.Repeat("x", 1<<20)
		case 8:
			parts[i] = "real"
		}
		out = append(out, []byte(strings.Join(parts, "")))
		parts[i], parts[j] = a, b
	}
	return out
}

// survives requires a sound program or an error with a position.
func survives(t *testing.T, src []byte) {
	t.Helper()
	p, err := Load("f.bpl", src, term.NewStore())
	var e *syntax.Error
	switch {
	case err == nil:
		if err := prog.Check(p); err != nil {
			t.Errorf("%.500s\n%v", src, err)
		}
	case !errors.As(err, &e) || e.Line < 1 || e.Col < 1 || len(e.Msg) > 1000:
		t.Errorf("%.500s\n%.300v", src, err)
	}
}

const mutantSample = `type ref = int; type t; const unique c, d: ref; const k: t; axiom c == 5; axiom (forall x: int :: {f(x)} f(x) != x);
function f(int) : int; function {:inline} g(x: int, b: bool) : int { if b then f(x) else -x div 2 }
var m: [int,bool]t; var n: [int]int; var h: int where h > c;
procedure q(a: int) returns (r: int where r > a, s: bool); modifies h; free requires a > 1; ensures h == old(h) + r;
procedure {:entrypoint} p(a: int) returns (z: int); modifies h, m, n;
implementation {:entrypoint} p(a: int) returns (z: int) { var l: int where l > 0; var b: bool; start: l, z := 1, a + h;
  m[l, true] := k; n[g(a, b)] := n[3] mod 4; havoc h, l; goto one, two; one: assume b ==> l < 2; return; two:
  call z, b := q(l); while (b) invariant l > 0; free invariant old(h) <= h; { if (*) { break; } else if (l == 1) { goto one; } assert n[1 := 2] == n; } }
`

func TestMutants(t *testing.T) {
	survives(t, []byte(mutantSample))
	for _, src := range mutants(1, []byte(mutantSample), 1000) {
		survives(t, src)
	}
}

// TestMutantsBench takes one driver.
func TestMutantsBench(t *testing.T) {
	files := benchFiles(t)
	src, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	survives(t, src)
	for _, m := range mutants(2, src, 40) {
		survives(t, m)
	}
}
