package models

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	realatomic "sync/atomic"
	"testing"

	"github.com/muster-smt/muster/verifier/golang/models/testdata/atomic"
	"github.com/muster-smt/muster/verifier/golang/models/testdata/bytealg"
	modelbytes "github.com/muster-smt/muster/verifier/golang/models/testdata/bytes"
	modelerrors "github.com/muster-smt/muster/verifier/golang/models/testdata/errors"
	modelslices "github.com/muster-smt/muster/verifier/golang/models/testdata/slices"
	"github.com/muster-smt/muster/verifier/golang/models/testdata/stringslite"
	models "github.com/muster-smt/muster/verifier/golang/models/testdata/sync"
)

// FuzzBytes: the models of functions on bytes and strings return what the library's do.
func FuzzBytes(f *testing.F) {
	for _, x := range []string{"", "a", "abab", "\x80", "é€𝄞", "\xed\xa0\x80x", "aaab"} {
		for _, y := range []string{"", "a", "b", "ab", "é"} {
			f.Add([]byte(x), []byte(y), byte('b'))
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte, c byte) {
		s, u := string(a), string(b)
		for name, pair := range map[string][2]int{
			"Compare":         {bytealg.Compare(a, b), bytes.Compare(a, b)},
			"CompareString":   {bytealg.CompareString(s, u), strings.Compare(s, u)},
			"Count":           {bytealg.Count(a, c), bytes.Count(a, []byte{c})},
			"CountString":     {bytealg.CountString(s, c), strings.Count(s, string([]byte{c}))},
			"Index":           {bytealg.Index(a, b), bytes.Index(a, b)},
			"IndexString":     {bytealg.IndexString(s, u), strings.Index(s, u)},
			"bytes.Index":     {modelbytes.Index(a, b), bytes.Index(a, b)},
			"strings.Index":   {stringslite.Index(s, u), strings.Index(s, u)},
			"IndexByte":       {bytealg.IndexByte(a, c), bytes.IndexByte(a, c)},
			"IndexByteString": {bytealg.IndexByteString(s, c), strings.IndexByte(s, c)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s(%q, %q, %q) = %d, not %d", name, a, b, c, pair[0], pair[1])
			}
		}
		if stringslite.Clone(s) != s {
			t.Errorf("clone of %q", s)
		}
	})
}

// TestOverlaps: parts of an array overlap if they have an index in common.
func TestOverlaps(t *testing.T) {
	var x [4]string
	for i := range 5 {
		for j := i; j < 5; j++ {
			for k := range 5 {
				for l := k; l < 5; l++ {
					want := max(i, k) < min(j, l)
					if got := modelslices.Overlaps(x[i:j], x[k:l]); got != want {
						t.Errorf("[%d:%d] and [%d:%d]: %t", i, j, k, l, got)
					}
				}
			}
		}
	}
}

// TestAtomic: a sequence of operations returns and leaves what those of the library do.
func TestAtomic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var x, y int32
	var u, v uint64
	for range 2000 {
		a, b := int32(r.IntN(5)-2), int32(r.IntN(5)-2)
		p, q := r.Uint64N(4), r.Uint64()
		switch r.IntN(6) {
		case 0:
			same(t, "Add", atomic.AddInt32(&x, a), realatomic.AddInt32(&y, a))
			same(t, "Add", atomic.AddUint64(&u, q), realatomic.AddUint64(&v, q))
		case 1:
			same(t, "Swap", atomic.SwapInt32(&x, a), realatomic.SwapInt32(&y, a))
			same(t, "Swap", atomic.SwapUint64(&u, p), realatomic.SwapUint64(&v, p))
		case 2:
			same(t, "CompareAndSwap", atomic.CompareAndSwapInt32(&x, a, b), realatomic.CompareAndSwapInt32(&y, a, b))
			same(t, "CompareAndSwap", atomic.CompareAndSwapUint64(&u, p, q), realatomic.CompareAndSwapUint64(&v, p, q))
		case 3:
			same(t, "And", atomic.AndInt32(&x, a), realatomic.AndInt32(&y, a))
			same(t, "And", atomic.AndUint64(&u, q), realatomic.AndUint64(&v, q))
		case 4:
			same(t, "Or", atomic.OrInt32(&x, a), realatomic.OrInt32(&y, a))
			same(t, "Or", atomic.OrUint64(&u, p), realatomic.OrUint64(&v, p))
		case 5:
			atomic.StoreInt32(&x, b)
			realatomic.StoreInt32(&y, b)
		}
		same(t, "Load", atomic.LoadInt32(&x), realatomic.LoadInt32(&y))
		same(t, "Load", atomic.LoadUint64(&u), realatomic.LoadUint64(&v))
	}
}

func same[T comparable](t *testing.T, name string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: %v, not %v", name, got, want)
	}
}

// TestLocks: locks are taken where those of the library can be, and pools give back what was put or what New makes.
func TestLocks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var m models.RWMutex
	var w sync.RWMutex
	readers, writer := 0, false
	for range 500 {
		switch r.IntN(4) {
		case 0:
			got := m.TryLock()
			if same(t, "TryLock", got, w.TryLock()); got {
				writer = true
			}
		case 1:
			got := m.TryRLock()
			if same(t, "TryRLock", got, w.TryRLock()); got {
				readers++
			}
		case 2:
			if writer {
				m.Unlock()
				w.Unlock()
				writer = false
			}
		case 3:
			if readers > 0 {
				m.RUnlock()
				w.RUnlock()
				readers--
			}
		}
	}
	n := 0
	p := models.Pool{New: func() any { n++; return n }}
	p.Put(-1)
	for range 50 {
		if x := p.Get().(int); x != -1 && x != n {
			t.Fatalf("Get returns %d, and New has returned %d", x, n)
		}
	}
}

type (
	list  []error // without ==
	alias struct{ of error }
)

func (list) Error() string     { return "list" }
func (l list) Unwrap() []error { return l }
func (alias) Error() string    { return "same" }
func (s alias) Is(target error) bool {
	return target == s.of
}

// TestErrors: errors.Is finds in all trees of errors what it finds by the library.
func TestErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	a, b := errors.New("a"), errors.New("b")
	var grow func(depth int) error
	grow = func(depth int) error {
		switch n := r.IntN(7); {
		case n == 0:
			return nil
		case n < 3 || depth == 0:
			return []error{a, b}[r.IntN(2)]
		case n == 3:
			return alias{[]error{a, b}[r.IntN(2)]}
		case n == 4:
			return list{grow(depth - 1), grow(depth - 1)}
		case n == 5:
			return errors.Join(grow(depth-1), grow(depth-1))
		}
		return fmt.Errorf("%w", grow(depth-1))
	}
	for range 5000 {
		x := grow(3)
		for _, y := range []error{nil, a, b, grow(1)} {
			if got, want := modelerrors.Is(x, y), errors.Is(x, y); got != want {
				t.Fatalf("Is(%#v, %#v) = %t", x, y, got)
			}
		}
	}
}
