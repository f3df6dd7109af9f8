package gen

// goFunctionSketches are sketches about closures, method values, recursion and generics.
var goFunctionSketches = []sketch{
	`closures
x := @et
add := func(d @t) @t { x += d; return x }
put(add(@num)); put(add(@et)); put(x)
var fs []func() @t
for i := range 3 { fs = append(fs, func() @t { x ^= @t(i); return x + @t(i) }) }
for _, f := range fs { put(f()) }
var nf func()
putB(nf == nil); putB(add != nil)
`, `closures that share
func $make(n @t) (func() @t, func(@t)) {
	c := n
	return func() @t { c++; return c }, func(v @t) { c = v }
}
---
get, set := $make(@et)
get2, _ := $make(@num)
put(get()); put(get2()); set(@et); put(get()); put(get2())
`, `recursion
func $fib(n int) @t { if n < 2 { return @t(n) }; return $fib(n - 1) + $fib(n - 2) }
func $even(n uint) bool { if n == 0 { return true }; return $odd(n - 1) }
func $odd(n uint) bool { if n == 0 { return false }; return $even(n - 1) }
func $gcd(a, b uint16) uint16 { for b != 0 { a, b = b, a % b }; return a }
---
put($fib(@small + 2)); putB($even(uint(@idx) + 2)); put($gcd(uint16(@et), uint16(@eu)))
var fact func(uint64) uint64
fact = func(n uint64) uint64 { if n == 0 { return 1 }; return n * fact(n - 1) }
put(fact(@small))
`, `generic functions
func $map[T, U any](s []T, f func(T) U) (out []U) { for _, x := range s { out = append(out, f(x)) }; return out }
func $max[T interface{ ~int | ~int8 | ~uint8 | ~string }](x T, y ...T) T { for _, v := range y { if v > x { x = v } }; return x }
type $pair[K comparable, V any] struct { k K; v V }
func ($r *$pair[K, V]) swap(v V) (old V) { old, $r.v = $r.v, v; return }
func $index[T comparable](s []T, x T) int { for i, v := range s { if v == x { return i } }; return -1 }
---
for _, v := range $map([]@t{@et, 1}, func(x @t) string { if x > 3 { return "b" }; return "a" }) { putS(v) }
put($max(int8(@et), -3, 9)); putS($max("a", @es))
p := $pair[string, @t]{"k", @et}
put(p.swap(5)); put(p.v); putS(p.k)
put($index([]@t{1, 2, @et}, @et)); put($index([]string{"x", @es}, @es))
`, `variadic functions
func $sum(base @t, xs ...@t) (n int, s @t) {
	s = base
	for _, x := range xs { s += x }
	if len(xs) > 0 { xs[0] = 77 }
	return len(xs), s
}
---
n, s := $sum(@et)
put(n); put(s)
n, s = $sum(1, @et, @et)
put(n); put(s)
xs := []@t{@et, 2}
n, s = $sum(@num, xs...)
put(n); put(s); put(xs[0])
`, `method values
type $c struct { n @t }
func ($r *$c) add(d @t) { $r.n += d }
func ($r $c) get() @t { return $r.n }
---
c := $c{@et}
f, g := c.add, c.get
f(@et); f(1)
put(c.n); put(g()); put($c.get(c))
h := (*$c).add
h(&c, 5)
put(c.get())
var apply = func(fs ...func(@t)) { for i, f := range fs { f(@t(i)) } }
apply(f, c.add, func(d @t) { c.n *= d })
put(c.n)
`, `generic stacks
type $stack[T any] struct { items []T }
func ($r *$stack[T]) push(x T) { $r.items = append($r.items, x) }
func ($r *$stack[T]) pop() (x T, ok bool) {
	if len($r.items) == 0 { return }
	x = $r.items[len($r.items) - 1]
	$r.items = $r.items[:len($r.items) - 1]
	return x, true
}
---
var s $stack[@t]
s.push(@et); s.push(@num)
v, ok := s.pop(); put(v); putB(ok)
v, ok = s.pop(); put(v); putB(ok)
v, ok = s.pop(); put(v); putB(ok)
var q $stack[string]
q.push(@es)
w, _ := q.pop(); putS(w)
`,
}

// goDeferSketches are sketches about defer, panic and recover.
var goDeferSketches = []sketch{
	`results changed later
func $f(a *[]int, stop bool) (n int) {
	defer func() { *a = append(*a, n); n *= 2 }()
	for i := range 3 { defer func(k int) { *a = append(*a, k, i) }(i * 10) }
	if stop { return 5 }
	n = 7
	defer func() { n++ }()
	return n + 1
}
---
var a []int
put($f(&a, @eb))
for _, v := range a { put(v) }
`, `recovered errors
func $safe(f func() @t) (v @t, err any) {
	defer func() { err = recover() }()
	return f(), nil
}
---
a := []@t{@et, @et}
k := @idx
v, err := $safe(func() @t { return a[k] })
put(v); putB(err == nil)
z := @et
v, err = $safe(func() @t { return 1 / ‹z¦(z & 1)¦(z >> 3)› })
put(v); putB(err != nil)
v, err = $safe(func() @t { if k > 1 { panic("‹x¦boom›") }; return 3 })
put(v)
if s, ok := err.(string); ok { putS(s) }
var p *struct { x @t }
if k & 1 == 0 { p = &struct { x @t }{4} }
v, err = $safe(func() @t { return p.x })
put(v); _, isErr := err.(error); putB(isErr)
`, `panics in recursion
func $in(n int) {
	defer put(n)
	defer func() {
		if r := recover(); r != nil {
			put(r.(int))
			if r.(int) ‹>¦==› 1 { panic(r.(int) - 1) }
		}
	}()
	if n > 0 { $in(n - 1) }
	panic(n)
}
---
func() {
	defer func() { r := recover(); if r != nil { put(50 + r.(int)) } }()
	$in(@idx)
	put(60)
}()
`, `nested recover
func $g() (s string) {
	defer func() { s += "d" }()
	defer func() {
		defer func() { if recover() != nil { s += "i" } }()
		panic("inner")
	}()
	s = "a"
	return s + ‹"b"¦@es›
}
---
putS($g())
x := 1
func() { defer func(v int) { put(v); put(x) }(x); x = @small }()
`, `deferred methods
type $r struct { log []string }
func ($x *$r) close(n string) { $x.log = append($x.log, n) }
---
r := &$r{}
func() {
	defer r.close("a")
	if @eb { defer r.close("b"); return }
	defer func() { recover() }()
	var m map[int]int
	m[1] = 2
	r.close("never")
}()
for _, s := range r.log { putS(s) }
`,
}

// goFlowSketches are sketches about the flow of control.
var goFlowSketches = []sketch{
	`labels
$out:
for i := 0; i < 4; i++ {
	for j := range 4 {
		switch {
		case j == @small: continue $out
		case i * j ‹> 4¦== 2¦== 9›: break $out
		case (i + j) % 3 == 0: break
		default: put(i * 10 + j)
		}
		if j ‹>¦==› i { break }
	}
	put(i)
}
`, `switches
x := @et
switch y := x ‹&¦%› 3; y {
case 0: put(0); ‹fallthrough¦break›
case 1: put(1)
case 2:
	if x ‹>¦<› @num { break }
	put(2)
	fallthrough
default: put(4)
}
switch { case @eb: put(5); case @eb: put(6) }
`, `goto
i := 0
$again:
i++
put(i)
if i < 3 { goto $again }
if @eb { goto $end }
put(77)
$end:
put(78)
`, `ranges over functions
func $seq(n int) func(func(int, @t) bool) {
	return func(yield func(int, @t) bool) {
		for i := range n { if !yield(i, @t(i) * 3) { put(90); return } }
	}
}
func $find(n int, want @t) int {
	for i, v := range $seq(n) { if v == want { return i } }
	return -1
}
---
for i, v := range $seq(4) {
	if i == @idx { continue }
	if v > ‹5¦100¦3› { break }
	put(v)
}
put($find(3, @num)); put($find(5, 6))
for range $seq(2) { put(8) }
`, `loops
n := 0
for i, j := 0, 10; i < j; i, j = i + 1, j - ‹1¦2› {
	if i ‹%¦&› 2 == 1 { continue }
	n += i * j
}
put(n)
for n > ‹10¦3› { n ‹/= 2¦-= 5› }
put(n)
var u uint8 = 250
for ; u > 5; u += 3 { n++ }
put(n); put(u)
for i := range uint8(@idx) { put(i) }
for i := range 3 { i *= 2; put(i) }
`, `closures in loops
var fs []func() int
for i := 0; i < 3; i++ { fs = append(fs, func() int { i += 10; return i }) }
for _, f := range fs { put(f()); put(f()) }
a := []int{1, 2, 3}
for i, v := range a { if i == 0 { a = append(a, 9); a[1] = 50 }; put(v) }
put(len(a))
`, `returns
func $f(x @t) (r string) {
	switch { case x < 3: r = "low"; return
	case x > 100: return "high" }
	for k := @t(0); ; k++ { if k * 7 > x { return r + "mid" } ; if k > 50 { break } }
	return
}
---
putS($f(@et)); putS($f(@num & 63))
`,
	`nested ranges over functions
func $pairs(n int) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for i := range n { for j := range n { if !yield(i, j) { put(70); return } } }
	}
}
func $first(k int) (r int) {
	defer func() { r += 1000 }()
	for i, j := range $pairs(3) {
		‹put(j)¦put(i + j)¦defer func() { put(i) }()›
		if i * j == k { return 10 * i + j }
	}
	return -1
}
---
put($first(@small))
$outer:
for i, j := range $pairs(3) {
	for k := range $pairs(2) {
		if j == @idx { continue $outer }
		if i + k ‹== 2¦> 2¦== 9› { break $outer }
		put(i * 9 + j * 3 + k)
	}
}
`, `constants and min
s := []string{@es, "b", @es}
best := s[0]
for _, x := range s[1:] { best = max(best, x) }
putS(best); putS(min(s[0], s[1], s[2]))
const $big = 1 << 100
put(@t($big >> ‹98¦97›)); put(uint8($big>>93&0xff)); put(int64('a' + 1.0)); put(len([...]int{5: 1}))
var sh uint = @small
put(1 << sh); put(int8(1) << sh); put(uint64(1 << 40 >> sh))
`, `jumps into loops
n := 0
i := @idx
if i > 2 { goto $mid }
$top:
n += i
i++
$mid:
if i < 5 { n *= 2; goto $top }
put(n)
for i := 0; i < 3; i++ { func() { defer func() { put(i) }(); if i == @idx { return }; put(100 + i) }() }
var p [3]func() int
for i := 0; i < 3; i++ { p[i] = func() int { i *= 2; return i }; i += @idx & 1 }
for _, f := range p { if f != nil { put(f()) } }
`,
}

// goPanicSketches are sketches that may panic.
var goPanicSketches = []sketch{
	`index of slices
a := []@t{@et, @et, @et}
k := @ei % 5
put(a[k])
`, `slice bounds
a := []@t{@et, @et, @et}
i, j := @ei % 5, @ei % 5
put(len(a[i:j])); put(cap(a[:j:i]))
`, `strings
s := @es
i := @ei % 7
put(s[i]); putS(s[i:])
`, `division
x, y := @et, @et & 3
put(x / y); put(x % (y - 1))
`, `nil pointers
var p *struct { a, b @t }
if @eb { p = &struct { a, b @t }{1, 2} }
put(p.b)
`, `nil maps
var m map[string]@t
if @eb { m = map[string]@t{} }
m[@es] = 1
put(len(m))
`, `assertions
list := []any{@et, @es, nil, @eu}
x := list[@idx].(‹@t¦string¦error¦interface{ M() }›)
_ = x
`, `shifts
k := int8(@ei)
put(@et << (k ‹% 3¦/ 64¦>> 5›))
`, `makeslice
n := @ei % 5
s := make([]@t, n)
t := make([]@t, 2, n & 3)
put(len(s)); put(len(t))
`, `arrays of slices
s := make([]@t, @idx)
a := [2]@t(s)
put(a[0])
p := (*[1]@t)(s)
put(p[0])
`, `uncomparable
a, b := any([]int{@idx}), any(‹[]int{1}¦1¦map[int]int{}›)
putB(a == b)
`, `panic
if @eb { panic(‹"text"¦5¦error(nil)¦@t(3)¦@es¦'x'¦struct{ a int }{1}¦true›) }
put(1)
`, `nil functions
var f func(@t) @t
if @eb { f = func(x @t) @t { return x + 1 } }
put(f(@et))
var e error
if @eb { put(len(e.Error())) }
`, `nil methods
type $n struct { next *$n; v [3]@t }
func ($r *$n) get(i int) @t { return $r.v[i] }
---
l := &$n{next: &$n{}}
for range @idx { l = l.next }
put(l.get(@ei & 3))
`, `recover and panic again
defer func() { r := recover(); putB(r != nil); if @eb { panic("again") } }()
a := [4]@t{}
put(a[@ei & 7])
`,
}
