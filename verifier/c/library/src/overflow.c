// Overflow of the types that the names tell, and of any.
_Bool sadd_overflow(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }
_Bool saddl_overflow(long a, long b, long *r) { return __builtin_add_overflow(a, b, r); }
_Bool saddll_overflow(long long a, long long b, long long *r) { return __builtin_add_overflow(a, b, r); }
_Bool uadd_overflow(unsigned a, unsigned b, unsigned *r) { return __builtin_add_overflow(a, b, r); }
_Bool uaddl_overflow(unsigned long a, unsigned long b, unsigned long *r) { return __builtin_add_overflow(a, b, r); }
_Bool uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *r) { return __builtin_add_overflow(a, b, r); }
_Bool ssub_overflow(int a, int b, int *r) { return __builtin_sub_overflow(a, b, r); }
_Bool ssubl_overflow(long a, long b, long *r) { return __builtin_sub_overflow(a, b, r); }
_Bool ssubll_overflow(long long a, long long b, long long *r) { return __builtin_sub_overflow(a, b, r); }
_Bool usub_overflow(unsigned a, unsigned b, unsigned *r) { return __builtin_sub_overflow(a, b, r); }
_Bool usubl_overflow(unsigned long a, unsigned long b, unsigned long *r) { return __builtin_sub_overflow(a, b, r); }
_Bool usubll_overflow(unsigned long long a, unsigned long long b, unsigned long long *r) { return __builtin_sub_overflow(a, b, r); }
_Bool smul_overflow(int a, int b, int *r) { return __builtin_mul_overflow(a, b, r); }
_Bool smull_overflow(long a, long b, long *r) { return __builtin_mul_overflow(a, b, r); }
_Bool smulll_overflow(long long a, long long b, long long *r) { return __builtin_mul_overflow(a, b, r); }
_Bool umul_overflow(unsigned a, unsigned b, unsigned *r) { return __builtin_mul_overflow(a, b, r); }
_Bool umull_overflow(unsigned long a, unsigned long b, unsigned long *r) { return __builtin_mul_overflow(a, b, r); }
_Bool umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *r) { return __builtin_mul_overflow(a, b, r); }
