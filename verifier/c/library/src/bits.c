// What gcc computes itself: there are no loops, since a sum of bits is arithmetic. Zero has no first one: counting up to it is a fault
// like a division by zero.
void __muster_nonzero(unsigned x);

static int leading(unsigned x) {
  int n = 0;
  __muster_nonzero(x);
  if (x < 1u << 16) { n += 16; x <<= 16; }
  if (x < 1u << 24) { n += 8; x <<= 8; }
  if (x < 1u << 28) { n += 4; x <<= 4; }
  if (x < 1u << 30) { n += 2; x <<= 2; }
  return x < 1u << 31 ? n + 1 : n;
}

static int trailing(unsigned x) {
  int n = 0;
  __muster_nonzero(x);
  if (x % 65536 == 0) { n += 16; x >>= 16; }
  if (x % 256 == 0) { n += 8; x >>= 8; }
  if (x % 16 == 0) { n += 4; x >>= 4; }
  if (x % 4 == 0) { n += 2; x >>= 2; }
  return x % 2 == 0 ? n + 1 : n;
}

static int bits(unsigned x) {
  return (x & 1) + (x >> 1 & 1) + (x >> 2 & 1) + (x >> 3 & 1) + (x >> 4 & 1) + (x >> 5 & 1) + (x >> 6 & 1) + (x >> 7 & 1) +
         (x >> 8 & 1) + (x >> 9 & 1) + (x >> 10 & 1) + (x >> 11 & 1) + (x >> 12 & 1) + (x >> 13 & 1) + (x >> 14 & 1) + (x >> 15 & 1) +
         (x >> 16 & 1) + (x >> 17 & 1) + (x >> 18 & 1) + (x >> 19 & 1) + (x >> 20 & 1) + (x >> 21 & 1) + (x >> 22 & 1) + (x >> 23 & 1) +
         (x >> 24 & 1) + (x >> 25 & 1) + (x >> 26 & 1) + (x >> 27 & 1) + (x >> 28 & 1) + (x >> 29 & 1) + (x >> 30 & 1) + (x >> 31 & 1);
}

static unsigned high(unsigned long long x) { return x >> 32; }

int clz(unsigned x) { return leading(x); }
int clzll(unsigned long long x) { return high(x) ? leading(high(x)) : 32 + leading(x); }
int clzl(unsigned long x) { return sizeof x == 8 ? clzll(x) : leading(x); }
int ctz(unsigned x) { return trailing(x); }
int ctzll(unsigned long long x) { return (unsigned)x ? trailing(x) : 32 + trailing(high(x)); }
int ctzl(unsigned long x) { return sizeof x == 8 ? ctzll(x) : trailing(x); }
int ffs(int x) { return x ? trailing(x) + 1 : 0; }
int ffsl(long x) { return x ? ctzl(x) + 1 : 0; }
int ffsll(long long x) { return x ? ctzll(x) + 1 : 0; }
int popcount(unsigned x) { return bits(x); }
int popcountll(unsigned long long x) { return bits(x) + bits(high(x)); }
int popcountl(unsigned long x) { return popcountll(x); }
int parity(unsigned x) { return bits(x) % 2; }
int parityl(unsigned long x) { return popcountll(x) % 2; }
int parityll(unsigned long long x) { return popcountll(x) % 2; }
int clrsbll(long long x) { return x == 0 || x == -1 ? 63 : clzll(x < 0 ? ~x : x) - 1; }
int clrsb(int x) { return x == 0 || x == -1 ? 31 : leading(x < 0 ? ~x : x) - 1; }
int clrsbl(long x) { return sizeof x == 8 ? clrsbll(x) : clrsb(x); }
unsigned short bswap16(unsigned short x) { return x % 256 * 256 + x / 256; }
unsigned bswap32(unsigned x) { return bswap16(x) * 65536u + bswap16(x >> 16); }
unsigned long long bswap64(unsigned long long x) { return bswap32(x) * 4294967296ull + bswap32(x >> 32); }
unsigned short htons(unsigned short x) { return bswap16(x); }
unsigned short ntohs(unsigned short x) { return bswap16(x); }
unsigned htonl(unsigned x) { return bswap32(x); }
unsigned ntohl(unsigned x) { return bswap32(x); }
