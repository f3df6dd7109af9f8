package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/check"
)

// Truncated and hostile input for all commands that read: they must answer, or print
// one line with the position and exit with code 2, soon and with little memory. There
// is more of this for Boogie programs in verifier/driver.

// reading is a command on files in a directory, of which the first one is hostile.
type reading struct {
	args  []string // @1 and @2 stand for the files
	codes []int    // allowed exit codes
}

var (
	verifies   = reading{[]string{"verify", "--timeout", "5s", "--bound", "1", "@1"}, []int{exitSafe, exitUsage, exitInput, exitUnknown, exitUnsafe}}
	imitates   = reading{[]string{"corral", "@1", "/timeLimit:5", "/tryCTrace"}, []int{0, exitCorral, exitInput}}
	solves     = reading{[]string{"solve", "@1"}, []int{0, exitErrors, exitInput}}
	derives    = reading{[]string{"horn", "--timeout", "5s", "@1"}, []int{0, exitInput, exitUnknown}}
	decides    = reading{[]string{"sat", "@1"}, []int{exitInput, 10, 20}}
	searches   = reading{[]string{"btor2", "--depth", "3", "--timeout", "20s", "@1"}, []int{exitSafe, exitInput, exitUnknown, exitUnsafe}}
	checks     = reading{[]string{"check", "@2", "@1"}, []int{0, 1, exitInput}} // @1 is the proof
	checksFor  = reading{[]string{"check", "@1", "@2"}, []int{0, 1, exitInput}}
	checksLone = reading{[]string{"check", "@1"}, []int{0, 1, exitInput}}
)

// longest and largest are generous: no input should take a tenth of the time.
const (
	longest = time.Minute // of CPU time
	largest = 2 << 30     // bytes allocated in total
)

// try runs the command on a file with the given content, and on another file.
func (c reading) try(t *testing.T, what string, text []byte, other string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	args := slices.Clone(c.args)
	for i, a := range args {
		args[i] = strings.NewReplacer("@1", file, "@2", other).Replace(a)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(99)) // as by GOGC: no huge pages are asked for, which count as allocated
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := limit.CPU()
	stdout, stderr, code := runMuster(args...)
	runtime.ReadMemStats(&after)
	if end := limit.CPU(); end-begin > longest {
		t.Errorf("%s: %v", what, end-begin)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > largest {
		t.Errorf("%s: %d MB were allocated", what, n>>20)
	}
	placed := regexp.MustCompile(`^((` + regexp.QuoteMeta(file) + `|` + regexp.QuoteMeta(other) + `):[1-9]\d*:[1-9]\d*: [^\n]+\n)+$`)
	switch {
	case !slices.Contains(c.codes, code) || strings.Contains(stdout+stderr, "internal error"):
		t.Errorf("%s: exit code %d\n%.300s\n%.1000s", what, code, stdout, stderr)
	case code == exitInput && !placed.MatchString(stderr) && !strings.Contains(stderr, check.ErrNoProof.Error()):
		t.Errorf("%s: no line with the place: %.300s", what, stderr)
	}
}

// compressed returns a text in the three formats.
func squeezed(t *testing.T, text string) map[string][]byte {
	var z, s, x bytes.Buffer
	zw := gzip.NewWriter(&z)
	sw, err := zstd.NewWriter(&s)
	if err != nil {
		t.Fatal(err)
	}
	xw, err := xz.NewWriter(&x)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{zw, sw, xw} {
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	return map[string][]byte{"gzip": z.Bytes(), "zstd": s.Bytes(), "xz": x.Bytes()}
}

const (
	smallScript = `(set-info :status unsat)(set-logic ALL)
(declare-sort S 0)(define-sort A (X) (Array Int X))(declare-fun f (Int S) Int)(declare-const |a b| (A Bool))
(define-fun g ((x Int) (p Bool)) Int (ite p (+ x 1) (- x (/ 3 2.5))))(declare-const s S)(declare-const r Real)
(push 1)(assert (! (let ((x (f 1 s)) (y 2)) (forall ((i Int)) (! (or (select |a b| i) (<= x y (* 2 i))) :pattern ((select |a b| i))))) :named n))
(assert (and (= r (- 0.5)) (not (select (store |a b| 1 true) (div 7 2)))))(check-sat-assuming ((= s s)))
(pop 1)(echo "a ""b""")(assert (distinct 1 (mod (f 2 s) 2) (to_int r)))(check-sat)(get-info :reason-unknown)(exit)
`
	smallClauses = `(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun |a b| () Bool)(define-fun g ((x Int)) Bool (p (+ x 1)))
(assert (forall ((x Int)) (=> (and (>= x 0) (or (g x) (= x 2))) (let ((y (* 2 x))) (and |a b| (p (- y 1)))))))
(assert (not (exists ((x Int)) (ite (> x 2) (p x) (and |a b| (p 7))))))(check-sat)(get-model)
`
	smallFormula = "c a comment\np cnf 4 8\n1 2 0 3 4 0\n-1 -3 0 -1 2 0\nc another\n-2 1 0 -3 4 0 3 -4 0\n 1 3 0\n"
	smallQueries = "p inccnf\n1 2 0\na -1 0\nc x\n-2 3 0\na -1 -3 0\na 0\n"
	smallSystem  = "1 sort bitvec 2\n2 sort array 1 1 ; c\n3 sort bitvec 1\n4 constd 1 -2\n5 state 2 m\n6 init 2 5 4\n7 input 1 i\n8 write 2 5 7 -4\n" +
		"9 next 2 5 8\n10 read 1 5 7\n11 slice 3 10 1 1\n12 const 1 01\n13 eq 3 10 12\n14 constraint 11 ; d\n15 bad -13 b\n"
	smallProgram = `const c: int; var g: [int]bool; function f(x: int) returns (int) { x + c }
procedure p(a: int) returns (r: int) requires a > 0; modifies g; { g[a] := true; call r := p(f(a)); }
procedure main() modifies g; { var x: int; while (x < 3) invariant x <= 3; { x := x + 1; } call x := p(1); assert (forall i: int :: g[i]); }
`
)

// proofs writes proofs of a formula and a script to files.
func smallProofs(t *testing.T) (formula, script string, proofs, logs [][]byte) {
	dir := t.TempDir()
	formula, script = filepath.Join(dir, "f.cnf"), filepath.Join(dir, "s.smt2")
	unsat := strings.Replace(smallFormula, "p cnf 4 8", "p cnf 4 9", 1) + "-1 -2 3 4 0\n-2 -4 0\n"
	unsat = strings.Replace(unsat, "p cnf 4 9", "p cnf 4 10", 1)
	lines := "(declare-const x Int)(declare-fun f (Int) Int)(assert (and (> x 2) (< x 4)))\n(assert (not (= (f x) (f 3))))(check-sat)\n"
	for file, text := range map[string]string{formula: unsat, script: lines} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	made := func(args ...string) []byte {
		out := filepath.Join(dir, "proof")
		stdout, stderr, code := runMuster(append(args, "--proof", out)...)
		text, err := os.ReadFile(out)
		if err != nil || code != 20 && code != 0 {
			t.Fatalf("%q: exit code %d, %v\n%s%s", args, code, err, stdout, stderr)
		}
		return text
	}
	for _, flags := range [][]string{nil, {"--binary"}, {"--proof-format", "drat"}, {"--proof-format", "drat", "--binary"}} {
		proofs = append(proofs, made(append([]string{"sat", formula}, flags...)...))
	}
	return formula, script, proofs, [][]byte{made("solve", script)}
}

// TestCutInput truncates input of all kinds at many bytes, and damages it.
func TestCutInput(t *testing.T) {
	formula, script, proofs, logs := smallProofs(t)
	cut := func(name string, c reading, text []byte, other string, cuts int) {
		cuts = extent.Of(cuts/8, cuts)
		c.try(t, name, text, other)
		for i := range cuts {
			c.try(t, name+", cut", text[:i*len(text)/cuts], other)
		}
		r := rand.New(rand.NewPCG(1, 1))
		for range cuts {
			bad := bytes.Clone(text)
			for range 1 + r.IntN(3) {
				bad[r.IntN(len(bad))] = byte(r.IntN(256))
			}
			c.try(t, name+", damaged", bad, other)
		}
	}
	cut("script", solves, []byte(smallScript), "", 150)
	cut("clauses", derives, []byte(smallClauses), "", 60)
	cut("program", verifies, []byte(smallProgram), "", 25)
	cut("program for Corral", imitates, []byte(smallProgram), "", 25)
	cut("formula", decides, []byte(smallFormula), "", 80)
	cut("system", searches, []byte(smallSystem), "", 150)
	cut("queries", decides, []byte(smallQueries), "", 50)
	for _, p := range proofs {
		cut("proof", checks, p, formula, 40)
	}
	for _, l := range logs {
		cut("log", checks, l, script, 80)
		cut("lone log", checksLone, l, "", 80)
	}
	good := filepath.Join(t.TempDir(), "good")
	if err := os.WriteFile(good, proofs[0], 0o666); err != nil {
		t.Fatal(err)
	}
	cut("formula of a proof", checksFor, []byte(smallFormula), good, 40)
	for name, text := range squeezed(t, smallFormula) {
		cut(name, decides, text, "", 40)
	}
	for name, text := range squeezed(t, smallScript) {
		cut(name, solves, text, "", 15)
	}
	for name, text := range squeezed(t, smallProgram) {
		cut(name, verifies, text, "", 10)
	}
	for name, text := range squeezed(t, string(proofs[0])) {
		cut(name, checks, text, formula, 15)
	}
}

// TestHostileInput tries input that is large or odd where that hurts.
func TestHostileInput(t *testing.T) {
	deep := extent.Of(100_000, 1<<20)
	rep := strings.Repeat
	random := make([]byte, 10_000)
	r := rand.New(rand.NewPCG(2, 2))
	for i := range random {
		random[i] = byte(r.IntN(256))
	}
	odd := map[string]string{
		"empty": "", "zeros": rep("\x00", 1<<16), "no UTF-8": "\xff\xfe\xfd", "random": string(random),
		"blanks": rep(" \n", deep), "one line": rep("x", 10*deep),
		"gzip of nothing": "\x1f\x8b", "xz of nothing": "\xfd7zXZ\x00", "zstd of nothing": "\x28\xb5\x2f\xfd",
		"zstd with a window of 2 TB": "\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00",
		"zstd with 2^60 bytes":       "\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x00\x00\x10\x71\x00\x00p cnf 1 1\n1 0\n",
	}
	formula, script, _, _ := smallProofs(t)
	for name, text := range odd {
		solves.try(t, name+" script", []byte(text), "")
		derives.try(t, name+" clauses", []byte(text), "")
		decides.try(t, name+" formula", []byte(text), "")
		verifies.try(t, name+" program", []byte(text), "")
		imitates.try(t, name+" program for Corral", []byte(text), "")
		checks.try(t, name+" proof", []byte(text), formula)
		checks.try(t, name+" log", []byte(text), script)
		checksLone.try(t, name+" lone log", []byte(text), "")
		searches.try(t, name+" system", []byte(text), "")
	}
	for name, text := range map[string]string{
		"a long word":          rep("x", 10*deep),
		"a long number":        "1 sort bitvec 64\n2 constd 1 " + rep("9", deep),
		"a long constant":      "1 sort bitvec 65535\n2 const 1 " + rep("1", deep),
		"a long symbol":        "1 sort bitvec 1 " + rep("x", 10*deep),
		"a long comment":       "1 sort bitvec 1 ;" + rep(";", 10*deep),
		"a large id":           "9223372036854775807 sort bitvec 1\n9223372036854775806 input 9223372036854775807\n1 bad -9223372036854775806\n",
		"an id too large":      "1 sort bitvec 1\n2 input 1\n3 bad -9223372036854775808\n",
		"wide products":        "1 sort bitvec 65535\n2 input 1\n3 mul 1 2 2\n4 mul 1 3 2\n5 sort bitvec 1\n6 redand 5 4\n7 bad 6\n",
		"a wide memory":        "1 sort bitvec 65535\n2 sort array 1 1\n3 state 2\n4 input 1\n5 write 2 3 4 4\n6 next 2 3 5\n7 read 1 3 4\n8 sort bitvec 1\n9 redxor 8 7\n10 bad 9\n",
		"many properties":      "1 sort bitvec 1\n2 input 1\n" + strings.ReplaceAll(rep("bad 2\n", deep/10), "bad", "3 bad"),
		"a deep expression":    "1 sort bitvec 8\n2 input 1\n3 state 1\n" + chain(deep/10, "%d add 1 %d -3\n") + fmt.Sprintf("2000000 sort bitvec 1\n2000001 redor 2000000 %d\n2000002 bad 2000001\n", deep/10+3),
		"a deep initial value": "1 sort bitvec 8\n2 zero 1\n3 one 1\n" + chain(deep/10, "%d xor 1 %d -3\n") + fmt.Sprintf("200000 state 1\n200001 init 1 200000 %d\n", deep/10+3),
		"many initial values": "1 sort bitvec 8\n2 zero 1\n3 one 1\n" + chain(deep/20, "%d xor 1 %d -3\n") +
			states(deep/20, 100_000, deep/20+3) + "900000 sort bitvec 1\n900001 redor 900000 100002\n900002 bad 900001\n",
	} {
		searches.try(t, name, []byte(text), "")
	}
	for name, text := range map[string]string{
		"open parentheses":     rep("(", deep),
		"closed parentheses":   rep(")", deep),
		"deep negations":       "(assert " + rep("(not ", deep) + "true" + rep(")", deep) + ")(check-sat)",
		"a deep attribute":     "(set-info :x " + rep("(", deep) + rep(")", deep) + ")(check-sat)",
		"deep sums":            "(declare-const x Int)(assert (> " + rep("(+ x ", deep/10) + "1" + rep(")", deep/10) + " 0))(check-sat)",
		"deep choices":         "(declare-const x Int)(assert (> " + rep("(ite (> x 0) x ", deep/10) + "1" + rep(")", deep/10) + " 0))(check-sat)",
		"deep quantifiers":     "(assert " + rep("(forall ((x Int)) ", deep/10) + "true" + rep(")", deep/10) + ")(check-sat)",
		"deep lets":            "(declare-const x Bool)(assert " + rep("(let ((x (and x x))) ", deep/10) + "x" + rep(")", deep/10) + ")(check-sat)",
		"lets that double":     "(declare-const x Int)(assert (= 0 " + rep("(let ((x (+ x x))) ", 2000) + "x" + rep(")", 2000) + "))(check-sat)",
		"digits":               "(declare-const x Int)(assert (> x " + rep("9", deep) + "))(check-sat)",
		"digits of a decimal":  "(declare-const x Real)(assert (> x 0." + rep("3", deep) + "))(check-sat)",
		"many scopes":          "(push 1000000000)(check-sat)",
		"a scope too many":     "(pop 99999999999999999999)(check-sat)",
		"cyclic functions":     "(define-fun f ((x Int)) Int (g x))(define-fun g ((x Int)) Int (f x))(check-sat)",
		"cyclic and recursive": "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (f x)))(assert (= (f 1) 2))(check-sat)",
		"a cyclic sort":        "(define-sort A () (Array A A))(declare-const a A)(check-sat)",
		"sorts that double":    "(define-sort D (X) (Array X X))(declare-const a " + rep("(D ", 200) + "Int" + rep(")", 200) + ")(check-sat)",
		"many parameters":      "(declare-fun f (" + rep("Int ", deep) + ") Int)(check-sat)",
		"an open symbol":       "(declare-const |" + rep("x", 10*deep),
		"an open string":       `(echo "` + rep("x", 10*deep),
		"a zero byte":          "(assert \x00true)",
		"an odd name":          "(declare-const \xff\xfe Bool)",
		"wide bit-vectors":     "(declare-const x (_ BitVec 999999999999))(check-sat)",
		"huge products":        "(declare-const x (_ BitVec 60000))(declare-const y (_ BitVec 60000))(assert (= (bvmul x y) (bvudiv y x)))(check-sat)",
		"repeated widths":      "(declare-const x (_ BitVec 8))(assert (= x ((_ repeat 9999) ((_ repeat 9999) x))))(check-sat)",
		"divisible by zero":    "(declare-const x Int)(assert ((_ divisible 0) x))(check-sat)",
	} {
		solves.try(t, name, []byte(text), "")
	}
	const clauses = "(declare-fun p (Int) Bool)(declare-fun z () Bool)"
	for name, text := range map[string]string{
		"deep bodies":      clauses + "(assert (=> " + rep("(or (p 1) (and (p 2) ", deep/10) + "z" + rep("))", deep/10) + " z))",
		"deep heads":       clauses + "(assert " + rep("(=> (p 1) ", deep/10) + "z" + rep(")", deep/10) + ")",
		"deep quantifiers": clauses + "(assert " + rep("(forall ((x Int)) (=> (p x) ", deep/1000) + "z" + rep("))", deep/1000) + ")",
		"deep equivalence": clauses + "(assert " + rep("(= z ", deep/10) + "z" + rep(")", deep/10) + ")",
		"many arguments":   clauses + "(assert (or z " + rep("(not (p 1)) ", deep) + "))",
	} {
		derives.try(t, name, []byte(text), "")
	}
	for name, text := range map[string]string{
		"many variables":       "p cnf 2000000000 2\n1 0\n-1 0\n",
		"many clauses":         "p cnf 3 99999999999\n1 0\n",
		"a long number":        "p cnf 3 1\n" + rep("9", deep) + " 0\n",
		"a long header":        "p cnf " + rep("9", deep) + " 1\n",
		"a long clause":        "p cnf 1 1\n" + rep("1 ", deep) + "0\n",
		"many queries":         "p inccnf\n" + rep("a 1 0\n", 1000),
		"as without literals":  "p inccnf\n" + rep("a ", deep),
		"a zero byte":          "p cnf 3 1\n1 \x00 0\n",
		"comments without end": rep("c ", deep),
		"the least number":     "p cnf 3 1\n-9223372036854775808 0\n",
		"minus signs":          "p cnf 3 1\n" + rep("-", deep),
	} {
		decides.try(t, name, []byte(text), "")
	}
	for name, text := range map[string]string{
		"a large variable": "4000000000 0\n0\n",
		"a long number":    rep("9", deep) + " 0\n",
		"a large ID":       "9223372036854775807 1 0 1 0\n",
		"an unknown hint":  "9 0 4000000000 0\n",
		"deletions":        rep("d 1 2 0\n", deep/10),
		"a binary number":  "a" + rep("\xff", deep),
		"binary additions": rep("a\x02\x00", deep/10),
		"large binary":     "a\xfe\xff\xff\xff\x0f\x00a\x00",
	} {
		checks.try(t, name, []byte(text), formula)
	}
	for name, text := range map[string]string{
		"header only":    "muster-proof 1\n",
		"many words":     "muster-proof 1\n" + rep("1 ", deep) + "\n",
		"an open string": "muster-proof 1\nF 1 \"" + rep("x", deep) + "\n",
		"a long number":  "muster-proof 1\nF " + rep("9", deep) + " \"x\" 1\n",
	} {
		checks.try(t, name, []byte(text), script)
		checksLone.try(t, name, []byte(text), "")
	}
}

// chain returns lines that are numbered from 4, each about the one before.
func chain(n int, format string) string {
	var s strings.Builder
	for k := range n {
		fmt.Fprintf(&s, format, 4+k, 3+k)
	}
	return s.String()
}

// states returns states of a system, all with the same initial value.
func states(n, first, init int) string {
	var s strings.Builder
	for k := range n {
		fmt.Fprintf(&s, "%d state 1\n%d init 1 %d %d\n", first+2*k, first+2*k+1, first+2*k, init)
	}
	return s.String()
}

// A missing file and a directory cannot be read.
func TestUnreadableInput(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{dir, filepath.Join(dir, "missing")} {
		for _, args := range [][]string{{"verify", file}, {"corral", file}, {"horn", file}, {"solve", file}, {"sat", file}, {"btor2", file}, {"check", file}, {"check", file, file}} {
			_, stderr, code := runMuster(args...)
			if code != exitInput || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, file) {
				t.Errorf("%q: exit code %d\n%s", args, code, stderr)
			}
		}
	}
}

// TestStarved gives little memory and time to scripts that need gigabytes or hours: they
// end with the reason before they hold much more. If a sample shows more, that is a
// fault, however busy the machine is.
func TestStarved(t *testing.T) {
	rep := strings.Repeat
	list := func(n int, format string) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, format, i)
		}
		return s.String()
	}
	definitions := "(define-fun g0 ((x Int)) Int (+ x 1))"
	for i := range 40 {
		definitions += fmt.Sprintf("(define-fun g%d ((x Int)) Int (g%d (g%d x)))", i+1, i, i)
	}
	const room, more = 32 << 20, 64 << 20
	const big, long = "memory limit", "timeout"
	for _, c := range []struct{ name, text, why string }{
		{"definitions that double", definitions, big},
		{"nested products with a numeral", "(assert (> " + rep("(* 3 ", 100_000) + "y" + rep(")", 100_000) + " 0))", big},
		{"nested products", "(assert (> " + rep("(* x ", 10_000) + "y" + rep(")", 10_000) + " 0))", big},
		{"nested divisors", "(assert (> " + rep("(div y ", 10_000) + "x" + rep(")", 10_000) + " 0))", big},
		{"pairs", list(100_000, "(declare-const x%d Int)") + "(assert (not (distinct" + list(100_000, " x%d") + ")))", big},
		{"a variable deep inside", "(assert (forall ((z Int)) " + list(20_000, "(exists ((w%[1]d Int)) (or (= w%[1]d 5) ") + "(> z 0)" + rep("))", 20_000) + "))", long},
	} {
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(file, []byte("(declare-const x Int)(declare-const y Int)"+c.text+"(check-sat)"), 0o666); err != nil {
			t.Fatal(err)
		}
		debug.FreeOSMemory()
		most := limit.HeldBytes() + room
		args := []string{"solve", file, "--memory", fmt.Sprint(most)}
		if c.why == long {
			args = append(args, "--timeout", "200ms")
		}
		done, held := make(chan struct{}), make(chan int64)
		go func() {
			peak := int64(0)
			for {
				select {
				case <-done:
					held <- peak
					return
				case <-time.After(time.Millisecond):
					peak = max(peak, limit.HeldBytes())
				}
			}
		}()
		stdout, stderr, code := runMuster(args...)
		close(done)
		if peak := <-held; peak > most+more {
			t.Errorf("%s: %d MB were held, %d allowed", c.name, peak>>20, most>>20)
		}
		if code != exitStopped || stderr != "muster: stopped: "+c.why+"\n" || strings.Contains(stdout, "error") {
			t.Errorf("%s: exit code %d, %.200s%.500s", c.name, code, stdout, stderr)
		}
	}
}
