package gen

// goMoreMapSketches are more sketches about maps.
var goMoreMapSketches = []sketch{
	`maps of functions
m := map[string]func(@t) @t{"inc": func(x @t) @t { return x + 1 }, "neg": func(x @t) @t { return -x }}
m[@es + "k"] = m["inc"]
for _, w := range []string{"inc", "neg", @es + "k", "no"} { if f := m[w]; f != nil { put(f(@et)) } else { put(66) } }
if f, ok := m[@es]; ok { put(f(3)) }
delete(m, "inc")
put(len(m)); putB(m["inc"] == nil)
`, `maps of arrays and structs
type $s struct { a [2]@t; n map[string]int; p *$s }
---
m := map[int8]$s{1: {a: [2]@t{1, @et}}, 2: {n: map[string]int{"x": 1}}}
x := m[1]
x.a[0] = 9
m[3] = x
m[2].n["y"] = 5
x.p = &x
m[1] = *x.p
put(m[1].a[0]); put(m[3].a[1]); put(len(m[2].n)); put(m[int8(@idx)].a[1]); put(m[7].n["z"])
arr := map[string][3]@t{"a": {1, 2, @et}}
c := arr["a"]
c[0] = 5
arr["b"] = c
put(arr["a"][0]); put(arr["b"][0]); put(arr["c"][@idx % 3]); putB(arr["a"] == arr["b"])
`, `keys of any type
type $k struct { a any; s string }
---
m := map[any]string{}
for i, k := range []any{@et, @eu, @es, nil, $k{1, "x"}, $k{@es, ""}, [2]any{1, "a"}, @eb, 'x', $k{nil, @es}} {
	m[k] += string(rune('a' + i))
}
put(len(m)); putS(m[$k{1, "x"}]); putS(m[nil]); putS(m[[2]any{1, "a"}]); putS(m[any(@et)]); putS(m[@t(3)])
_, ok := m[$k{int8(1), "x"}]
putB(ok)
delete(m, any(@es)); put(len(m))
`, `counts of words
words := map[string][]int{}
text := @es + " a " + @es + " b a"
from := 0
for i, c := range text + " " {
	if c == ' ' { words[text[from:min(i, len(text))]] = append(words[text[from:min(i, len(text))]], from); from = i + 1 }
}
put(len(words)); put(len(words["a"]))
sum, most := 0, 0
for w, at := range words { sum += len(w) * len(at); most = max(most, len(at)); for _, k := range at { sum += k ^ ‹5¦9› } }
put(sum); put(most)
`, `maps with two names
func $fill(m map[@t]@t, n int) map[@t]@t { for i := range n { m[@t(i)] += @t(i) * 3 }; return m }
---
m := $fill(map[@t]@t{}, @idx)
n := $fill(m, 2)
m[1], m[0] = m[0], m[1]
put(n[0]); put(n[1]); put(len(n))
type t struct { m map[@t]@t }
a := t{m}
b := a
b.m[@et]--
put(len(a.m)); b.m = nil; putB(a.m == nil); put(b.m[3])
a.m[1], b.m = 8, map[@t]@t{1: 2}
put(m[1]); put(b.m[1])
p := &a.m
(*p)[5] ‹= 1¦++¦|= 6›
put(m[5])
`, `maps changed in a range
m := map[int]@t{0: 1, 1: @et, 2: 3, 3: @num}
n := 0
for k := range m { if k ‹!=¦>¦<› @idx { delete(m, k); n++ } else { m[k] += 2 } }
put(n); put(len(m)); put(m[0]); put(m[@idx])
for k, v := range m { m[k] = v * 2; delete(m, k + 10) }
put(m[@small])
most := -1
for k := range m { most = max(most, k); if len(m) > 3 { clear(m) } }
putB(most >= 0); put(len(m))
`, `maps in slices
list := []map[string]*int{nil, {}, {"a": new(int)}}
*list[2]["a"] = @ei
for i, m := range list {
	if m == nil { list[i] = map[string]*int{"b": list[2]["a"]}; continue }
	if p, ok := m["a"]; ok { *p++ } else { m["c"] = nil }
}
put(*list[0]["b"]); put(len(list[1])); putB(list[1]["c"] == list[2]["zz"])
graph := map[int][]int{0: {1, 2}, 1: {2}, 2: {@idx}}
seen := map[int]bool{}
var visit func(int) int
visit = func(n int) int { if seen[n] { return 0 }; seen[n] = true; s := n + 1; for _, k := range graph[n] { s += 2 * visit(k) }; return s }
put(visit(@idx)); put(len(seen))
`,
}

// goMoreStructSketches are more sketches about structs and interfaces.
var goMoreStructSketches = []sketch{
	`names that hide others
type $a struct { x @t; y int }
func ($r $a) who() int { return 1 }
func ($r $a) both() int { return $r.who() * 10 }
type $b struct { $a; x string }
func ($r $b) who() int { return 2 }
type $c struct { *$b; $d }
type $d struct { y, z int }
func ($r *$d) who() int { return 3 }
---
c := $c{&$b{$a: $a{x: @et}, x: @es}, $d{z: 4}}
c.$b.$a.x++; c.$d.y = 5; c.z ‹+=¦*=› @idx
putS(c.x); put(c.$a.x); put(c.$d.y); put(c.z); put(c.$b.y)
put(c.both()); put(c.$b.who()); put(c.$d.who()); put(c.$a.who())
var i interface { both() int } = c
put(i.both())
d := c
d.$b.y = 8; d.z = 1
put(c.$b.y); put(c.z)
`, `methods of slices, maps and functions
type $s []@t
func ($x *$s) push(v @t) { *$x = append(*$x, v) }
func ($x $s) last() @t { return $x[len($x) - 1] }
type $m map[string]int
func ($x $m) inc(k string) int { $x[k]++; return $x[k] }
type $f func(int) int
func ($x $f) then(g $f) $f { return func(n int) int { return g($x(n)) } }
type $arr [3]int
func ($x *$arr) set(i, v int) { $x[i] = v }
func ($x $arr) sum() (n int) { for _, v := range $x { n += v }; return }
---
var s $s
s.push(@et); s.push(@num); put(s.last()); put(len(s))
m := $m{}
put(m.inc(@es)); put(m.inc("a")); put(m.inc(@es))
f := $f(func(n int) int { return n + 1 })
put(f.then(f).then(func(n int) int { return n * 3 })(@idx))
a := $arr{1}
a.set(@idx % 3, 7); put(a.sum()); (&a).set(0, 2); put($arr.sum(a))
`, `comparisons that stop
type $s struct { k int; x any; s string }
type $p struct { a, b any }
---
x, y := $s{@idx, @et, "a"}, $s{@idx, @et, @es}
putB(x == y); putB(any(x) == any(y)); putB(x != $s{}); putB([2]any{1, x} == [2]any{1, y})
putB($p{1, []int{}} == $p{2, []int{}}); putB($p{"a", x} == $p{"a", x})
var e, f error
putB(e == f); putB(any(e) == nil); putB($p{e, nil} == $p{nil, f})
putB([2]$p{{1, 2}} == [2]$p{{1, @ei}}); putB(struct { a int; s string }{1, @es} == struct { a int; s string }{1, "ab"})
`, `nil pointers in interfaces
type $i interface { get() int }
type $v struct { n int }
func ($r *$v) get() int { if $r == nil { return -1 }; return $r.n }
func $f(k int) $i { var p *$v; if k == 0 { return nil }; if k == 1 { return p }; return &$v{k} }
---
for k := range 4 {
	i := $f(k ‹&¦|› @idx)
	putB(i == nil); putB(i == $i((*$v)(nil)))
	if i != nil { put(i.get()) }
	if p, ok := i.(*$v); ok { putB(p == nil) }
	switch x := i.(type) { case nil: put(5); case *$v: if x != nil { x.n++; put(i.get()) } }
}
`, `visitors
type $ex interface { accept($vi) int }
type $vi interface { num($nu) int; add(*$ad) int }
type $nu int
type $ad struct { l, r $ex; op byte }
func ($x $nu) accept(v $vi) int { return v.num($x) }
func ($x *$ad) accept(v $vi) int { return v.add($x) }
type $ev struct { depth *int }
func ($x $ev) num(n $nu) int { *$x.depth++; return int(n) }
func ($x $ev) add(a *$ad) int {
	l, r := a.l.accept($x), a.r.accept($x)
	switch a.op { case '+': return l + r; case '-': return l - r; default: return l * r }
}
type $cnt struct { $vi }
func ($x $cnt) num($nu) int { return 1 }
---
var e $ex = &$ad{$nu(@idx), &$ad{$nu(3), $nu(@ei), ‹'+'¦'-'¦'*'›}, ‹'+'¦'*'›}
n := 0
put(e.accept($ev{&n})); put(n)
put(e.accept($cnt{$ev{&n}})); put(n)
e.(*$ad).l = e.(*$ad).r
put(e.accept($ev{&n}))
`, `switches on several types
type $n int8
func ($x $n) Error() string { return "n" }
func $f(x any) (r int) {
	switch y := x.(type) {
	case int8, $n: r = 1; if y == any($n(3)) { r = 2 }
	case interface { Error() string; Unwrap() error }: r = 3
	case error: r = 10 + len(y.Error())
	case map[string]int: r = 20 + y["a"]
	case chan int, func(): r = 30
	case *@t: if y != nil { *y++; r = int(*y & 63) }
	case [2]@t: r = 50 + int(y[1] & 7)
	case []any: for _, z := range y { r += $f(z) }
	case struct { a, b int }: r = y.a - y.b
	case bool: if y { r = 60 }
	}
	return r
}
---
v := @et
for _, x := range []any{int8(3), $n(@idx), error($n(3)), map[string]int{"a": @idx}, func() {}, &v, [2]@t{1, @et}, []any{$n(3), @eb, []any{&v}}, struct { a, b int }{@idx, 1}, uint8(3), @eb, (*@t)(nil)} {
	put($f(x))
}
put(v)
`, `calls through interfaces of expressions
type $st interface { next() $st; val() int }
type $a struct { n int }
type $b struct { a *$a; k int }
func ($x *$a) next() $st { $x.n++; if $x.n & 1 == ‹0¦1› { return $b{$x, $x.n} }; return $x }
func ($x *$a) val() int { return $x.n }
func ($x $b) next() $st { $x.k += 5; return $x.a }
func ($x $b) val() int { return $x.k * 100 }
---
var s $st = &$a{@idx}
for range 4 { s = s.next(); put(s.val()) }
f := $st.val
put(f(s)); put((*$a).val(&$a{7}))
g := s.next().val
put(g())
list := []$st{s, s.next()}
put(list[@idx & 1].next().val())
`,
}

// goMoreFlowSketches are more sketches about functions and the flow of control.
var goMoreFlowSketches = []sketch{
	`functions that make functions
func $add(a @t) func(@t) func(@t) @t { return func(b @t) func(@t) @t { a++; return func(c @t) @t { b ^= c; return a*2 + b } } }
func $compose(fs ...func(int) int) func(int) int { return func(x int) int { for _, f := range fs { x = f(x) }; return x } }
---
f := $add(@et)
g, h := f(1), f(@et)
put(g(@et)); put(h(2)); put(g(3)); put(f(0)(0))
k := 0
put($compose(func(x int) int { k++; return x + k }, func(x int) int { k *= 2; return x * k })(@idx)); put(k)
put($compose()(5))
`, `results passed on
func $two(a @t) (@t, string) { return a + 1, "two" }
func $take(a @t, s string, more ...int) int { return int(a & 31) + len(s) + len(more) }
func $all(xs ...any) (n int) { for _, x := range xs { switch v := x.(type) { case @t: n += int(v & 3); case string: n += len(v); case nil: n += 100; case []any: n += 50 } }; return }
func $swap(a, b *int) (x, y int) { *a, *b = *b, *a; return *a, *b }
---
put($take($two(@et))); put($all($two(@num))); put($all()); put($all(nil, @es)); put($all([]any{nil, nil}...)); put($all([]any{1}))
a, b := 1, @idx
a, b = $swap(&a, &b)
put(a); put(b)
x, _ := $two(3); _, s := $two(x)
putS(s); put(x)
`, `closures that call themselves
var fib func(int) int
memo := map[int]int{}
fib = func(n int) int { if n < 2 { return n }; if v, ok := memo[n]; ok { return v }; memo[n] = fib(n - 1) + fib(n - 2); return memo[n] }
put(fib(@small)); put(len(memo))
var even, odd func(n int) bool
even = func(n int) bool { return n == 0 || odd(n - 1) }
odd = func(n int) bool { return n != 0 && even(n - 1) }
putB(even(@small)); putB(odd(@idx))
count := 0
var hanoi func(n int, a, b, c byte)
hanoi = func(n int, a, b, c byte) { if n > 0 { hanoi(n - 1, a, c, b); count = count * 3 + int(a ^ c); hanoi(n - 1, b, a, c) } }
hanoi(@idx, 1, 2, 3)
put(count)
`, `functions in structs and maps
type $m struct { state func(*$m) func(*$m) bool; n int; log string }
func $start(x *$m) func(*$m) bool { x.log += "s"; return func(y *$m) bool { y.n++; return x == y } }
---
m := &$m{state: $start}
for range @idx { f := m.state(m); putB(f(m)); putB(f(&$m{})) }
putS(m.log); put(m.n)
h := map[string]struct { f func(...int) int; k int }{"len": {func(x ...int) int { return len(x) }, 2}, "sum": {f: func(x ...int) (n int) { for _, v := range x { n += v }; return n }}}
for _, w := range []string{"len", "sum", "none"} { if e := h[w]; e.f != nil { put(e.f(1, @idx, 3) + e.k) } }
`, `goto in and out
n, i := 0, @idx
$l:
if n > 30 { goto $done }
for {
	i++
	switch {
	case i % 4 == @small: n += 7; goto $l
	case i > 20: break
	case i & 1 == 1: n++; continue
	default: n += i; if n > ‹12¦25› { goto $done }
	}
	if i > 25 { goto $done }
}
$done:
put(n); put(i)
`, `switches that fall through
for i := range 6 {
	s := ""
	switch x := i ‹*¦+¦^› @small; {
	case x > 12: s += "a"; fallthrough
	case x < 0: s += "b"
	default: s += "d"; if x == 3 { break }; s += "e"; fallthrough
	case x == 5: s += "c"; fallthrough
	case x == 100: s += "f"
	}
	putS(s)
	switch i { case 1, 2, @idx + 4: put(1); default: put(2); case 0: put(3); fallthrough; case 3: put(4) }
}
`, `loops over integers of all types
for i := range @t(@small) { put(i) }
n := uint8(@idx)
for i := range n { n += 3; put(i) }
put(n)
for i := int8(120); i > 0; i += 3 { n++ }
put(n)
for i := range int16(3) { i += 5; put(i) }
var k int
for k = range 4 { if k == @idx { break } }
put(k)
for range @idx { k++ }
for i, j := uint8(0), int8(5); i < 200 && j > -5; i, j = i + 50, j - ‹1¦3› { put(i); put(j) }
x := @et
for steps := 0; x > 1 && steps < 9; steps++ { if x & 1 == 0 { x /= 2 } else { x = x ‹* 3 + 1¦- 1› } }
put(x)
`, `labels of blocks
n := 0
$b: switch { default: if @eb { break $b }; n = 5 }
$s: switch { case n == 5: for i := range 5 { if i == @idx { break $s }; n += i }; n += 100; default: n = -1 }
$f: for i := range 3 { switch i { case @idx: continue $f; case 2: break $f }; for { n++; if n % 3 == 0 { continue $f }; if n > 200 { break $f } } }
put(n)
`, `results and shadows
func $f(x @t) (n @t, s string) {
	n = x
	if n := x + 1; n > 3 { s = "in"; { s := s + "ner"; putS(s) } }
	for n := range 2 { s += string(rune('0' + n)) }
	func() { n += 5; s := "lost"; _ = s }()
	if x, y := n, s; y != "" { x++; n = x } else if x > 7 { return 1, y }
	return
}
---
n, s := $f(@et)
put(n); putS(s)
n, s = $f(@num); put(n); putS(s)
`, `order of calls
log := 0
f := func(k int) int { log = log * 10 + k; return k }
a := []int{f(1), f(2), f(3)}
a[f(@idx) % 3], a[f(1)] = f(4), a[f(2)]
m := map[int]int{f(5): f(6)}
m[f(7)] += f(8)
b := f(1) + f(2) * f(3) - a[f(0)]
p := struct { x, y int }{y: f(4), x: f(5)}
put(log); log = 0
switch f(2) { case f(1), f(2), f(3): put(log) }
put(b); put(p.x); put(m[7]); put(a[1]); put(a[@idx % 3])
func(xs ...int) { put(len(xs)); put(xs[1]) }(f(3), f(4))
put(log)
`,
}

// goMorePanicSketches are more sketches that may panic.
var goMorePanicSketches = []sketch{
	`keys without hash
m := map[any]@t{1: @et}
keys := []any{"a", @et, []int{1}, struct { f any }{map[int]int{}}, [1]any{1}, func() {}}
k := keys[@ei & 3 + ‹0¦2›]
put(m[k])
m[k] = 3
put(len(m))
`, `structs without comparison
type $s struct { a int; x any }
---
x, y := any($s{@idx, []int{1}}), any($s{@idx, []int{1}})
putB(x == y)
var z any = func() {}
putB(x == z)
switch z { case 1, nil: put(1); case z: put(2) }
`, `panics in iterators
func $it(n int) func(func(int) bool) { return func(yield func(int) bool) { defer put(n); for i := range n { if !yield(i) && ‹i > 0¦true› { return } } } }
---
a := []@t{1, @et}
for i := range $it(@small) { put(a[i]); if i == @idx { break } }
`, `iterators that recover
func $it(yield func(int) bool) {
	defer func() { if r := recover(); r != nil { put(7) } }()
	for i := range 3 { if !yield(i) { return } }
}
---
for i := range $it { if i == @small { panic("body") }; put(i) }
put(1)
`, `panics of deferred calls
func $f(k int) (r int) {
	a := [3]int{1, 2, 3}
	defer func() { r = a[(k + 1) % 5] }()
	if k > 1 { return a[k] }
	defer func() { if e := recover(); e != nil { r = a[k] } }()
	var m map[string]int
	m["x"] = k
	return 5
}
---
put($f(@small))
`, `errors that nobody handles
type $e struct { k int }
func ($x $e) Error() string { return "code" }
func $f(k int) error { if k > 1 { return $e{k} }; return nil }
func $must(err error) int { if err != nil { panic(err) }; return 1 }
---
defer func() { if r := recover(); r != nil { if e, ok := r.($e); ok && e.k ‹<¦>› 2 { put(e.k); panic("e") }; panic(r) } }()
put($must($f(@small)))
`, `fields behind nil
type $t struct { pad [4]int; in *$in; m map[string]*$in }
type $in struct { v @t; arr [2]@t; next **$in }
---
t := &$t{m: map[string]*$in{"a": {v: @et}}}
if @eb { t.in = t.m["a"] }
put(t.m[‹"a"¦@es›].v)
q := &t.in.arr
put(q[@idx & 1])
put((*t.in.next).v)
`, `embedded nil
type $b struct { n @t }
func ($x *$b) get() @t { return $x.n }
func ($x $b) copy() $b { return $x }
type $i interface { get() @t }
type $d struct { *$b; $i2 }
type $i2 interface { set(int) }
---
d := $d{}
if @eb { d.$b = &$b{@et} }
var i $i = d
if @eb { put(i.get()) }
if @eb { d.set(1) }
f := d.copy
put(f().n)
`, `conversions of slices
s := make([]@t, 2 + @idx, 5)
p := (*[3]@t)(s)
p[0] = 5
a := [4]@t(s[:@small])
put(a[0]); put(s[0])
`, `large shifts and divisions
x, k := @et, int64(@ei % 70)
put(x << (k & 63)); put(x >> k)
y := @eu
put(y / @u(k)); put(y % @u(k / 2))
`, `three indices
a := make([]@t, 3, 6)
i, j, k := @idx, @small, @small
b := a[i:j:k]
put(len(b)); put(cap(b)); b[0] = 1
s := @es
putS(s[i:j]); put(s[k])
`, `recursion that ends badly
type $n struct { l, r *$n; v @t }
func ($x *$n) depth(k int) int { if k == 0 { return int(100 / ($x.v & 3)) }; return $x.l.depth(k - 1) + $x.r.depth(k - 1) }
func $make(k int) *$n { if k == 0 { return nil }; return &$n{$make(k - 1), $make(k - 1), @et} }
---
put($make(3).depth(@idx))
`,
}
