package dump

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestColumns runs passes that are given as "NAME: LINES", where a start is "NAME=LINES" and each word a line. What is
// expected are the columns, with + before what is new and - before what will be gone, and behind = the passes that
// changed nothing.
func TestColumns(t *testing.T) {
	for _, x := range []struct{ pass, run, want string }{
		{"all", "read=a b c; one: a b c; two: a c d", "read[a -b c]=one two[a c +d]"},
		{"all", "read=a; one: b; two: c", "read[-a] one[-+b] two[+c]"},
		{"all", "read=a a; one: a; two: a a a", "read[a -a] one[a] two[a +a +a]"},
		{"two", "read=a; one: b; two: c; three: d", "one[-b] two[+c]"},
		{"two", "read=a; two: a; three: d", "read[a]=two"},
		{"two", "read=a; two: b; one: c; two: d; two: d", "read[-a] two[-+b] one[-+c] two[+d]=two"},
		{"two", "first=a; two: b; second=c; two: d", "first[-a] two[+b] second[-c] two[+d]"},
		{"three", "read=a; one: b", ""},
	} {
		t.Run(x.run, func(t *testing.T) {
			r := New(x.pass)
			for step := range strings.SplitSeq(x.run, "; ") {
				if head, text, start := strings.Cut(step, "="); start {
					r.Start(head, lines(text))
				} else {
					pass, text, _ := strings.Cut(step, ": ")
					r.Add(pass, lines(text))
				}
			}
			var got []string
			for _, v := range r.views() {
				got = append(got, shown(v))
			}
			if got := strings.Join(got, " "); got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

func lines(words string) string { return strings.ReplaceAll(words, " ", "\n") + "\n" }

func shown(v view) string {
	var words []string
	for _, p := range v.Parts {
		sign := strings.NewReplacer("new", "+", "gone", "-", " ", "").Replace(p.Class)
		if sign == "+-" {
			sign = "-+"
		}
		for w := range strings.FieldsSeq(p.Text) {
			words = append(words, sign+w)
		}
	}
	s := strings.TrimPrefix(v.Title, "after ") + "[" + strings.Join(words, " ") + "]"
	if len(v.Idle) > 0 {
		s += "=" + strings.Join(v.Idle, "=")
	}
	return s
}

// TestFiles checks that a page needs nothing from elsewhere, and that no text ends where it stands.
func TestFiles(t *testing.T) {
	r := New("live 2")
	r.Start("read", "x < y </pre><script>alert(1)</script>\n")
	r.Add("live 2", "x & y\n")
	names, err := r.Files(t.TempDir(), "dir/a.bpl")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	if want := "==== read\nx < y </pre><script>alert(1)</script>\n==== after live 2\nx & y\n"; string(text) != want {
		t.Errorf("got %q", text)
	}
	if !strings.HasSuffix(names[1], "a.bpl.live-2.html") {
		t.Errorf("the page is %s", names[1])
	}
	page, err := os.ReadFile(names[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script>alert", "http:", "https:", "src=", "@import"} {
		if bytes.Contains(page, []byte(bad)) {
			t.Errorf("the page has %s", bad)
		}
	}
	if want := fmt.Sprintf("<span class=%q>x &amp; y\n</span>", "new"); !bytes.Contains(page, []byte(want)) {
		t.Errorf("the page has no %s", want)
	}
}

func TestLayout(t *testing.T) {
	long := strings.Repeat("x", 60)
	for _, x := range []struct{ in, want string }{
		{"(f x (g y))", "(f x (g y))"},
		{"(f L (g y) L)", "(f\n  L\n  (g y)\n  L)"},
		{"(let ((a L) (b L)) (and a b))", "(let\n  ((a L)\n    (b L))\n  (and a b))"},
		{"(f (g L L) x)", "(f\n  (g\n    L\n    L)\n  x)"},
		{"(f |( | L (= |a b| \")\") L)", "(f\n  |( |\n  L\n  (= |a b| \")\")\n  L)"},
	} {
		in, want := strings.ReplaceAll(x.in, "L", long), strings.ReplaceAll(x.want, "L", long)
		if got := Layout(in); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", x.in, got, want)
		}
	}
}
