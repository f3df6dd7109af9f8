// In the C locale, with the values that glibc returns, but for isdigit, which gcc computes itself.
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z' ? 256 : 0; }
int islower(int c) { return c >= 'a' && c <= 'z' ? 512 : 0; }
int isalpha(int c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ? 1024 : 0; }
int isalnum(int c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ? 8 : 0; }
int isxdigit(int c) { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' ? 4096 : 0; }
int isspace(int c) { return c == ' ' || c >= 9 && c <= 13 ? 8192 : 0; }
int isblank(int c) { return c == ' ' || c == 9; }
int iscntrl(int c) { return c >= 0 && c < 32 || c == 127 ? 2 : 0; }
int isprint(int c) { return c >= 32 && c < 127 ? 16384 : 0; }
int isgraph(int c) { return c > 32 && c < 127 ? 32768 : 0; }
int ispunct(int c) { return c > 32 && c < 127 && !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') ? 4 : 0; }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
