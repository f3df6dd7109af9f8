// expect: 14 / 14
/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    behavior found:
      assumes \exists integer i; 0 <= i < n && a[i] == key;
      ensures 0 <= \result < n && a[\result] == key;
    behavior missing:
      assumes \forall integer i; 0 <= i < n ==> a[i] != key;
      ensures \result == -1;
    complete behaviors;
    disjoint behaviors; */
int search(const int *a, int n, int key)
{
	/*@ loop invariant 0 <= i <= n;
	    loop invariant \forall integer k; 0 <= k < i ==> a[k] != key;
	    loop assigns i;
	    loop variant n - i; */
	for (int i = 0; i < n; i++)
		if (a[i] == key)
			return i;
	return -1;
}
