// expect: 15 / 16
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q)
{
	int t = *p;
	*p = *q;
	*q = t;
}

/*@ requires \valid(a) && \valid(b) && \valid(c) && \separated(a, b, c);
    assigns *a, *b, *c;
    ensures *a <= *b <= *c; */
void order(int *a, int *b, int *c)
{
	if (*a > *b) swap(a, b);
	if (*b > *c) swap(b, c);
	if (*a > *b) swap(a, b);
}

/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == 1; */
void alias(int *p, int *q)
{
	*p = 1;
	*q = 2;
}
