package bpl

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const sample = `type T;
type word = int;
const {:a 1, "b\\"} unique c: T;
var g: [int, bool][T]int where g[0, true][c] > 0;
function {:inline} f(x: int) : bool { if x > 0 then x div 2 == 1 else false }
type {:datatype} D;
function {:constructor} C(x: int, d: bool) : D;
type F _;
var h: <a>[F a]a;
function id<A>(x: A) : A { x }
axiom {:ignore} (forall<A> x: A :: {id(x)} id(x) == x);
axiom (forall i: int, j: int :: {:weight 2} {:qid "q"} {f(i), f(j)} {f(i)} f(i) ==> f(j) ==> i == j);
procedure {:SIextraRecBound 2} p(a: int, b: bool) returns (r: word);
  free requires a > 0;
  ensures b ==> old(g)[0, b] == g[0, b];
  modifies g;
implementation {:entrypoint} p(a: int, b: bool) returns (r: word)
{
  var x: int where x >= 0;
  var {:assumption} s: bool;
    if (*) {
      g[a, b][c], x := 1, -2;
    } else {
      havoc x, r;
    }
    assert {:subsumption 0} {:verified_under s && x > 1} is#C(C(h[k], true));
    g[1] := (lambda t: int, u: T :: x#C(C(t, u == c)));
  L:
    while (x < 10 && (b || !b))
      free invariant x != --1;
    {
      call {:si 1} x := p(x - (a - 1) - -1, b <==> true <==> false);
      if (b) {
        break L;
      }
      break;
    }
    assert g == g[a, b := g[a, b][c := 3 * (x + 1) mod 2]];
    goto L, M;
  M:
    assume {:partition} (a && b) == (1 < 2);
    assume (7bv8 ++ (1bv2 ++ w)[8:4][4:0] ++ 1bv4)[16:8] == (if a then 1bv8 else 0bv8);
    return;
}
`

// A printed program is read back unchanged.
func TestPrintRead(t *testing.T) {
	// Attributes of constants are dropped, since they have no meaning.
	want := strings.Replace(sample, `{:a 1, "b\\"} `, "", 1)
	p, err := Read("sample.bpl", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if got := fields(p.String()); got != fields(want) {
		t.Errorf("got\n%s\nwant\n%s", got, fields(want))
	}
}

func fields(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestShrink(t *testing.T) {
	p, err := Read("sample.bpl", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	small := Shrink(p, nil, func(p *Program) bool {
		return strings.Contains(p.String(), "break L") && strings.Contains(p.String(), "mod 2")
	})
	if got := small.String(); len(strings.Split(got, "\n")) > 10 || strings.Contains(got, "forall") {
		t.Errorf("not small:\n%s", got)
	}
}

// FuzzRead reads any text: a program that can be read is read back unchanged.
func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	files, err := filepath.Glob("../../examples/*.bpl")
	if err != nil || len(files) == 0 {
		f.Fatal("no examples", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	place := regexp.MustCompile(`^f\.bpl:(\d+:\d+: )?.`)
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Read("f.bpl", text)
		if err != nil {
			if !place.MatchString(err.Error()) {
				t.Errorf("error without position: %v", err)
			}
			return
		}
		again, err := Read("f.bpl", []byte(p.String()))
		if err != nil || again.String() != p.String() {
			t.Errorf("%v: %s", err, p)
		}
	})
}
