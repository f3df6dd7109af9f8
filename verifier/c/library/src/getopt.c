#include <string.h>
#include <unistd.h>

void __muster_unmodelled(void);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt;

static char *next;       // the rest of an argument with several options
static int begin, end;   // the arguments that are no options, of those that were looked at
static int initialised;

static int option(const char *a) { return a[0] == '-' && a[1]; }

// Moves what is no option behind the options after it, as glibc does.
static void exchange(char **argv) {
  for (; end < optind; end++) {
    char *a = argv[end];
    for (int i = end; i > begin; i--) argv[i] = argv[i - 1];
    argv[begin++] = a;
  }
}

int getopt(int argc, char *const *list, const char *options) {
  char **argv = (char **)list;
  int order = *options == '+';
  if (*options == '-') __muster_unmodelled();
  if (order) options++;
  if (argc < 1) return -1;
  optarg = 0;
  if (optind == 0 || !initialised) {
    if (optind == 0) optind = 1;
    begin = end = optind;
    next = 0;
    initialised = 1;
  }
  if (!next || !*next) {
    if (end > optind) end = optind;
    if (begin > optind) begin = optind;
    if (!order) {
      if (begin != end && end != optind) exchange(argv);
      else if (end != optind) begin = optind;
      while (optind < argc && !option(argv[optind])) optind++;
      end = optind;
    }
    if (optind != argc && !strcmp(argv[optind], "--")) {
      optind++;
      if (begin != end && end != optind) exchange(argv);
      else if (begin == end) begin = optind;
      end = argc;
      optind = argc;
    }
    if (optind == argc) {
      if (begin != end) optind = begin;
      return -1;
    }
    if (!option(argv[optind])) return -1;
    next = argv[optind] + 1;
  }
  char c = *next++;
  const char *o = c == ':' || c == ';' ? 0 : strchr(options, c);
  if (!*next) optind++;
  if (!o) {
    optopt = c;
    return '?';
  }
  if (o[1] == ';' && c == 'W') __muster_unmodelled();
  if (o[1] != ':') return c;
  if (*next) {
    optarg = next;
    optind++;
  } else if (o[2] != ':') {
    if (optind == argc) {
      optopt = c;
      next = 0;
      return *options == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  next = 0;
  return c;
}
