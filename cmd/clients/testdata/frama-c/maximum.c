// expect: 13 / 14
/*@ requires 0 < n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= \result;
    ensures \exists integer i; 0 <= i < n && a[i] == \result; */
int maximum(const int *a, int n)
{
	int m = a[0];
	/*@ loop invariant 1 <= i <= n;
	    loop invariant \forall integer k; 0 <= k < i ==> a[k] <= m;
	    loop invariant \exists integer k; 0 <= k < i && a[k] == m;
	    loop assigns i, m;
	    loop variant n - i; */
	for (int i = 1; i < n; i++)
		if (a[i] > m)
			m = a[i];
	return m;
}

/*@ requires 0 < n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= \result; */
int first(const int *a, int n)
{
	return a[0];
}
