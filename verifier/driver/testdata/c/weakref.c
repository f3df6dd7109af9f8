// unknown the attribute weakref at weakref.c:4:37
// What is not called does not matter.
static int other(void) __attribute__((weakref, alias("nobody"))), one(void) __attribute__((weakref("nobody")));
int main(void) { return 0 ? one() : other != 0; }
