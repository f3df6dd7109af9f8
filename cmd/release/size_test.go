package main

import (
	"bytes"
	"cmp"
	"debug/elf"
	"debug/gosym"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
)

// TestSize builds muster as a release has it, and compares the code of each package with testdata/sizes.txt: one that has grown by more
// than 100 kB is named. MUSTER_SIZES=1 writes the file anew.
func TestSize(t *testing.T) {
	if !extent.Long() || runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("a long test on linux/amd64")
	}
	const much = 100_000
	program := filepath.Join(t.TempDir(), "muster")
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../muster")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sizes, err := codeSizes(program)
	if err != nil {
		t.Fatal(err)
	}
	var now bytes.Buffer
	for _, name := range slices.SortedFunc(maps.Keys(sizes), func(a, b string) int { return sizes[b] - sizes[a] }) {
		if sizes[name] >= 20_000 {
			fmt.Fprintf(&now, "%s %d\n", name, sizes[name])
		}
	}
	const golden = "testdata/sizes.txt"
	if os.Getenv("MUSTER_SIZES") != "" {
		if err := os.WriteFile(golden, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var name string
		var n int
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			t.Fatal(err)
		}
		before[name] = n
	}
	for name, n := range sizes {
		if n > before[name]+much {
			t.Errorf("%s has %d bytes of code, %d before", name, n, before[name])
		}
	}
	if info, err := os.Stat(program); err != nil || info.Size() > largest {
		t.Errorf("the program has %d bytes, more than %d: %v", info.Size(), largest, err)
	}
}

// codeSizes returns how many bytes of code each package of a program has, by the table of functions that the runtime needs.
func codeSizes(program string) (map[string]int, error) {
	f, err := elf.Open(program)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, text := f.Section(".gopclntab"), f.Section(".text")
	if lines == nil || text == nil {
		return nil, fmt.Errorf("%s has no table of functions", program)
	}
	data, err := lines.Data()
	if err != nil {
		return nil, err
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(data, text.Addr))
	if err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for i := range table.Funcs {
		fn := &table.Funcs[i]
		sizes[cmp.Or(fn.PackageName(), "generated")] += int(fn.End - fn.Entry)
	}
	return sizes, nil
}
