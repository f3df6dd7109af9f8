// Whether a character is in a set as glibc reads it, which begins behind its bracket.
int __muster_scan_in(const char *set, char c) {
  if (*set == ']' || *set == '-') {
    if (c == *set) return 1;
    set++;
  }
  for (; *set && *set != ']'; set++) {
    if (*set == '-' && set[1] && set[1] != ']' && (unsigned char)set[-1] <= (unsigned char)set[1]) {
      if ((unsigned char)c >= (unsigned char)set[-1] && (unsigned char)c < (unsigned char)set[1]) return 1;
    } else if (c == *set) {
      return 1;
    }
  }
  return 0;
}
