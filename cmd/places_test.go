package cmd_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// places says what may lie where, by the first part of its path: endings, or whole names if
// they do not begin with a dot. At the root names are whole. Folders testdata have inputs, so
// texts of any kind.
var places = map[string][]string{
	".":        {".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "go.mod", "go.sum"},
	".ci":      {"run", "tag"},
	".github":  {".md", ".yml"},
	"arrays":   {".go"},
	"bv":       {".go"},
	"cmd":      {".go", ".html", ".css", ".js", ".bpl", ".cnf", ".horn", ".smt2", "go.mod", "go.sum"}, // the page and its examples, and the grid
	"docs":     {".md", ".svg"},
	"examples": {".go", "go.mod", "go.sum", ".bpl", ".btor2", ".c", ".h", ".smt2"},
	"fuzz":     {".go"},
	"lia":      {".go"},
	"sat":      {".go"},
	"theory":   {".go"},
	"verifier": {".go", ".html", ".c", ".h", ".txt", ".json"}, // the C library and its tables, and the schema of reports
}

// TestPlaces finds files in the repository that belong elsewhere, or nowhere: what a program left behind, or binaries.
func TestPlaces(t *testing.T) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Skip("this is no work tree of git: ", err)
	}
	for _, file := range strings.Split(strings.Trim(string(out), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("..", file))
		if os.IsNotExist(err) {
			continue // it is about to be deleted
		}
		if err != nil {
			t.Fatal(err)
		}
		if why := misplaced(file, text); why != "" {
			t.Errorf("%s: %s", file, why)
		}
	}
}

// misplaced says what is wrong with the place of a file, or nothing.
func misplaced(file string, text []byte) string {
	top, _, below := strings.Cut(file, "/")
	if !below {
		top = "."
	}
	may, known := places[top]
	switch {
	case bytes.IndexByte(text, 0) >= 0:
		return "it is not text"
	case !known:
		return "no file may be in " + top
	case top == "." && slices.Contains(may, file):
	case below && (strings.Contains(file, "/testdata/") || slices.Contains(may, path.Base(file)) || slices.Contains(may, path.Ext(file))):
	default:
		return fmt.Sprintf("in %s there may be %s", top, strings.Join(may, ", "))
	}
	return ""
}

// TestPlacesNotices makes sure that the test can fail.
func TestPlacesNotices(t *testing.T) {
	for file, want := range map[string]string{
		"platform.info":         "in . there may be .gitignore",
		"main.go":               "in . there may be .gitignore",
		"sat/cpu.prof":          "in sat there may be .go",
		"sat/go.mod":            "in sat there may be .go",
		"new/new.go":            "no file may be in new",
		"sat/testdata/core":     "it is not text",
		"sat/testdata/x.cnf":    "",
		"examples/embed/go.mod": "",
		"go.mod":                "",
	} {
		text := []byte("text")
		if path.Base(file) == "core" {
			text = []byte("\x7fELF\x00")
		}
		if got := misplaced(file, text); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
