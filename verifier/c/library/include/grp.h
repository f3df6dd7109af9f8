#ifndef _GRP_H
#define _GRP_H
#include <bits/types.h>
struct group {
  char *gr_name, *gr_passwd;
  gid_t gr_gid;
  char **gr_mem;
};
struct group *getgrnam(const char *);
struct group *getgrgid(gid_t);
#endif
