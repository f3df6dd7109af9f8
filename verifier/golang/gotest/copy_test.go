package gotest

import (
	"archive/zip"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// dependency is a module as a proxy has it. Its own test needs what the user's module does not have.
var dependency = map[string]string{
	"go.mod": "module example.org/dep\n\ngo 1.21\n",
	"in/in.go": `package in

import "example.org/dep/internal/table"

type pair struct{ a, b int }

func Look(p pair) int {
	return table.Of[p.a] // fails
}
`,
	"in/in_test.go":           "package in\n\nimport _ \"example.org/missing\"\n",
	"internal/table/table.go": "package table\n\nvar Of = []int{1, 2}\n",
}

// proxy writes a directory that the go command takes for a module proxy.
func proxy(t *testing.T, dir, path, version string, files map[string]string) {
	t.Helper()
	at := filepath.Join(path, "@v")
	for name, text := range map[string]string{"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`,
		version + ".mod": files["go.mod"]} {
		if err := (File{filepath.Join(at, name), text}).Save(dir); err != nil {
			t.Fatal(err)
		}
	}
	out, err := os.Create(filepath.Join(dir, at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	for name, text := range files {
		w, err := z.Create(path + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestModuleCache runs a test of a package that is in the module cache: if that is asked for, and in a copy.
func TestModuleCache(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(dir, "cache")
	t.Setenv("GOMODCACHE", cache)
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(filepath.Join(dir, "proxy")))
	t.Setenv("GONOSUMDB", "*")
	t.Setenv("GONOPROXY", "none")
	t.Setenv("GOFLAGS", "-modcacherw -trimpath -v -json") // which change what is written
	proxy(t, filepath.Join(dir, "proxy"), "example.org/dep", "v1.2.0", dependency)
	user := filepath.Join(dir, "user")
	for name, text := range map[string]string{
		"go.mod":  "module user\n\ngo 1.21\n\nrequire example.org/dep v1.2.0\n",
		"user.go": "package user\n\nimport _ \"example.org/dep/in\"\n",
	} {
		if err := (File{name, text}).Save(user); err != nil {
			t.Fatal(err)
		}
	}
	tidy := exec.CommandContext(t.Context(), "go", "mod", "tidy", "-e")
	tidy.Dir = user
	if out, err := tidy.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	at := filepath.Join(cache, "example.org/dep@v1.2.0")
	x := &task{t: t, name: "example.org/dep/in", Package: &Package{
		Dir: filepath.Join(at, "in"), From: user, Module: &Module{"example.org/dep", "v1.2.0", at},
	}}
	x.load()
	w, err := x.Write(&Test{"Look", 1, []Call{{Func: x.function("Look"), Args: []Value{Struct{number(2)}}}}, false})
	if err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	e := x.expect("index", "in.go", "fails")
	if out := x.Run(t.Context(), w, e, Own); !strings.Contains(out.Why, "example.org/dep") || out.Output != "" {
		t.Errorf("without consent: %+v", out)
	}
	if out := x.Run(t.Context(), w, e, Anything); !out.Failed {
		t.Errorf("%s\n%s", out.Why, out.Output)
	}
	e.From, e.To = 1, 1
	if out := x.Run(t.Context(), w, e, Anything); !strings.Contains(out.Why, "at in.go:8: runtime error") {
		t.Errorf("in another line: %s", out.Why)
	}
	if !maps.Equal(before, tree(t, dir)) {
		t.Errorf("files of the modules have changed")
	}
}
