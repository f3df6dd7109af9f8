package gen

// cAggregates are sketches about structures and unions as values, and how what is copied may depend on what is changed.
var cAggregates = []sketch{
	// What is assigned selects what it is assigned.
	`
static @shape $t[4] = { @init, @init, @init, @init };
---
@shape c = @with, d;
c = $t[c@leaf & 3];
d = $t[$t[c@leaf & 3]@leaf & 3];
$t[$t[1]@leaf & 3] = $t[$t[2]@leaf & 3];
@checks(c);
@checks(d);
c@leaf = $t[c@leaf & 3]@leaf;
$t[0] = $t[$t[0]@leaf & 3];
@checks($t[0]);
@checks(c);
`, `
static @next $t[4];
---
@next *p = &$t[0], a = @with;
for (int i = 0; i < 4; i++) { @next v = @with; $t[i] = v; $t[i].next = &$t[(i + ‹1¦3›) & 3]; }
*p = *p->next;
‹p->next = p;¦p = p->next;¦*p = *p->next->next;¦p->next->next = p;›
*p->next = *p;
@checks((*p));
a.next = p; a = *a.next->next;
@checks(a);
CHECK(a.next - $t);
p = &a; p->next = &a; *p = *p->next->next->next;
@checks((*a.next));
@sets((*p->next));
@checks(a);
`, `
struct $n { int at; struct $n *in[2]; @int v; };
---
struct $n a = { 0, { &a, 0 }, @expr }, b = { 1, { &a, &b }, @expr }, *p = &b;
a.in[1] = &b;
p = p->in[p->at]; ‹*p = *p->in[!p->at];¦*p->in[0] = *p;¦p->in[p->at]->v += 3;¦*p = *p->in[p->in[0]->at];›
p->v = p->in[a.at & 1]->v ^ 5;
CHECK(p == &a); CHECK(a.v); CHECK(b.v); CHECK(a.at * 2 + b.at);
CHECK(a.in[0] == &b); CHECK(b.in[0] == &a);
`,
	// Compound literals.
	`
struct $p { @int x; int y, z; };
static struct $p $s = { @num, 2, 3 };
---
struct $p s = { @expr, (int)@expr, 5 };
s = (struct $p){ s.y, s.x, ‹s.z + s.y¦.z = s.x¦.y = s.z›‹,¦› };
CHECK(s.x); CHECK(s.y); CHECK(s.z);
$s = ‹(struct $p){ $s.z, .z = $s.y }¦*&(struct $p){ .y = $s.x }¦((struct $p[2]){ s, $s })[‹0¦1›]¦(struct $p){ 1 }›;
CHECK($s.x); CHECK($s.y); CHECK($s.z);
int k = 0, sum = 0, *last = 0;
$again: ;
int *q = (int[]){ k, k + 1, [4] = 7 };
sum += q[0] * 3 + q[1] + q[3] + q[4] + (last == q);
q[0] = 50; last = q;
if (++k < 3) goto $again;
CHECK(sum);
CHECK((struct $p){ .y = 3, .x = 4 }.‹x¦y¦z›);
CHECK(sizeof (int[]){ 1, 2, [‹2¦8›] = 3 });
struct $p *r = &(struct $p){ s.z, 1 }; r->z++; r->y += r->z;
CHECK(r->x); CHECK(r->y); CHECK(r->z);
`, `
struct $s { struct { int a[2]; } u; @int b; };
static int $f(struct $s *p, struct $s q) { p->u.a[0] += q.u.a[1]; q.b = 0; return p->b; }
---
struct $s x = { { { 1, 2 } }, @expr };
CHECK($f(&(struct $s){ x.u, .b = ‹x.b¦3› }, x));
CHECK($f(&x, (struct $s){ { { 3, 4 } }, x.b }));
CHECK($f(&x, x)); CHECK(x.u.a[0]);
x = (struct $s){ .u = x.u, ‹.b = x.u.a[0]¦x.u.a[1]› }; CHECK(x.u.a[0]); CHECK(x.u.a[1]); CHECK(x.b);
x.u = (typeof(x.u)){ { x.u.a[1], x.u.a[0] + 1 } }; CHECK(x.u.a[0]); CHECK(x.u.a[1]);
`,
	// Initialisers that know their object.
	`
struct $n { struct $n *self; @int v; unsigned long size; int a[2]; };
static struct $n $g = { &$g, @num, sizeof $g, { ‹1¦sizeof($g.a)› } };
static struct $n $h[2] = { { $h + 1, 1, sizeof $h }, { &$h[0], 2, sizeof *$h, { [1] = sizeof $h[0].a } } };
---
struct $n x = { &x, sizeof x, sizeof(x.a), { &x == x.self } };
struct $n *p = malloc(sizeof *p);
*p = (struct $n){ p, p == 0, sizeof *p };
void *v = &v; int w = sizeof w, *q = &w;
CHECK($g.self == &$g && $g.size == sizeof(struct $n)); CHECK($g.v); CHECK($g.a[0]);
CHECK($h[0].self->self == $h); CHECK($h[0].size); CHECK($h[1].size); CHECK($h[1].a[1]);
CHECK(x.self == &x); CHECK(x.v); CHECK(x.size);
CHECK(p->self == p); CHECK(p->v); CHECK(p->size);
CHECK(v == (void *)&v); CHECK(*q);
free(p);
`, `
struct $s { int a, b, c[3]; };
---
int k = ‹1¦2›;
struct $s s = { .b = k, .a = ‹k + 1¦k * 2›, .c = { [1] = k, k + 1 } }, t = s, u = { t.b, t.a, { t.c[2] } };
CHECK(s.a * 10 + s.b); CHECK(s.c[1] * 10 + s.c[2] + s.c[0]);
CHECK(u.a * 10 + u.b); CHECK(u.c[0]);
struct $s v[2] = { [1] = s, [0] = { s.c[1], u.a } }, *w = v;
CHECK(v[1].a + v[1].c[2]); CHECK(w->a * 10 + w->b); CHECK((w + 1)->c[1]);
struct { struct $s x; int y; } z = { s, 4 }, z2 = { .x = u, .y = z.y }; CHECK(z.x.c[1] + z.y);
CHECK(z2.x.b); CHECK(z2.y);
`,
	// Unions whose members overlap.
	`
union $u { struct { int x, y; } a; struct { int z; unsigned w; } b; struct { char c[4]; short h[2]; } d; long long l; int i[2]; };
static union $u $v = { { @num, @num } };
---
union $u u = { .l = ‹0x0102030405060708¦-2¦@expr› }, t = u, *p = &u;
u.a.x = u.b.z + 1; u.i[1] = u.i[0]; ‹u.d.h[1] = u.d.h[0];¦u.d.c[0] = u.d.c[3];¦p->b.w = u.a.x;›
CHECK(u.l);
u.a = t.a; t.b.w = u.i[0]; p->d.c[‹0¦3›] = 'x';
CHECK(u.l); CHECK(t.l);
*p = ‹(union $u){ .i = { u.a.y, u.a.x } }¦t¦$v¦(union $u){ .l = u.i[1] }›;
CHECK(u.a.x); CHECK(u.b.w);
$v.l = $v.i[0]; CHECK($v.l); $v.i[0] = $v.l >> 8; CHECK($v.l);
`, `
struct $i { int k; @int v; };
union $u { struct $i a[3]; struct { struct $i x, y, z; } s; };
---
union $u u = { { { 1, @expr }, { 2, @expr }, { 0, @expr } } };
u.a[0] = u.a[u.s.x.k]; ‹u.s.y = u.s.z;¦u.s.z = u.a[u.a[0].k];¦u.a[u.s.y.k] = u.s.x;›
CHECK(u.a[0].k * 100 + u.a[1].k * 10 + u.a[2].k);
CHECK(u.s.x.v); CHECK(u.s.y.v); CHECK(u.s.z.v);
memmove(&u.a[‹0¦1›], &u.a[‹0¦1›], 2 * sizeof u.a[0]);
CHECK(u.s.y.k); CHECK(u.s.y.v);
`,
	// Aggregates as arguments and results.
	`
static @shape $g = @init;
static @shape $f(@shape a) { a@leaf ^= 3; return a; }
static @shape $h(@shape a, int k, @shape b) { if (k & 1) { $g@leaf++; return b; } b = a; a@leaf += 1; return k & 2 ? a : b; }
static @shape $r(int n, @shape a) { a@leaf -= n; return n > 0 ? $r(n - 1, ‹a¦$f(a)›) : a; }
---
@shape x = @with, y = @with;
x = $f(x);
@checks(x);
y = $h(x, ‹0¦1¦2¦3›, $f($f(y)));
@checks(y);
x = $h(y, ‹0¦1¦2¦3›, $g);
x = $r(‹0¦1¦2›, x);
@checks(x);
CHECK($f(y)@leaf); CHECK((x, y)@leaf); CHECK((1 ? y : x)@leaf); CHECK((x = y)@leaf); CHECK((x = $f(y))@leaf);
x = y = $g;
@checks(x);
@shape (*fp)(@shape) = ‹$f¦&$f¦*$f›; CHECK(fp(fp(x))@leaf); CHECK((*fp)($g)@leaf);
`, `
struct $s { char c[‹1¦3¦7¦12¦17¦24¦33›]; ‹short h;¦¦int i;› };
static struct $s $f(struct $s a, char k) { a.c[0] += k; return a; }
static int $g(struct $s a, int i, struct $s b, struct $s *p) { p->c[0] = 9; return a.c[0] * 10000 + b.c[sizeof b.c - 1] * 100 + i; }
---
struct $s s = { { 1 } }, t; s.c[sizeof s.c - 1] = 2;
t = $f(s, 3); CHECK(s.c[0] * 10 + t.c[0]);
CHECK($g(s, 5, $f(t, 1), &s)); CHECK(s.c[0]);
CHECK($f(t, 2).c[‹0¦sizeof t.c - 1›]); CHECK(sizeof $f(t, 2));
s = $f($f(s, t.c[0]), s.c[0]); CHECK(s.c[0]);
CHECK(({ struct $s w = t; w.c[0] = 7; w; }).c[0] + t.c[0]);
`,
	// Arrays of aggregates, moved and copied.
	`
---
@shape a[3] = { @with, @with, @with }, b[2][2] = { { @init }, { @init, @init } }, *p = a, (*q)[2] = b + 1;
memmove(p + 1, p, 2 * sizeof *p);
@checks(a[1]);
memcpy(&b[0], q, sizeof *q); **b = *p++; (*q)[1] = p[1]; *p = (*--q)[0];
@checks(b[0][0]);
@checks(b[1][1]);
@checks(a[1]);
for (p = a; p < a + 3; p++) *p = *(a + 2 - (p - a));
@checks(a[2]);
CHECK(p - a); CHECK(&b[1][1] - *b);
`, `
struct $o { @int k; @shape in[2]; @int l; };
---
struct $o o = { @expr, { @with, @with }, @expr }, *p = &o; @shape x = @with, *y = p->in;
o.in[0] = o.in[o.in[1]@leaf & 1]; p->in[1] = x; x = *y; y[1]@leaf ‹+=¦^=¦-=¦|=› @expr;
@checks(o.in[1]);
@checks(x);
CHECK(o.k); CHECK(p->l);
*p = (struct $o){ p->l, { p->in[1], *y }, .l = p->k };
@checks(p->in[0]);
CHECK(o.k); CHECK(o.l);
`, `
---
volatile @shape x = @with; const @shape y = @with; @shape z, *const p = &z;
z = x; x = y;
@checks(z);
*p = y; (*p)@leaf = (*p)@leaf + 1; x = *p;
@checks(x);
`,
}
