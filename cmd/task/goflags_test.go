package task

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestGoPackage: a directory with Go files is a package, unless there are other programs.
func TestGoPackage(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("p.go")
	files, tasks, err := Gather([]string{dir}, false)
	if err != nil || tasks || len(files) != 1 || files[0] != dir {
		t.Error(files, tasks, err)
	}
	read, err := ReadFiles(nil, files)
	if err != nil || len(read) != 1 {
		t.Fatal(read, err)
	}
	x, err := new(Flags).Front(read)
	if _, ok := x.(golang.Front); !ok || err != nil {
		t.Error(x, err)
	}
	write("p.c")
	if files, tasks, err := Gather([]string{dir}, false); err != nil || !tasks || len(files) != 1 || filepath.Base(files[0]) != "p.c" {
		t.Error(files, tasks, err)
	}
}

// TestGoFromElsewhere: a worker runs no go command for who has sent it a task.
func TestGoFromElsewhere(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	v := Flags{ReadFile: func(string) ([]byte, error) { return nil, os.ErrNotExist }}
	if _, err := v.Front(prog.Files{{Name: filepath.Join(dir, "p.go")}}); !errors.Is(err, errElsewhere) {
		t.Error(err)
	}
	if x, err := v.Front(prog.Files{{Name: dir}}); x == (golang.Front{}) {
		t.Error(x, err)
	}
}
