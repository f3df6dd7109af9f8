package syntax

import (
	"os"
	"path/filepath"
	"testing"
)

// benchFiles returns the driver programs of both sets, or skips: MUSTER_BENCH names the folder with sdv and svcomp.
func benchFiles(tb testing.TB) []string {
	tb.Helper()
	dir := os.Getenv("MUSTER_BENCH")
	if dir == "" {
		tb.Skip("MUSTER_BENCH is not set: no driver programs")
	}
	var files []string
	for _, set := range []string{"sdv", "svcomp"} {
		m, err := filepath.Glob(filepath.Join(dir, set, "*.bpl"))
		if err != nil {
			tb.Fatal(err)
		}
		files = append(files, m...)
	}
	if len(files) == 0 {
		tb.Skipf("no *.bpl files in %s/sdv and %s/svcomp", dir, dir)
	}
	return files
}

func BenchmarkParse(b *testing.B) {
	var largest []byte
	var path string
	for _, f := range benchFiles(b) {
		src, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		if len(src) > len(largest) {
			largest, path = src, f
		}
	}
	b.SetBytes(int64(len(largest)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := Parse(path, largest)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(f.Tokens), "tokens")
	}
}

func TestParseBench(t *testing.T) {
	for _, path := range benchFiles(t) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(path, src); err != nil {
			t.Error(err)
		}
	}
}
