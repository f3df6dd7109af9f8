package cpp

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gcc is the reference, with its macros and its headers.
type gcc struct {
	predefined string
	include    []string
}

func newGCC(t *testing.T) *gcc {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	macros, err := exec.Command("gcc", "-dM", "-E", "-x", "c", "/dev/null").Output()
	if err != nil {
		t.Skip("gcc does not preprocess: ", err)
	}
	if !strings.Contains(string(macros), "#define __GNUC__ 12\n") || strings.Contains(string(macros), "__clang__") {
		t.Skip("this gcc is not the reference, which is 12")
	}
	cmd := exec.Command("gcc", "-v", "-E", "-x", "c", "/dev/null")
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	g := &gcc{predefined: string(macros)}
	inside := false
	for _, line := range strings.Split(string(said), "\n") {
		switch {
		case strings.HasPrefix(line, "#include <"):
			inside = true
		case !strings.HasPrefix(line, " "):
			inside = false
		case inside:
			g.include = append(g.include, strings.TrimSpace(line))
		}
	}
	return g
}

// compare preprocesses a file with gcc and here. It returns a difference, or nothing.
func (g *gcc) compare(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Predefined: g.predefined, Include: g.include,
		Attribute: func(string, bool) int64 { return 1 },
		Builtin:   func(name string) bool { return name != "__builtin_fclose" },
	}
	ours, fault := Preprocess(Source{file, text}, NewFiles(), cfg)
	cmd := exec.Command("gcc", "-E", "-P", "-x", "c", file)
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=0")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	switch {
	case err != nil && fault != nil:
		return ""
	case err != nil:
		return "only gcc complains: " + complaints.String()
	case fault != nil:
		return fmt.Sprintf("gcc does not complain: %v", fault)
	}
	theirs := lexed(out)
	for i := range theirs {
		if i < len(ours) && ours[i].Kind == theirs[i].Kind && ours[i].Text == theirs[i].Text {
			continue
		}
		from := max(i-5, 0)
		return fmt.Sprintf("token %d is different\ngcc:  %s\nhere: %s", i, spell(theirs[from:min(i+5, len(theirs))]), spell(ours[min(from, len(ours)):min(i+5, len(ours))]))
	}
	return ""
}

// lexed returns the tokens of what gcc has preprocessed.
func lexed(text []byte) (out []Token) {
	l := newLexer(string(text), Gnu17, newSymbols(), func(int32, int32, string) {})
	var toks []tok
	var t tok
	for l.token(&t); t.kind != EOF; l.token(&t) {
		toks = append(toks, t)
	}
	for i := 0; i < len(toks); i++ {
		t := &toks[i]
		o := Token{Kind: t.kind, Space: t.flags&(white|bol) != 0, Text: t.text}
		if t.flags&bol != 0 && t.is("#") && i+1 < len(toks) && toks[i+1].text == "pragma" {
			from := i + 2
			for i++; i+1 < len(toks) && toks[i+1].flags&bol == 0; i++ {
			}
			if o.Kind, o.Text = Pragma, line(toks[from:i+1]); o.Text == "" {
				continue // asks for nothing
			}
		}
		switch {
		case o.Kind == Ident:
			o.Text = t.sym.name
		case t.flags&raw != 0:
			o.Text = cooked(t.text)
		}
		out = append(out, o)
	}
	return append(out, Token{Kind: EOF})
}

// spell returns tokens as text.
func spell(toks []Token) string {
	var b strings.Builder
	for i := range toks {
		t := &toks[i]
		if t.Space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		if t.Kind == Pragma {
			b.WriteString("#pragma ")
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// TestGCC compares with gcc over the files of the repository, and those of a set that is given.
func TestGCC(t *testing.T) {
	g := newGCC(t)
	roots := []string{"../../../examples", "../../driver/testdata", "../syntax/testdata", "../testdata"}
	if bench := os.Getenv("MUSTER_BENCH"); bench != "" {
		roots = append(roots, filepath.Join(bench, "cconf"))
	} else {
		t.Log("MUSTER_BENCH is not set: only files of the repository are compared")
	}
	n := 0
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".c" && filepath.Ext(path) != ".i" {
				return nil
			}
			n++
			if diff := g.compare(t, path); diff != "" {
				t.Errorf("%s: %s", path, diff)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n == 0 {
		t.Error("there are no files")
	}
}
