package execute_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/driver"
)

// rowed is a random program over maps of maps, with what it makes of them.
type rowed struct {
	r    *rand.Rand
	text strings.Builder
	c, d [5][5]int
	e    [5][5][5]int
	row  [5]int
}

// at are the indices that are used: the first elements are stored otherwise than others.
var at = [5]int{0, 1, 5, 300, -3}

func (x *rowed) say(format string, args ...any) { fmt.Fprintf(&x.text, "\t"+format+"\n", args...) }

// step adds a command.
func (x *rowed) step() {
	var i, j, k, l = x.r.IntN(5), x.r.IntN(5), x.r.IntN(5), x.r.IntN(5)
	switch x.r.IntN(14) {
	case 0:
		x.say("c[%d][%d] := %d;", at[i], at[j], k)
		x.c[i][j] = k
	case 1:
		x.say("c[%d][%d] := d[%d][%d] + 1;", at[i], at[j], at[k], at[l])
		x.c[i][j] = x.d[k][l] + 1
	case 2:
		x.say("c[%d] := c[%d];", at[i], at[j])
		x.c[i] = x.c[j]
	case 3:
		x.say("row := d[%d]; row[%d] := %d;", at[i], at[j], k)
		x.row = x.d[i]
		x.row[j] = k
	case 4:
		x.say("d[%d] := row;", at[i])
		x.d[i] = x.row
	case 5:
		x.say("c := d;")
		x.c = x.d
	case 6:
		x.say("c, d := c[%d := d[%d]], d[%[2]d := c[%[1]d]];", at[i], at[j])
		x.c[i], x.d[j] = x.d[j], x.c[i]
	case 7:
		x.say("d := d[%d := d[%[1]d][%d := 7]][%d := d[%[1]d]];", at[i], at[j], at[k])
		old := x.d[i]
		x.d[i][j] = 7
		x.d[k] = old
	case 8:
		x.say("e[%d] := c;", at[i])
		x.e[i] = x.c
	case 9:
		x.say("d := e[%d];", at[i])
		x.d = x.e[i]
	case 10:
		x.say("e[%d][%d][%d] := e[%d][%[1]d][%[2]d] + 1;", at[i], at[j], at[k], at[l])
		x.e[i][j][k] = x.e[l][i][j] + 1
	case 11:
		x.say("e[%d][%d] := e[%d][%[1]d][%[4]d := %[5]d];", at[i], at[j], at[k], at[l], i)
		row := x.e[k][i]
		row[l] = i
		x.e[i][j] = row
	case 12: // the first two elements are the same here
		x.say("havoc row; assume (forall i: int :: row[i] == (if 0 <= i && i < 2 then c[%d][i] else d[%d][i]));", at[i], at[j])
		x.row = x.d[j]
		x.row[0], x.row[1] = x.c[i][0], x.c[i][1]
	case 13:
		x.say("call c := twice(c, %d, d[%d]);", at[i], at[j])
		row := x.d[j]
		row[2]++
		x.c[i] = row
		x.c[4] = row
	}
}

// program returns a program; if wrong, its last claim is false.
func (x *rowed) program(wrong bool) string {
	for i := range 5 {
		for j := range 5 {
			x.c[i][j], x.d[i][j] = 5*i+j, 100+5*i+j
			x.say("c[%d][%d] := %d; d[%[1]d][%[2]d] := %[4]d;", at[i], at[j], x.c[i][j], x.d[i][j])
		}
	}
	for i := range 5 {
		x.say("e[%d] := c;", at[i])
		x.e[i] = x.c
	}
	x.say("row := c[0];")
	x.row = x.c[0]
	for k := range 40 {
		x.step()
		i, j, l := x.r.IntN(5), x.r.IntN(5), x.r.IntN(5)
		v := x.e[l][i][j]
		if wrong && k == 39 {
			v++
		}
		x.say("assert c[%d][%d] == %d && d[%[1]d][%[2]d] == %[4]d && row[%[1]d] == %[5]d && e[%[6]d][%[1]d][%[2]d] == %[7]d;",
			at[i], at[j], x.c[i][j], x.d[i][j], x.row[i], at[l], v)
	}
	return `procedure twice(m: [int][int]int, i: int, r: [int]int) returns (n: [int][int]int) {
	n := m; n[i] := r; n[i][5] := n[i][5] + 1; n[-3] := n[i]; }
procedure main() { var c, d: [int][int]int; var e: [int][int][int]int; var row: [int]int;
` + x.text.String() + "}\n"
}

// Maps of maps have the elements that were written, whichever rows they share; the check of proofs and the replay of
// failures say the same.
func TestRows(t *testing.T) {
	for seed := range uint64(60) {
		for want, wrong := range map[string]bool{"safe": false, "unsafe": true} {
			x := &rowed{r: rand.New(rand.NewPCG(seed, 1))}
			text := x.program(wrong)
			rep := run(t, "p.bpl", text, driver.Options{Output: driver.Output{Check: true}})
			if got := rep.Result.VerdictText(); got != want || got == "safe" && rep.Check.State != driver.CheckOK {
				t.Fatalf("got %s, want %s\n%s", rep, want, text)
			}
		}
	}
}

// What an arbitrary index is is known where a map is true at few of them; what a map has is where all else is known.
func TestSeek(t *testing.T) {
	for _, x := range []struct{ name, body, want string }{
		{"one index", "has[3] := true; has[1000] := true; havoc k; assume has[k] && k != 3; assert k == 1000;", "safe"},
		{"any of them", "has[3] := true; has[1000] := true; havoc k; assume has[k]; assert k == 1000;", "unsafe"},
		{"none", "has[3] := false; havoc k; assume has[k]; assert false;", "safe"},
		{"each in any order", `has[3] := true; has[1000] := true; has[-7] := true; n := 0; i := 0;
			while (i < 3) { havoc k; assume has[k]; has[k] := false; n := n + k; i := i + 1; } assert n == 996;`, "safe"},
		{"the order", `has[3] := true; has[1000] := true; n := 0; i := 0;
			while (i < 2) { havoc k; assume has[k]; has[k] := false; n := 2 * n + k; i := i + 1; } assert n == 2003;`, "unsafe"},
		{"two parts", "deep[1][2] := true; deep[1][5] := true; deep[7][5] := true; havoc k, l; assume deep[k][l] && l == 5; assert k == 1 || k == 7;", "safe"},
		{"any row", "deep[1][2] := true; deep[1][5] := true; deep[7][5] := true; havoc k, l; assume deep[k][l] && l == 5; assert k == 7;", "unsafe"},
		{"a row of which nothing is left", "deep[1][2] := true; deep[7][5] := true; deep[7][5] := false; havoc k, l; assume deep[k][l]; assert k == 1 && l == 2;", "safe"},
		{"a truth value", "has[1] := true; havoc b; assume has[if b then 1 else 0]; assert b;", "safe"},
		{"either truth value", "has[1] := true; has[0] := true; havoc b; assume has[if b then 1 else 0]; assert b;", "unsafe"},
		{"true nearly everywhere", "has := all(true); has[3] := false; havoc k; assume has[k]; assert k != 4;", "unsafe"},
		{"what else is said of it", "has[3] := true; has[4] := true; i := 3; havoc k; assume k > i; assume has[k]; assert k == 4;", "safe"},
		{"an index of more than 64 bits", `m := zeros(7); i := 36893488147419103232; m[i] := 1; m[i + 1] := 2; m[i - 36893488147419103232] := 3;
			assert m[2 * i - i] == 1 && m[i + 1] == 2 && m[0] == 3 && m[-1 * i] == 7;`, "safe"},
		{"an index of 63 bits", `m := zeros(7); i := 9223372036854775807; m[i] := 1; i := i + 1; m[i] := 2;
			assert m[i - 1] == 2 || m[i] != 2;`, "unsafe"},
		{"a row at an index of more than 64 bits", `i := 18446744073709551616; deep[i][i] := true; deep[i][3] := true; deep[3] := deep[i];
			deep[i][i] := false; assert deep[3][2 * i - i] && !deep[i][i] && deep[i][3] && !deep[i + 1][3];`, "safe"},
		{"filled from an index on", `m := zeros(7); m[2] := 2; m[3] := 3; m[900] := 4; i := 3; havoc n0;
			assume (forall j: int :: n0[j] == (if j < i then m[j] else 7)); assert n0[2] == 2 && n0[3] == 7 && n0[900] == 7 && n0[-1] == 7;`, "safe"},
		{"filled with something else", `m := zeros(7); m[2] := 2; i := 3; havoc n0;
			assume (forall j: int :: n0[j] == (if j < i then m[j] else 8)); assert n0[2] != 2;`, "unknown"},
	} {
		text := `function {:builtin "MapConst"} all(x: bool): [int]bool; function {:builtin "MapConst"} zeros(x: int): [int]int;
			function {:builtin "MapConst"} rows(x: [int]bool): [int][int]bool;
			procedure main() { var has: [int]bool; var deep: [int][int]bool; var m, n0: [int]int; var i, k, l, n: int; var b: bool;
			has := all(false); deep := rows(has); ` + x.body + " }"
		ctx, cancel := limit.NewCountdown(1_000, limit.Steps).Context(t.Context())
		rep := runWithin(t, ctx, "p.bpl", text, driver.Options{Output: driver.Output{Check: true}})
		cancel()
		if got := rep.Result.VerdictText(); got != x.want || got == "safe" && rep.Check.State != driver.CheckOK {
			t.Errorf("%s: got %s, want %s", x.name, rep, x.want)
		}
	}
}
