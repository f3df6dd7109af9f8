package gen

// goTextSketches are sketches about what the library does with strings and bytes.
var goTextSketches = []sketch{
	`builders
var b strings.Builder
b.WriteString(@es)
b.WriteByte(uint8(@et))
for i := range @idx { b.WriteRune(rune('a' + i) << (i * 3)); b.WriteString("‹x¦éy¦›") }
putS(b.String()); put(b.Len())
n, err := b.Write([]byte(@es))
put(n); putB(err == nil)
‹b.Grow(3)¦b.Reset()¦b.WriteString("")›
b.WriteByte('z')
putS(b.String())
`, `buffers
var b bytes.Buffer
b.WriteString(@es + "head")
b.Write([]byte{uint8(@et), 1})
c, err := b.ReadByte()
put(c); putB(err == nil)
p := make([]byte, @idx)
n, err := b.Read(p)
put(n); putB(err == nil); putS(string(p[:n])); put(b.Len())
‹b.Truncate(b.Len() / 2)¦b.WriteByte('q')¦b.WriteRune('é')¦b.Next(2)¦b.UnreadByte()¦b.Reset()›
b.WriteString(@es)
s, err := b.ReadString('‹e¦l¦b›')
putS(s); putB(err == nil); putS(b.String())
`, `searches in strings
s, t := @es + "‹ab¦lé¦›" + @es, ‹@es¦"ab"¦"l"¦"\xa9"¦""›
put(strings.Index(s, t)); put(strings.LastIndex(s, t)); put(strings.Count(s, t))
putB(strings.Contains(s, t)); putB(strings.HasPrefix(s, t)); putB(strings.HasSuffix(s, t))
put(strings.IndexByte(s, uint8(@et))); put(strings.IndexRune(s, rune(@et) & 0xff)); put(strings.IndexAny(s, "‹bé¦xl¦›"))
put(strings.LastIndexByte(s, 'l')); put(strings.Compare(s, t)); putB(strings.ContainsRune(s, 'é'))
put(strings.IndexFunc(s, func(c rune) bool { return c > 'b' }))
`, `splits
s := @es + "‹,b¦ ,¦b,,›" + @es
for _, w := range strings.Split(s, "‹,¦l¦b›") { putS(w) }
for _, w := range strings.SplitN(s, "‹,¦›", @small - 1) { putS(w) }
for _, w := range strings.Fields(s + " x  y ") { putS(w) }
a, b, ok := strings.Cut(s, "‹,¦é›")
putS(a); putS(b); putB(ok)
putS(strings.Join(strings.SplitAfter(s, ","), "‹-¦›"))
`, `strings that change
s := @es + "‹Ab¦ x¦›"
putS(strings.Repeat(s, @idx)); putS(strings.Replace(s, "‹l¦b¦›", "‹Q¦é¦›", @small - 1)); putS(strings.ReplaceAll(s, "a", @es))
putS(strings.TrimSpace(" \t" + s + "\n")); putS(strings.Trim(s, "‹ab¦x¦é›")); putS(strings.TrimLeft(s, "ah")); putS(strings.TrimPrefix(s, "h"))
putS(strings.TrimSuffix(s, @es)); putS(strings.TrimRight(s, "xbo"))
putS(strings.Map(func(c rune) rune { if c == 'l' { return -1 }; return c + 1 }, s))
`, `case of letters
s := @es + "‹Zé¦aZ›"
putS(strings.ToUpper(s)); putS(strings.ToLower(s)); putB(strings.EqualFold(s, strings.ToUpper(s)))
c := rune(@et) & 0x17f
putB(unicode.IsLetter(c)); putB(unicode.IsDigit(c)); putB(unicode.IsSpace(c)); putB(unicode.IsUpper(c)); put(unicode.ToLower(c)); put(unicode.ToUpper(c))
`, `functions on bytes
a, b := []byte(@es + "ab"), []byte(@es)
putB(bytes.Equal(a, b)); put(bytes.Compare(a, b)); put(bytes.Index(a, b)); put(bytes.IndexByte(a, 'b')); put(bytes.Count(a, []byte("‹a¦b¦›")))
putB(bytes.HasPrefix(a, b)); putB(bytes.Contains(a, b)); putS(string(bytes.TrimSpace(append(b, ' '))))
for _, w := range bytes.Split(a, []byte("‹a¦b›")) { putS(string(w)) }
putS(string(bytes.Repeat(b, @idx))); putS(string(bytes.Join([][]byte{a, b}, []byte("-"))))
c := bytes.Clone(a)
c[0] = 'Q'
putS(string(a)); putS(string(bytes.TrimRight(c, "b"))); put(bytes.LastIndexByte(a, 'a')); putS(string(bytes.ToUpper(b)))
`, `decimal numbers
n := int(int16(@et))
s := strconv.Itoa(n)
putS(s)
k, err := strconv.Atoi(s + "‹¦0¦x¦ ›")
put(k); putB(err == nil)
k, err = strconv.Atoi(‹@es¦"-12"¦"+7"¦""¦"0x1"¦"00"›)
put(k); putB(err == nil)
b, err := strconv.ParseBool("‹true¦T¦no›")
putB(b); putB(err == nil)
putS(strconv.FormatBool(@eb))
`, `numbers of other bases
v, w := int64(@et), uint64(@eu) & 0xffffff
putS(strconv.FormatInt(v ‹& 0xffff¦>> 40¦% 1000›, ‹16¦2¦10¦36›)); putS(strconv.FormatUint(w, ‹16¦8¦10›))
x, err := strconv.ParseInt("‹-7f¦1010¦zz¦99¦128¦-128¦¦+1_0›", ‹16¦2¦0¦10›, ‹8¦64¦0›)
put(x); putB(err == nil)
y, err := strconv.ParseUint("‹255¦256¦0x1f¦-1¦18446744073709551616¦0b11›", ‹0¦10›, ‹8¦64›)
put(y); putB(err == nil)
putS(string(strconv.AppendInt([]byte("n="), v & 0xfff, 10)))
`, `quotes
putS(strconv.Quote(@es + "‹\n¦\x00¦\"¦é›"))
s, err := strconv.Unquote("‹\"a\\n\"¦'x'¦\"¦\"\\x41\"›")
putS(s); putB(err == nil)
putS(strconv.QuoteToASCII("é" + @es)); putS(string(strconv.AppendQuoteRune(nil, rune(@et) & 0x7f)))
`, `utf8
s := @es + "‹é¦\xed\xa0\x80¦日¦\xff›"
for len(s) > 0 { r, n := utf8.DecodeRuneInString(s); put(r); put(n); s = s[n:] }
r, n := utf8.DecodeLastRuneInString(@es + "é")
put(r); put(n); put(utf8.RuneCountInString(@es)); putB(utf8.ValidString(@es)); put(utf8.RuneLen(rune(@et) & 0x3ffff))
b := utf8.AppendRune(nil, rune(@et) & 0x1fffff)
putS(string(b)); putB(utf8.FullRune(b)); put(utf8.RuneCount(b)); putB(utf8.RuneStart(b[0])); putB(utf8.ValidRune(rune(@eu)))
`, `readers
r := strings.NewReader(@es + "abc")
c, err := r.ReadByte()
put(c); putB(err == nil)
p := make([]byte, @small)
n, err := r.Read(p)
put(n); putB(err == io.EOF); putS(string(p))
ch, size, err := r.ReadRune()
put(ch); put(size); putB(err == io.EOF); put(r.Len())
rest, err := io.ReadAll(r)
putS(string(rest)); putB(err == nil)
`, `lines
sc := bufio.NewScanner(strings.NewReader(@es + "\n‹a b¦¦\r\nq›\n" + @es))
‹sc.Split(bufio.ScanWords)¦sc.Split(bufio.ScanLines)¦sc.Split(bufio.ScanBytes)›
n := 0
for sc.Scan() { putS(sc.Text()); if n++; n > 9 { break } }
putB(sc.Err() == nil)
`, `paths
putS(path.Clean("‹a//b¦a/../b¦./x¦/../q¦¦a/./b/›" + @es)); putS(path.Join("a", "‹..¦b¦/›", @es)); putS(path.Base("x/y" + @es)); putS(path.Dir("x/y/" + @es)); putS(path.Ext("a.b" + @es))
putB(path.IsAbs(@es)); d, f := path.Split("p/q" + @es); putS(d); putS(f)
`,
}

// goDataSketches are sketches about what the library does with other data.
var goDataSketches = []sketch{
	`sorted integers
a := []int{@ei & 15, @idx, @ei & 15, @small, 3}
sort.Ints(a)
for _, v := range a { put(v) }
put(sort.SearchInts(a, @small)); putB(sort.IntsAreSorted(a))
s := []string{@es, "b", @es}
sort.Strings(s)
for _, v := range s { putS(v) }
put(sort.Search(5, func(i int) bool { return a[i] >= @small }))
`, `sorted by methods
type $by struct { k []int; s []string }
func ($x $by) Len() int { return len($x.k) }
func ($x $by) Less(i, j int) bool { return $x.k[i] ‹<¦>› $x.k[j] }
func ($x $by) Swap(i, j int) { $x.k[i], $x.k[j] = $x.k[j], $x.k[i]; $x.s[i], $x.s[j] = $x.s[j], $x.s[i] }
---
x := $by{[]int{@idx, @small, 1, @idx}, []string{"a", @es, "c", "d"}}
‹sort.Stable(x)¦sort.Stable(sort.Reverse(x))¦sort.Stable(x)›
for i, k := range x.k { put(k); putS(x.s[i]) }
putB(sort.IsSorted(x))
`, `functions on slices
a := []@t{@et, @et, @num, 3}
put(slices.Index(a, @num)); putB(slices.Contains(a, @et)); put(slices.Max(a)); put(slices.Min(a))
b := slices.Clone(a)
slices.Sort(b)
for _, v := range b { put(v) }
k, ok := slices.BinarySearch(b, @et)
put(k); putB(ok); slices.Reverse(a); put(a[0])
a = slices.Insert(a, @idx, 7, @et)
a = slices.Delete(a, 1, ‹2¦3¦1›)
a = slices.Compact(a)
for _, v := range a { put(v) }
putB(slices.Equal(a, b)); put(slices.Compare(a, b)); put(slices.IndexFunc(a, func(v @t) bool { return v > 3 }))
`, `slices by functions
type $p struct { k int; s string }
---
a := []$p{{@idx, "a"}, {@small, @es}, {1, "c"}, {@idx, "d"}}
slices.SortStableFunc(a, func(x, y $p) int { return ‹cmp.Compare(x.k, y.k)¦x.k - y.k¦cmp.Compare(y.k, x.k)¦strings.Compare(x.s, y.s)› })
for _, x := range a { put(x.k); putS(x.s) }
a = slices.DeleteFunc(a, func(x $p) bool { return x.k == 1 })
put(len(a)); putB(slices.ContainsFunc(a, func(x $p) bool { return x.s == "d" }))
i, ok := slices.BinarySearchFunc(a, @idx, func(x $p, k int) int { return cmp.Compare(x.k, k) })
putB(i >= 0 && i <= len(a)); _ = ok
b := slices.Concat([]int{1}, nil, []int{@idx, 3})
put(len(b)); put(b[1]); put(slices.MaxFunc(a, func(x, y $p) int { return x.k - y.k }).k)
`, `iterators of slices
a := []@t{@et, @num, @et}
for i, v := range slices.Backward(a) { put(i); put(v); if i == @idx { break } }
s := slices.Collect(slices.Values(a))
s[0]++
put(a[0]); put(s[0])
for c := range slices.Chunk(a, 2) { put(len(c)); put(c[0]) }
for _, v := range slices.Sorted(slices.Values(a)) { put(v) }
b := slices.AppendSeq([]@t{1}, func(yield func(@t) bool) { for i := range @idx { if !yield(@t(i)) { return } } })
put(len(b)); put(b[len(b) - 1])
`, `functions on maps
m := map[string]@t{"a": @et, @es: @num}
for _, k := range slices.Sorted(maps.Keys(m)) { putS(k); put(m[k]) }
n := maps.Clone(m)
n["a"]++
putB(maps.Equal(m, n)); put(m["a"])
maps.Copy(m, map[string]@t{"z": 1, "a": 2})
maps.DeleteFunc(m, func(k string, v @t) bool { return v == 1 || k == "" })
put(len(m)); put(m["a"]); put(len(n))
c := maps.Collect(slices.All([]string{"x", @es}))
putS(c[1]); put(len(slices.Collect(maps.Values(c))))
`, `locks
type $c struct { sync.Mutex; rw sync.RWMutex; once sync.Once; n @t }
func ($x *$c) add(v @t) (r @t) { $x.Lock(); defer $x.Unlock(); $x.once.Do(func() { $x.n = 5 }); $x.n += v; return $x.n }
func ($x *$c) get() @t { $x.rw.RLock(); defer $x.rw.RUnlock(); return $x.n }
---
var c $c
put(c.add(@et)); put(c.add(@num)); put(c.get())
putB(c.TryLock()); putB(c.TryLock()); c.Unlock()
func() { defer func() { putB(recover() != nil) }(); c.once.Do(func() { panic(1) }); c.rw.Lock(); defer c.rw.Unlock(); if @eb { panic(2) } }()
putB(c.rw.TryRLock())
f := sync.OnceValue(func() @t { c.n *= 3; return c.n })
put(f()); put(f()); put(c.n)
`, `pools
type $b struct { buf []byte }
---
made := 0
p := sync.Pool{New: func() any { made++; return &$b{} }}
x := p.Get().(*$b)
x.buf = append(x.buf[:0], @es...)
putS(string(x.buf)); put(made)
y := p.Get().(*$b)
putB(x == y); put(made); y.buf = append(y.buf, 'k'); putS(string(y.buf))
var q sync.Pool
putB(q.Get() == nil)
`, `atomic values
var a atomic.Int64
var b atomic.Uint32
var c atomic.Bool
put(a.Add(int64(@et))); putB(a.CompareAndSwap(int64(@ei), 3)); put(a.Swap(9)); put(a.Load())
b.Store(uint32(@eu)); put(b.Or(5)); put(b.And(0xff)); put(b.Add(^uint32(0))); put(b.Load())
putB(c.Swap(@eb)); putB(c.CompareAndSwap(true, false)); putB(c.Load())
var i int32
var u uint64 = 3
put(atomic.AddInt32(&i, int32(@et))); put(atomic.LoadInt32(&i)); putB(atomic.CompareAndSwapUint64(&u, uint64(@small), 8)); put(atomic.SwapUint64(&u, 1)); atomic.StoreInt32(&i, 7); put(i)
`, `errors of the library
type $e struct { k int }
func ($x $e) Error() string { return "e" + strconv.Itoa($x.k) }
type $w struct { in error }
func ($x *$w) Error() string { return "w:" + $x.in.Error() }
func ($x *$w) Unwrap() error { return $x.in }
var $sen = errors.New("sentinel")
func $f(k int) error { switch k { case 0: return nil; case 1: return $sen; case 2: return &$w{$e{k}} }; return &$w{&$w{$sen}} }
---
err := $f(@idx)
putB(err == nil); putB(err == $sen)
if err != nil { putS(err.Error()); in := errors.Unwrap(err); putB(in == nil); if in != nil { putS(in.Error()) } }
putB(errors.New("x") == errors.New("x"))
`, `byte orders
b := make([]byte, 8, 16)
binary.LittleEndian.PutUint32(b, uint32(@et)); binary.BigEndian.PutUint16(b[4:], uint16(@eu))
for _, v := range b { put(v) }
put(binary.LittleEndian.Uint64(b)); put(binary.BigEndian.Uint64(b)); put(binary.BigEndian.Uint32(b[@idx:])); put(binary.LittleEndian.Uint16(b[@small:]))
b = binary.BigEndian.AppendUint32(b[:@idx], uint32(@eu))
for _, v := range b { put(v) }
v := binary.AppendUvarint(nil, uint64(@eu))
u, n := binary.Uvarint(v)
put(u); put(n); i, n := binary.Varint(binary.AppendVarint(nil, int64(@et))); put(i); put(n)
`, `functions on bits
x, y := uint64(@et), uint32(@eu)
put(bits.OnesCount64(x)); put(bits.LeadingZeros64(x)); put(bits.TrailingZeros32(y)); put(bits.Len8(uint8(x))); put(bits.Reverse8(uint8(y)))
put(bits.RotateLeft32(y, int(x & 63) - 20)); put(bits.ReverseBytes64(x)); put(bits.Len(uint(y)))
s, c := bits.Add64(x, uint64(y), uint64(@idx) & 1)
put(s); put(c); h, l := bits.Mul64(x, x | 1); put(h); put(l); d, c := bits.Sub64(x, 5, 1); put(d); put(c)
`, `hex and base64
s := hex.EncodeToString([]byte(@es + "k"))
putS(s)
b, err := hex.DecodeString(s[:len(s) - @idx & 1] + "‹¦0f¦zz¦f›")
putS(string(b)); putB(err == nil)
e := base64.StdEncoding.EncodeToString([]byte(@es))
putS(e)
d, err := base64.‹StdEncoding¦URLEncoding¦RawStdEncoding›.DecodeString(e + "‹¦=¦QQ›")
putB(err == nil); if err == nil { putS(string(d)) }
`, `heaps
type $h []int
func ($x $h) Len() int { return len($x) }
func ($x $h) Less(i, j int) bool { return $x[i] < $x[j] }
func ($x $h) Swap(i, j int) { $x[i], $x[j] = $x[j], $x[i] }
func ($x *$h) Push(v any) { *$x = append(*$x, v.(int)) }
func ($x *$h) Pop() any { o := *$x; v := o[len(o) - 1]; *$x = o[:len(o) - 1]; return v }
---
x := &$h{@idx, @small, 2}
heap.Init(x)
heap.Push(x, @ei & 7)
(*x)[@idx & 1] = @small
heap.Fix(x, ‹0¦1›)
for x.Len() > 0 { put(heap.Pop(x).(int)) }
`, `lists
l := list.New()
a := l.PushBack(@ei)
b := l.PushFront("x")
l.InsertAfter(@es, b)
_ = a
l.‹MoveToFront(a)¦MoveToBack(b)¦Remove(a)¦PushBackList(l)›
for e := l.Front(); e != nil; e = e.Next() { switch v := e.Value.(type) { case int: put(v); case string: putS(v) } }
put(l.Len())
r := ring.New(3)
for i := range 3 { r.Value = i * @idx; r = r.Next() }
r.Do(func(v any) { put(v.(int)) }); put(r.Move(@idx).Value.(int)); put(r.Len())
`, `checksums
h := fnv.New32a()
h.Write([]byte(@es))
put(h.Sum32())
g := fnv.New64()
g.Write([]byte("a" + @es)); put(g.Sum64())
put(adler32.Checksum([]byte(@es + "x")))
`, `utf16
u := utf16.Encode([]rune(@es + "‹𝄞¦é¦›"))
for _, v := range u { put(v) }
putS(string(utf16.Decode(append(u, ‹0xd834¦'a'›)))); putB(utf16.IsSurrogate(rune(@et) & 0xffff))
`, `addresses
u, err := url.QueryUnescape(@es + "‹%20¦+¦%zz¦%4¦a›")
putS(u); putB(err == nil)
putS(url.QueryEscape(@es + "a b&c")); putS(html.UnescapeString("‹&lt;¦&#65;¦&x›" + @es))
`,
}
