package proof

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// decls declares: 3 = p, 4 = q, 5 = r; 6 = (and p q), 7 = (or p q), 8 = (= p q),
// 9 = (ite p q r), 10 = (not p), 11 = x, 12 = y, 13 = (= x y), 14 = (= y x).
const decls = Header + `
F 1 "p" 1
T 3 app 1
F 2 "q" 1
T 4 app 2
F 3 "r" 1
T 5 app 3
T 6 and 3 4
T 7 or 3 4
T 8 = 3 4
T 9 ite 3 4 5
T 10 not 3
F 4 "x" 2
T 11 app 4
F 5 "y" 2
T 12 app 5
T 13 = 11 12
T 14 = 12 11
`

var logs = []struct {
	name string
	text string // after decls
	want string // a part of the error; the log holds if empty
}{
	{"nothing", "", ""},
	{"a refutation", "a 1 7\ni 1 1 3 4 0\nq 10 0\nl 2 3 4 0 1 0\n?\na 2 10\ni 3 2 -3 0\na 3 8\ni 4 3 8 0\ne 5 -8 -4 3 0\nq 0\nl 6 0 3 1 4 5 0\nu 6\n", ""},
	{"a conjunction is taken apart", "a 1 6\ni 1 1 4 0\ni 2 1 3 0\ni 3 1 3 5 0\n", ""},
	{"not what was asserted", "a 1 7\ni 1 1 3 0\n", `20:9: clause 1: it does not follow from the assertion`},
	{"not the last assertion", "a 1 7\na 2 6\ni 1 1 3 4 0\n", "is not the last one"},
	{"definitions", "e 1 -6 3 0\ne 2 6 -3 -4 0\ne 3 -7 3 4 0\ne 4 7 -4 0\ne 5 -8 3 -4 0\ne 6 8 3 4 0\ne 7 -9 3 5 0\ne 8 9 -3 -4 0\ne 9 3 -3 0\ne 10 1 0\n", ""},
	{"and from one side", "e 1 6 -3 0\n", "does not follow from the definition"},
	{"or from one side", "e 1 -7 3 0\n", "does not follow from the definition"},
	{"iff the wrong way", "e 1 8 3 -4 0\n", "does not follow from the definition"},
	{"ite the wrong way", "e 1 -9 3 4 0\n", "does not follow from the definition"},
	{"the definition of another", "e 1 3 -6 0\n", "does not follow from the definition"},
	{"the definition of an atom", "e 1 13 3 0\n", "does not follow from the definition"},
	{"a hint that is not a unit", "a 1 7\ni 1 1 3 4 0\nl 2 0 1 0\n", "clause 1 is not a unit"},
	{"a hint that is true", "a 1 7\ni 1 1 3 4 0\nl 2 -3 0 1 0\n", "clause 1 is true"},
	{"hints that do not suffice", "a 1 7\ni 1 1 3 4 0\nl 2 3 0 1 0\n", "do not lead to a contradiction"},
	{"a hint that was deleted", "a 1 7\ni 1 1 3 4 0\nd 1\nl 2 3 4 0 1 0\n", "there is no clause 1"},
	{"a theory's clause", "t 1 -13 14 0 x refutation 0 literal a11 b12 l13\n", ""},
	{"a certificate that proves nothing", "t 1 13 0 x refutation 0\n", "no contradiction"},
	{"scopes", "+ 15\na 1 10\ni 1 1 -15 -3 0\nq 3 0\nl 2 -3 -15 0 1 0\nu 2\n-\ni 3 0 -15 0\nq 3 0\ns\n", ""},
	{"a guard is missing", "+ 15\na 1 10\ni 1 1 -3 0\n", "does not follow from the assertion"},
	{"global", "+ 15\ng 1 10\ni 1 1 -3 0\n", ""},
	{"a scope that is open is closed", "+ 15\ni 1 0 -15 0\n", "does not negate the guard of a closed scope"},
	{"a closed scope is assumed", "+ 15\na 1 10\ni 1 1 -15 -3 0\n-\nq 3 0\nl 2 -3 -15 0 1 0\nu 2\n", "does not refute"},
	{"a guard is asserted", "+ 15\na 1 15\n", "symbol of the proof"},
	{"no scope", "-\n", "no scope is open"},
	{"sat against a clause", "a 1 10\nq 3 0\ni 1 1 -3 0\ns\n", "the assumptions are refuted"},
	{"assumptions against each other", "q 3 10 0\nu 0\n", ""},
	{"sat though", "q 3 10 0\ns\n", "the assumptions are refuted"},
	{"not against each other", "q 3 4 0\nu 0\n", "contradict"},
	{"an assertion within a query", "q 0\na 1 3\n", "within a query"},
	{"a query without an answer", "q 0\n", "within a query"},
	{"an answer without a query", "s\n", "there is no query"},
	{"simplification", "R 9 3\na 1 9\ni 1 1 3 0\n", ""},
	{"simplified to another sort", "R 3 11\n", "different sorts"},
	{"Skolem constants", "T 15 bound 2 \"b\"\nT 16 = 15 11\nT 17 forall 16 15\nK 17 18\nT 19 = 18 11\nB 17 19\ne 1 17 -19 0\n", ""},
	{"an instance in gates", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nT 18 = 4 3\nE gates 256\nc 3\nc 4\nc 17\nc 18\nt 1 -4 -5 0 -17 18 0 x instance 17 4 0\n", ""},
	{"an instance of something else", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nT 18 = 4 3\nE gates 256\nc 3\nc 4\nc 17\nc 18\nt 1 -4 -5 0 -17 18 0 x instance 17 5 0\n", "does not follow from its axiom"},
	{"an instance of the wrong polarity", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nT 18 = 4 3\nE gates 256\nc 3\nc 4\nc 17\nc 18\nt 1 4 -5 0 17 18 0 x instance 17 4 0\n", "do not fit the axiom"},
	{"the gate of another quantifier", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nT 18 = 4 3\nE gates 256\nc 3\nc 4\nc 17\nc 18\nt 1 -2 -5 0 -17 18 0 x instance 17 4 0\n", "gate of a formula is missing"},
	{"Skolem constants in gates", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nE gates 256\nK 17 18\nT 19 = 18 3\nB 17 19\nc 3\nc 17\nc 18\nc 19\nt 1 3 5 0 17 -19 0 x skolem 17 18 0\n", ""},
	{"of the wrong polarity in gates", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nE gates 256\nK 17 18\nT 19 = 18 3\nB 17 19\nc 3\nc 17\nc 18\nc 19\nt 1 -3 -5 0 -17 19 0 x skolem 17 18 0\n", "do not fit the axiom"},
	{"constants of nobody", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nE gates 256\nK 17 18\nT 19 = 18 3\nB 17 19\nc 3\nc 17\nc 18\nc 19\nt 1 3 5 0 17 -19 0 x skolem 17 4 0\n", "not the constants of the quantifier"},
	{"constants of another engine", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 forall 16 15\nE gates 256\nK 17 18\nT 19 = 18 3\nB 17 19\nc 3\nc 17\nc 18\nc 19\nE gates 256\nc 3\nc 17\nc 18\nc 19\nt 1 3 5 0 17 -19 0 x skolem 17 18 0\n", "not the constants of the quantifier"},
	{"an opaque circuit", "E gates 256\nC 8\nt 1 2 0 8 0 x refutation 0\n", "no contradiction"},
	{"an opaque term has its circuit", "E gates 256\nC 8\nc 3\nc 4\nc 8\n", "has its circuit already"},
	{"an opaque term that has none", "E gates 256\nC 11\n", "no terms of this sort"},
	{"an opaque variable", "T 15 bound 1 \"b\"\nE gates 256\nC 15\n", "free in the term"},
	{"an opaque gate is defined", "E gates 256\nc 3\nc 4\nC 8\ne 1 4 2 3 0\n", "does not follow from the definition"},
	{"a circuit of a variable", "T 15 bound 1 \"b\"\nT 16 = 15 3\nE gates 256\nc 15\n", "free in the term"},
	{"a circuit of an open quantifier", "T 15 bound 1 \"b\"\nT 16 = 15 3\nT 17 bound 1 \"c\"\nT 18 forall 16 17\nE gates 256\nc 18\n", "free in the term"},
	{"not new", "T 15 bound 2 \"b\"\nT 16 = 15 11\nT 17 forall 16 15\nK 17 11\n", "not the next one"},
	{"the wrong polarity", "T 15 bound 2 \"b\"\nT 16 = 15 11\nT 17 forall 16 15\nK 17 18\nT 19 = 18 11\nB 17 19\ne 1 -17 19 0\n", "does not follow from the definition"},
	{"a free variable", "T 15 bound 1 \"b\"\na 1 15\n", "not a closed formula"},
	{"bound twice", "T 15 bound 2 \"b\"\nT 16 = 15 11\nT 17 forall 16 15\nT 18 forall 17 15\n", "binds the same variable"},
	{"free and bound", "T 15 bound 2 \"b\"\nT 16 = 15 11\nT 17 forall 16 15\nT 18 and 16 17\nT 19 bound 2 \"c\"\nT 20 forall 18 19\n", "both free and bound"},
	{"tags", "T 15 distinct 11 12\nD 15 6\nT 16 app 6 11\nT 17 num 0\nT 18 = 16 17\nT 19 app 6 12\nT 20 = 19 17\ne 1 -15 18 0\n", ""},
	{"the tag of another argument", "T 15 distinct 11 12\nD 15 6\nT 16 app 6 11\nT 17 num 0\nT 18 = 16 17\nT 19 app 6 12\nT 20 = 19 17\ne 1 -15 20 0\n", "does not follow from the definition"},
	{"tags of what may be equal", "T 15 distinct 11 12\nD 15 6\nT 16 app 6 11\nT 17 num 0\nT 18 = 16 17\nT 19 app 6 12\nT 20 = 19 17\ne 1 15 18 0\n", "does not follow from the definition"},
	{"a tag is asserted", "T 15 distinct 11 12\nD 15 6\nT 16 app 6 11\nT 17 num 0\nT 18 = 16 17\nT 19 app 6 12\nT 20 = 19 17\na 1 18\n", "symbol of the proof"},
	{"tagged twice", "T 15 distinct 11 12\nD 15 6\nD 15 7\n", "has a function"},
	{"a tag that is not new", "T 15 distinct 11 12\nD 15 4\n", "not the next one"},
	{"an ill-sorted term", "T 15 + 3 4\n", "19:11: arguments of wrong number or sort"},
	{"a literal that is not a formula", "e 1 11 0\n", "not a closed formula"},
	{"numbers must rise", "e 2 1 0\ne 2 1 0\n", "not greater"},
	{"cut off", "a 1 7\ni 1 1 3", "cut off"},
	{"too much", "a 1 7 3\n", "the line should end here"},
	{"no event", "y 1\n", "no such event"},
	{"a number that is too large", "a 99999999999999999999999 3\n", "too large"},
}

func TestLogs(t *testing.T) {
	for _, l := range logs {
		_, err := Check(strings.NewReader(decls + l.text))
		switch {
		case l.want == "" && err != nil:
			t.Errorf("%s: %v", l.name, err)
		case l.want != "" && (err == nil || !strings.Contains(err.Error(), l.want)):
			t.Errorf("%s: %v, want %s", l.name, err, l.want)
		}
	}
	if _, err := Check(strings.NewReader("")); err == nil {
		t.Error("the empty file is a log")
	}
}

// TestCertificates writes a certificate that uses every field, reads it and
// writes it again.
func TestCertificates(t *testing.T) {
	st := term.NewStore()
	var c cert.Certificate
	fill(reflect.ValueOf(&c).Elem(), func() term.Term { return st.FreshConst(strconv.Itoa(st.Len()), term.Bool) })
	c.Name, c.Rule = "some-name", cert.Refutation
	c.Steps = append(c.Steps, cert.Step{Kind: cert.Meet, Val: num.RatFromInt64(-3), Lit: cert.Literal{T: st.True()}})
	var out bytes.Buffer
	w := NewWriter(&out, st)
	w.Theory(1, &c)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	k := NewChecker(&out)
	k.line.next()
	for k.line.next() && k.line.text[0] != 't' {
		k.event(&Event{})
	}
	k.line.first()
	k.line.number()
	d := k.certificate(literals(k.readClause()))
	if k.line.done(); k.line.err != nil {
		t.Fatal(k.line.err)
	}
	if a, b := fields(st, &c), fields(k.st, d); a != b {
		t.Errorf("written\n%s\nread\n%s", a, b)
	}
}

// fill sets all exported fields to nonzero values.
func fill(v reflect.Value, fresh func() term.Term) {
	switch v.Interface().(type) {
	case term.Term:
		v.Set(reflect.ValueOf(fresh()))
		return
	case num.Int:
		v.Set(reflect.ValueOf(num.FromInt64(7)))
		return
	case num.Rat:
		v.Set(reflect.ValueOf(num.FromInts(num.FromInt64(-7), num.FromInt64(2))))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), fresh)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), fresh)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int64:
		v.SetInt(-5)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(1)
	case reflect.String:
		v.SetString("name")
	}
}

// fields prints all exported fields of a certificate.
func fields(st *term.Store, c *cert.Certificate) string {
	var b strings.Builder
	var show func(v reflect.Value)
	show = func(v reflect.Value) {
		switch x := v.Interface().(type) {
		case term.Term:
			if x != 0 {
				fmt.Fprint(&b, " ", st.String(x))
			}
			return
		case fmt.Stringer:
			fmt.Fprint(&b, " ", x)
			return
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					fmt.Fprint(&b, " ", f.Name)
					show(v.Field(i))
				}
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				show(v.Index(i))
			}
		default:
			fmt.Fprint(&b, " ", v)
		}
	}
	show(reflect.ValueOf(*c))
	return b.String()
}

func seedLogs(t testing.TB) map[string]string {
	files, err := filepath.Glob(filepath.Join("testdata", "*.proof"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d logs: %v", len(files), err)
	}
	out := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = string(text)
	}
	return out
}

// TestSamples checks stored logs of the solver, so that a change of the format
// does not go unnoticed.
func TestSamples(t *testing.T) {
	for name, text := range seedLogs(t) {
		if _, err := Check(strings.NewReader(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDocumentedLog checks the log in the package's documentation.
func TestDocumentedLog(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\tmuster-proof 1\n"))
	text, _, _ = bytes.Cut(text, []byte("//\n"))
	log := "muster-proof 1\n"
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(strings.TrimPrefix(line, "//\t"), "  ")
		log += strings.TrimSpace(line) + "\n"
	}
	sum, err := Check(strings.NewReader(log))
	if err != nil || sum.Unsat != 1 || !sum.Complete() {
		t.Errorf("%s\n%+v, %v", log, sum, err)
	}
}

// FuzzCheck reads arbitrary text: the checker must reject it, with a place, and not
// panic.
func FuzzCheck(f *testing.F) {
	for _, text := range seedLogs(f) {
		f.Add(text)
	}
	for _, l := range logs {
		f.Add(decls + l.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Check(strings.NewReader(text))
		var e *Error
		switch {
		case err == nil:
		case errors.Is(err, reason.Internal):
			t.Error(err)
		case !errors.As(err, &e) || e.Line < 1 || e.Line > 1+strings.Count(text, "\n") || e.Col < 0 || e.Col > len(text)+1:
			t.Errorf("%v: there is no such place", err)
		}
	})
}
