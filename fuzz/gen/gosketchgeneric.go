package gen

// goGenericSketches are sketches about type parameters.
var goGenericSketches = []sketch{
	`constraints with methods
type $n interface { ~int8 | ~int | ~uint16; up() int }
type $a int8
func ($x $a) up() int { return int($x) + 100 }
type $b uint16
func ($x $b) up() int { return int($x) * 3 }
func $sum[T $n](xs ...T) (s T, k int) { for _, x := range xs { s += x; k += x.up() }; return s, k }
---
s, k := $sum($a(@et), 5, $a(@eu))
put(s); put(k)
v, k := $sum($b(@et), $b(@num & 0x7f))
put(v); put(k)
_, k = $sum[$a]()
put(k)
`, `generic trees
type $ord interface { ~int | ~int8 | ~uint8 | ~uint64 | ~string }
type $tr[K $ord, V any] struct { root *$nd[K, V]; n int }
type $nd[K $ord, V any] struct { k K; v V; l, r *$nd[K, V] }
func ($x *$tr[K, V]) at(k K) *V {
	p := &$x.root
	for *p != nil {
		switch { case k < (*p).k: p = &(*p).l
		case k > (*p).k: p = &(*p).r
		default: return &(*p).v }
	}
	*p = &$nd[K, V]{k: k}
	$x.n++
	return &(*p).v
}
func ($x *$nd[K, V]) each(f func(K, V)) { if $x != nil { $x.l.each(f); f($x.k, $x.v); $x.r.each(f) } }
---
var t $tr[int, @t]
for i := range 4 { *t.at(i * @small % 3) += @et }
t.root.each(func(k int, v @t) { put(k); put(v) })
var s $tr[string, []int]
for i, w := range []string{@es, "b", @es, "b"} { p := s.at(w); *p = append(*p, i) }
s.root.each(func(k string, v []int) { putS(k); put(len(v)); put(v[0]) })
put(t.n); put(s.n)
`, `filter, map and fold
func $filter[S ~[]T, T any](s S, f func(T) bool) (out S) { for _, x := range s { if f(x) { out = append(out, x) } }; return }
func $fold[T, A any](s []T, a A, f func(A, T) A) A { for _, x := range s { a = f(a, x) }; return a }
func $keys[M ~map[K]V, K comparable, V any](m M) (n int) { for range m { n++ }; return n }
type $l []@t
---
l := $l{@et, @et, @et, @num}
k := $filter(l, func(x @t) bool { return x ‹&¦%› 3 != 1 })
put(len(k))
put($fold(k, uint8(1), func(a uint8, x @t) uint8 { return a * 3 + uint8(x) }))
putS($fold(l, "", func(a string, x @t) string { return a + string(rune('a' + x & 3)) }))
put($keys(map[@t]bool{@et: true, 1: false, 2: @eb}))
`, `switches on types in generic functions
func $what[T any](x T) int {
	switch v := any(x).(type) {
	case int8: return int(v)
	case uintptr: return 3
	case string: return 100 + len(v)
	case []T: return 200
	case interface{ m() int }: return v.m()
	}
	var zero T
	if any(zero) == nil { return 300 }
	_, isPair := any(x).($pr[T])
	if isPair { return 400 }
	return 500
}
type $pr[T any] struct { a, b T }
func ($x $pr[T]) m() int { return 600 + $what($x.a) }
---
put($what(int8(@et))); put($what(uintptr(@eu))); put($what(@es)); put($what([]int{})); put($what(error(nil)))
put($what($pr[string]{"", @es})); put($what($pr[@t]{@et, 1})); put($what(&$pr[int]{})); put($what(@eb))
`, `generic types that are embedded
type $base[T any] struct { v T; set int }
func ($x *$base[T]) put(v T) T { old := $x.v; $x.v = v; $x.set++; return old }
func ($x $base[T]) get() T { return $x.v }
type $mid[T any] struct { $base[T]; k @t }
type $top struct { *$mid[string]; $other }
type $other struct { $base[[2]@t] }
---
x := $top{&$mid[string]{k: @et}, $other{}}
putS(x.$mid.put(@es + "p"))
putS(x.$mid.get()); put(x.$mid.set)
x.$other.put([2]@t{@et, 1})
put(x.$other.get()[@idx & 1]); put(x.$other.set)
f := x.$mid.put
putS(f("z")); putS(x.$mid.v); put(x.k)
`, `generic methods as values
type $c[T ~int | ~uint8] struct { n T }
func ($x *$c[T]) add(d T) T { $x.n += d; return $x.n }
func ($x $c[T]) times(k T) T { return $x.n * k }
func $apply[A, B any](f func(A) B, xs []A) (out []B) { for _, x := range xs { out = append(out, f(x)) }; return }
type $u uint8
---
c := $c[$u]{$u(@et)}
add, times := c.add, c.times
for _, v := range $apply(add, []$u{1, 2, $u(@num & 0x7f)}) { put(v) }
put(times(3)); put(c.times(3)); put((*$c[$u]).add(&c, 7)); put($c[$u].times(c, 2))
for _, v := range $apply((&$c[int]{@ei}).add, []int{@idx, 5}) { put(v) }
`, `generic sets and queues
type $set[T comparable] map[T]struct{}
func ($x $set[T]) add(v T) bool { _, had := $x[v]; $x[v] = struct{}{}; return !had }
type $q[T any] struct { in, out []T }
func ($x *$q[T]) push(v T) { $x.in = append($x.in, v) }
func ($x *$q[T]) pop() (v T, ok bool) {
	if len($x.out) == 0 { for len($x.in) > 0 { k := len($x.in) - 1; $x.out, $x.in = append($x.out, $x.in[k]), $x.in[:k] } }
	if len($x.out) == 0 { return v, false }
	k := len($x.out) - 1
	v, $x.out = $x.out[k], $x.out[:k]
	return v, true
}
---
s := $set[[2]@t]{}
putB(s.add([2]@t{@et, 1})); putB(s.add([2]@t{@et, 1})); put(len(s))
var q $q[any]
q.push(@et); q.push(@es); q.push(nil)
for range 2 { v, ok := q.pop(); putB(ok); switch v := v.(type) { case @t: put(v); case string: putS(v) } }
q.push(s)
v, ok := q.pop(); putB(v == nil); putB(ok)
v, ok = q.pop()
_, is := v.($set[[2]@t]); putB(is); putB(ok)
`, `comparisons of generic values
func $eq[T comparable](a, b T) bool { return a == b }
func $find[T comparable](m map[T]int, k T) int { if v, ok := m[k]; ok { return v }; return -1 }
type $k[T any] struct { a T; b any }
func $clamp[T ~int | ~uint8 | ~string](x, lo, hi T) T { return min(max(x, lo), hi) }
---
putB($eq(@et, @et)); putB($eq[any](@et, @eu)); putB($eq(@es, "ab")); putB($eq([2]string{"a", @es}, [2]string{"a", @es}))
putB($eq($k[@t]{@et, 1}, $k[@t]{@et, @ei}))
put($find(map[$k[string]]int{{"x", 1}: 5, {@es, nil}: 6}, $k[string]{@es, nil}))
put($clamp(@ei, -5, @idx)); putS($clamp(@es, "b", "i")); put($clamp(uint8(@et), 3, 200))
`,
}

// goIteratorSketches are sketches about ranges over functions.
var goIteratorSketches = []sketch{
	`adaptors
func $count(n int) func(func(@t) bool) { return func(yield func(@t) bool) { for i := range n { if !yield(@t(i)) { return } } } }
func $map[A, B any](s func(func(A) bool), f func(A) B) func(func(B) bool) {
	return func(yield func(B) bool) { for x := range s { if !yield(f(x)) { return } } }
}
func $filter[A any](s func(func(A) bool), f func(A) bool) func(func(A) bool) {
	return func(yield func(A) bool) { s(func(x A) bool { return !f(x) || yield(x) }) }
}
func $take[A any](s func(func(A) bool), n int) func(func(A) bool) {
	return func(yield func(A) bool) { if n == 0 { return }; i := 0; for x := range s { if i++; !yield(x) || i == n { return } } }
}
---
for x := range $take($map($filter($count(‹6¦4›), func(x @t) bool { return x ‹&¦%› 2 ‹==¦!=› 1 }), func(x @t) @t { return x * @et }), @idx) { put(x) }
n := 0
for range $take($count(5), @small) { n++; if n > 2 { break } }
put(n)
`, `trees in order
type $nd struct { l, r *$nd; v int }
func ($x *$nd) all(yield func(int) bool) bool {
	return $x == nil || $x.l.all(yield) && yield($x.v) && $x.r.all(yield)
}
func ($x *$nd) each() func(func(int) bool) { return func(yield func(int) bool) { $x.all(yield) } }
func $make(n int) *$nd { if n == 0 { return nil }; return &$nd{$make(n - 1), $make(n / 2), n} }
---
for v := range $make(@idx).each() { put(v); if v == ‹2¦3¦9› { break } }
sum := 0
for v := range $make(3).each() { for w := range $make(2).each() { if w == v { continue }; sum += v * w } }
put(sum)
`, `returns out of ranges
func $seq(n int) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i := range n { if !yield(i, "abcdef"[i:i + 1]) { put(80 + i); return } }
		put(99)
	}
}
func $f(stop int) (s string, k int) {
	defer func() { k++ }()
	for i, x := range $seq(4) {
		for j := range $seq(3) {
			if i * j == stop { return s + x, 100 }
			if j > i { break }
			s += x
		}
	}
	return s + ".", 10
}
---
s, k := $f(@small); putS(s); put(k)
s, k = $f(‹9¦1›); putS(s); put(k)
`, `labels and ranges over functions
func $up(n int) func(func(int) bool) { return func(yield func(int) bool) { for i := 0; i < n && yield(i); i++ { } } }
---
n := 0
$a:
for i := range $up(4) {
	$b:
	for j := range 3 {
		for k := range $up(3) {
			n++
			switch { case k == @idx: continue $b
			case i + j == @small: continue $a
			case n > ‹20¦9›: break $a }
			put(i * 9 + j * 3 + k)
		}
		if j == 1 { goto $end }
		$end:
		n += 2
	}
}
put(n)
`, `methods as iterators
type $ring struct { items []@t; at int }
func ($x *$ring) all(yield func(int, @t) bool) { for i := range $x.items { k := (i + $x.at) % len($x.items); if !yield(k, $x.items[k]) { $x.at = k; return } } }
func ($x $ring) back(yield func(@t) bool) { for i := len($x.items) - 1; i >= 0 && yield($x.items[i]); i-- { $x.at++ } }
---
r := &$ring{items: []@t{@et, @et, @et}}
for k, v := range r.all { put(v); if k == @idx { break }; r.items[(k + 1) % 3] ‹+=¦^=› 1 }
for k := range r.all { put(k) }
for v := range r.back { put(v) }
f := r.back
r.items = append(r.items, 9)
for v := range f { put(v) }
put(r.at)
`, `variables of each iteration
func $gen(n int) func(func(int) bool) { return func(yield func(int) bool) { for i := range n { if !yield(i * i) { return } } } }
---
var fs []func() int
var ps []*int
for v := range $gen(4) {
	if v == @small { continue }
	fs = append(fs, func() int { v += 10; return v })
	ps = append(ps, &v)
}
for i, f := range fs { put(f()); *ps[i] ‹+=¦*=› 2; put(f()) }
x := 0
for x = range $gen(@idx) { }
put(x)
`, `sequences that nest
func $pairs(m [][]@t) func(func([2]int, @t) bool) {
	return func(yield func([2]int, @t) bool) {
		for i, row := range m { for j, v := range row { if !yield([2]int{i, j}, v) { return } } }
	}
}
func $chain(list ...func(func([2]int, @t) bool)) func(func([2]int, @t) bool) {
	return func(yield func([2]int, @t) bool) { for _, s := range list { for k, v := range s { if !yield(k, v) { return } } } }
}
---
m := [][]@t{{@et}, nil, {1, @et, @num}}
for k, v := range $chain($pairs(m), $pairs(m[1:])) {
	put(k[0] * 10 + k[1]); put(v)
	if k == [2]int{2, @idx} { break }
	m[2][1]++
}
`, `recursion in iterators
func $perm(a []int, yield func([]int) bool) bool {
	if len(a) < 2 { return yield(a) }
	for i := range a {
		a[0], a[i] = a[i], a[0]
		ok := $perm(a[1:], func(rest []int) bool { return yield(append([]int{a[0]}, rest...)) })
		a[0], a[i] = a[i], a[0]
		if !ok { return false }
	}
	return true
}
---
n := 0
for p := range func(yield func([]int) bool) { $perm([]int{1, 2, 3}, yield) } {
	put(p[0] * 100 + p[1] * 10 + p[2])
	if n++; n == @small { break }
}
put(n)
`,
}
