package boogie

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
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

func TestLoadBench(t *testing.T) {
	for _, path := range benchFiles(t) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Load(path, src, term.NewStore())
		if err != nil {
			t.Error(err)
			continue
		}
		if err := prog.Check(p); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if len(p.Entries) != 1 {
			t.Errorf("%s: %d entries", path, len(p.Entries))
		}
		bad := 0
		for _, q := range p.Procs {
			if q.Unsupported != nil {
				if bad == 0 {
					t.Log(q.Name, q.Unsupported)
				}
				bad++
			}
		}
		if bad > 0 {
			t.Logf("%s: %d of %d procedures are not supported", filepath.Base(path), bad, len(p.Procs))
		}
	}
}

// BenchmarkLoad runs the stages on the file with the most tokens.
func BenchmarkLoad(b *testing.B) {
	var src []byte
	var path string
	most := 0
	for _, f := range benchFiles(b) {
		s, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		p, err := syntax.Parse(f, s)
		if err != nil {
			b.Fatal(err)
		}
		if p.Tokens > most {
			most, src, path = p.Tokens, s, f
		}
	}
	b.Logf("%s: %d tokens, %d bytes", filepath.Base(path), most, len(src))
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f, err := syntax.Parse(path, src)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := check(f, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Load(path, src, term.NewStore()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("live", func(b *testing.B) {
		for b.Loop() {
			st := term.NewStore()
			p, err := Load(path, src, st)
			if err != nil {
				b.Fatal(err)
			}
			var m runtime.MemStats
			debug.FreeOSMemory()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/1e6, "live-MB")
			b.ReportMetric(float64(st.Len()), "terms")
			runtime.KeepAlive(p)
		}
	})
}
