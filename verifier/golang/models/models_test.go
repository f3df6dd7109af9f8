package models

import (
	"bytes"
	"crypto/subtle"
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
	modelsubtle "github.com/muster-smt/muster/verifier/golang/models/testdata/subtle"
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

// FuzzSubtle: the models of package crypto/subtle do what the library does, also where slices overlap.
func FuzzSubtle(f *testing.F) {
	f.Add([]byte("abcdefgh"), byte(0), byte(4), byte(1), byte(3), byte(2), byte(5))
	f.Add([]byte("abcdefgh"), byte(0), byte(4), byte(0), byte(3), byte(4), byte(4))
	f.Add([]byte("abcdefgh"), byte(0), byte(2), byte(0), byte(3), byte(4), byte(4))
	f.Add([]byte("aa"), byte(0), byte(0), byte(0), byte(1), byte(1), byte(1))
	f.Fuzz(func(t *testing.T, a []byte, i, n, j, m, k, l byte) {
		b := bytes.Clone(a)
		part := func(a []byte, from, n byte) []byte {
			from = min(from, byte(min(len(a), 255)))
			return a[from:min(int(from)+int(n), len(a))]
		}
		xor := func(of func(dst, x, y []byte) int, a []byte) (done int, failed any) {
			defer func() { failed = recover() }()
			return of(part(a, i, n), part(a, j, m), part(a, k, l)), nil
		}
		got, failed := xor(modelsubtle.XORBytes, a)
		want, fails := xor(subtle.XORBytes, b)
		if got != want || failed != fails || !bytes.Equal(a, b) {
			t.Errorf("XORBytes: %d, %v, %q, not %d, %v, %q", got, failed, a, want, fails, b)
		}
		x, y := part(a, i, n), part(a, j, m)
		same(t, "Compare", modelsubtle.ConstantTimeCompare(x, y), subtle.ConstantTimeCompare(x, y))
		same(t, "ByteEq", modelsubtle.ConstantTimeByteEq(i, j), subtle.ConstantTimeByteEq(i, j))
		same(t, "Eq", modelsubtle.ConstantTimeEq(int32(i), int32(j)), subtle.ConstantTimeEq(int32(i), int32(j)))
		v, p, q := int(k&1), int(i)-99, int(n)-99
		same(t, "Select", modelsubtle.ConstantTimeSelect(v, p, q), subtle.ConstantTimeSelect(v, p, q))
	})
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
func (s alias) As(target any) bool {
	to, ok := target.(*list)
	if ok {
		*to = list{s.of}
	}
	return ok
}

// TestErrors: errors.Is and errors.As find in all trees of errors what they find by the library.
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
		var l, m list
		if got, want := modelerrors.As(x, &l), errors.As(x, &m); got != want || fmt.Sprint(l) != fmt.Sprint(m) {
			t.Fatalf("As(%#v) = %t, %v", x, got, l)
		}
		var e, f interface{ Is(error) bool }
		if got, want := modelerrors.As(x, &e), errors.As(x, &f); got != want || e != f {
			t.Fatalf("As(%#v) = %t, %v", x, got, e)
		}
	}
}
