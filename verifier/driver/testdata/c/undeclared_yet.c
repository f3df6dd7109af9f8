// unknown a nested function where a variable that it uses is not declared yet at undeclared_yet.c:4:19
int main(void) {
  auto int g(int);
  int (*f)(int) = g;
  int x = 3;
  int g(int y) { return x + y; }
  return f(1);
}
