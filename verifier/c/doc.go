// Package c turns C into programs (verifier/prog).
//
// Load does all of it: package syntax reads the text into a small typed tree, facts.go looks at all that the entry may
// reach, and the rest lowers functions to procedures. The program is made directly, not as Boogie text: positions and
// names then are those of the source, and prog.WriteSource prints it as Boogie where that is asked for.
//
// # Several files
//
// Each file is a translation unit; syntax links them. What has external linkage is one object, and is declared alike: a
// tentative definition is one of all units, as with gcc -fcommon, and of inline functions one definition is taken,
// which others equal. Structures that such declarations mention, and those with a tag and members alike, are one type
// (syntax.Type.Canonical), which all that divides memory by type goes by. Others are different types, as two
// structures in one unit are: where a pointer gets from one to the other, memory is bytes.
//
// # The question
//
// A call of reach_error, __VERIFIER_error or __assert_fail, a __VERIFIER_assert or assert whose
// argument is 0, and the label ERROR are assertions that fail. The procedure $start gives what is
// static its first values, and calls the entry.
//
// # Integers
//
// A variable is a mathematical integer that is always in the range of its type. So an operation is done exactly, and
// its result is brought into the range: not at all where the bounds of the operands say that it fits, by one comparison
// where it can leave the range by one turn only, else by a modulo. The solver knows that a variable is in its range
// where this is used (fn.ranged): it always is, but inductive proofs would have to find that. Signed operations wrap by
// default, as with gcc -fwrapv. Bit operations with a constant, with bits that do not overlap, or on 0 and 1, are
// arithmetic; others are bit-vectors of the width that is needed.
//
// # Operations of several commands
//
// Values and places are terms over the present state, so they are only good until it changes. What one operation
// writes is therefore one command, a simultaneous assignment (change.go): all members of a structure that is copied,
// cleared or set are read, and their places found, in the state before. Nothing needs to be kept for that, and
// formulas are as small as those of single assignments. What is evaluated before something that hasEffects is kept in
// a variable (kept, keptVal, keptPlace); the result of a call is in variables of its own, or, if it has a union in
// it, in an object of its own. So no order of evaluation makes a term stale. The order is that of gcc: arguments from
// right to left, and what structures among them hold last; the right side of an assignment first, unless its value is
// made in place, as that of a call is; of a compound assignment the right side if it hasEffects, so that the rest is
// a single evaluation, as the standard wants it.
//
// # Memory
//
// A variable whose address nobody takes is a variable for each of its scalars, and a map by index for those in arrays.
// All else has an address, an integer. Memory is divided into regions by what pointers may point to: values that may
// flow into each other point to the same region (B. Steensgaard, "Points-to analysis in almost linear time", POPL
// 1996; integers are such values, too, since they may hold addresses). Each call of a function that only hands on what
// malloc returns is a region (wrapper.go). For each there is one question (regions.go): may a pointer become one to a
// type as which others do not access the region?
//
// If not, as in most programs, what is in a region is distinguished by type: it is in classes, each a map from
// addresses, one for each scalar type (without regard to sign) and one for each member of a structure, as Burstall did
// (R. M. Burstall, "Some techniques for proving correctness of programs which alter data structures", Machine
// Intelligence 7, 1972). A member that a pointer to its type may point to is in the class of that type. Regions share
// the classes, so that a pointer from elsewhere may point to any of them.
//
// If so, or if there is a union of different types in it, a region is a map of bytes (bytes.go): reads
// assemble them, the lowest first, and writes take numbers apart, as arithmetic. An object with such a union
// is always in memory; functions get and return it by memory that is set aside for that. Copies of bytes need
// not know what they copy, so pointers come back from them. Where an object of another region is copied to
// bytes, bits between its members have any value.
//
// A pointer to a member may leave it by arithmetic, and see what lies behind it, as in the binary of gcc; that has
// another class. So where there are pointers to members, and arithmetic on pointers to what these are, in one region
// (stray.go), either all objects in the region are nothing but such parts, side by side: then all of these are one
// class. Or the region is bytes. So it is where pointers move by a number of bytes, as void* or as integers that become
// pointers again. Arithmetic on pointers that are not to members of structures, and pointers to members without
// arithmetic, cost nothing. Indices in the array that an expression names are in its bounds, or the execution ends;
// only the last member of a structure may go on behind it, as of old, if it has one element or none. memset and memcpy
// from a member may go on to the end of the object.
//
// Options.Memory can say that all of memory is one map of bytes. That is slow, and simple;
// random programs compare the two.
//
// What is static has a constant address, a multiple of 16, or of more if its declaration says so; but where the program
// computes with bits of the address of an object, or converts it to a small integer, that is any which the ABI allows
// (align.go). Memory that is allocated, and locals of recursive functions, get ever greater ones. There is always
// memory, but for one gigabyte or more at once, unless allocation may fail: if that is asked for
// (Options.MallocMayFail), or the program calls setrlimit and so may leave itself too little. malloc may give again
// what has been freed: then == and != say of a pointer to that, and of a new one, that they are equal (reuse.go). Other
// computations with such addresses see different ones.
//
// Executions end where the standard gives an operation no meaning: a division by zero, or of the least number by -1, a
// null pointer, an index out of the bounds of an array whose length is known, a shift by too much, a write to what is
// const (fixed.go). Variables begin with any value.
//
// # Variable arguments
//
// The caller puts them into slots, which are numbered (variadic.go): one map has what is in a slot, another one the
// kind of that, so that va_arg can tell whether there is an argument of its type. The function gets the number of the
// first slot, and a va_list holds that of the next: so it may be copied, and be given to other functions, as on
// x86-64. Integers of one size are one kind, and so are pointers; structures have a slot for each scalar. All
// pointers that are passed so point to one region.
//
// # What main is given
//
// It is what an operating system gives (commandline.go): argc is at least 1, or 0 if that is asked for
// (Options.Nameless), and argv and envp are lists of pointers to strings with a null pointer behind them. There may be
// as many strings, of any content, as Linux passes on, or 4094 where addresses have 32 bits. All that has constant
// addresses of its own, strings at equal distances: so a pointer is a linear function of where it is in its list, and
// one quantified assumption says that for lists of any length. No loop is needed to make them, so proofs hold for all
// of them. What is in the strings is any, as in memory that nobody has written, but that the string which checks watch
// ends with a zero. Others may go on up to where the next one begins, which only a loop of 131072 iterations notices.
// An entry of another name or type is given any values.
//
// # Before and after main
//
// $start calls constructors before the entry, destructors behind it; so does exit (startup.go). The model of atexit has
// a destructor that calls the handlers. Where an object's function for cleaning up is called is said by the tree.
//
// # Calls by pointers
//
// A call by a pointer is one of the functions in the region that it points to, as gcc compiles both sides: arguments
// and results may have other types than the function's if they lie in the same registers or places of the stack,
// parameters without an argument have any value, and further arguments are dropped (callable). Else the answer names
// the function. A pointer that comes from elsewhere may point to a function that the program does not have, and the
// answer names that. Effects of arguments happen once, before.
//
// A pointer to a nested function that uses variables of the one around it is the address of a descriptor, an object
// of that one's call: so pointers that different calls make differ, and a call by one of them is checked as an
// access to a local is. What the descriptor holds is in maps of its own (closure.go), which are empty at first: no
// pointer to anything else is taken for one to it.
//
// # Checks
//
// Options.Checks (muster verify --check=KIND,...) makes such an end an assertion that fails,
// with a message in the words of C (Result.Fault):
//
//	overflow     the result of + - * / or of negation on signed integers does not fit, or the quotient of %; a
//	             signed number is shifted to the left that is negative, or so far that the result does not fit.
//	             So C17 has it, and gcc's sanitizers do: 1 << 31 and -1 << 0 are faults. The same as
//	             Options.Overflow = Check
//	bounds       an index beyond an array whose length is known; an access beyond the object that the pointer
//	             points into, by p[i], *(p + i) and the like also where that is in another one: a variable as a
//	             whole, or a block of malloc
//	null         an access, or a call, through a null pointer. Members, and elements by p[i], are those of *p.
//	division     a division by zero, or of the least number by -1 if overflow is not asked about; a shift by less
//	             than 0 or by as much as there are bits
//	memory       an access to what has been freed, to a local whose block has ended (by alloca: whose function),
//	             or to an address that no object has; a call of what is no function; what does not live any more
//	             is handed to a function without a body (null may be); beyond an object, if bounds are not asked
//	             about; free or realloc of anything but a null pointer or a block that lives, by its beginning;
//	             memcpy between places that overlap, but for an object that is copied to itself; strcpy, strcat,
//	             sprintf and their kin where what they read is what they write, or have written. So gcc's
//	             sanitizer has it: the text that strcat begins with counts as written, and what strncpy pads with
//	             zeros does not
//	const        a write to a string literal, or to a static object that is const and not volatile: gcc puts them
//	             where nothing may be written
//	unreachable  __builtin_unreachable is reached, or unreachable; the value is used of a call by name that ended
//	             without return
//	pointer      the result of arithmetic on pointers is not in the object, nor just behind it; only asked about
//	             by its name
//	uninit       a scalar is read that has no value yet, or of which a part has none; only asked about by its
//	             name
//
// Where that is not asked about, but bounds are, such a pointer may come back: p = a - 1; *++p = 0. In front of
// each object there is as much room as the program goes back at a time, up to a page, so the lists of Linux may
// compute the address of an element around their head. A pointer that goes as far as other objects could be
// taken for one to these, so the answer names it.
//
// Reads and writes of bytes, what memset and the like access, and what the library's functions do are checked alike.
// memcmp may access all that it is given. Functions without a body are taken to free nothing.
//
// # What has no value yet
//
// A local has no value each time its declaration is reached, or jumped past; nor has memory that is new, but
// for calloc. To read a scalar is a fault, as in C17 (6.3.2.1), whatever is done with its value: sanitizers
// wait for a branch, which is the same fault later. A character may be read if it is assigned to another one:
// so programs copy objects. As an operand, argument, result or condition it is used. Structures, and what
// memcpy copies, take along what has a value in them and what has none, padding too. An expression whose value
// is dropped reads nothing. What write and fwrite output is no use: programs output structures with padding.
// What a function without a body may reach, it has written.
//
// A scalar in a variable has another one beside it that says that it has no value (store.go); where no path leads to a
// read without a value, that is left out again (discharge.go), so what is initialised by the look of it costs nothing.
// For memory, and for arrays, which are there then, an execution watches one bit, which it chooses where the life of an
// object begins, and may follow to where it is copied (unset.go): no map is needed, nor invariants over one. What
// structures have beside their members is passed and returned with these; those with arrays are passed and returned by
// memory. Static arrays, and what a function without a body returns a pointer to, have nothing that says what has no
// value: where that gets there, the answer names it. An address that comes from outside may be any, so what is followed
// there could be taken for what is elsewhere. Of several such reads of memory in one execution any one is reported.
//
// Leaks are none of these, nor is a pointer from one member of an object into another one, which is seen there. For
// bounds and memory an execution watches one object, which it chooses where the life of that begins (object.go): three
// numbers and two conditions say all that is to be known about it, so proofs need no invariants over maps of objects.
// An execution that fails may have used another object wrongly before; so what is reported is the first fault of all
// that have the same input, whatever they watch (interp.Follow).
//
// # What traces show
//
// record.go keeps what traces in C need (verifier/report): the statements that commands are of, what blocks mean for
// branches and loops, what each variable stands for, and where objects are. execution.go follows an execution:
// what is allocated is called heap1, heap2 in its order, and has the type of the first pointer to it.
//
// invariant.go writes formulas about the heads of loops as expressions of C, exactly or
// not at all, over the names that are seen there.
//
// # Harnesses
//
// With Options.Record an execution records what the program does not determine, and Result.Harness makes a C file of
// that. In the order of the execution, functions without a body return what they returned; malloc, calloc and realloc
// fail where they did; main is called with the same strings. Functions of the library that read inputs are replayed by
// their models themselves: the harness has these in C, and they get from it what they asked for (library.Inputs,
// Replay). So whatever the program learns about files, time or the environment is what it learned, and no file is
// opened. The other functions are those of the C library.
//
// What memory holds that nobody has initialised is recorded where its life begins (picture.go). malloc and realloc are
// wrapped by the linker, and fill what they return, realloc only what is new. Other things are written into a copy of
// each file (insert.go): locals are filled by a call behind their declaration, or before the statement behind it if a
// macro makes that; calls of alloca are the argument of one that fills what they return; and where a function ends
// without a value, it returns that of the execution. Compilers can initialise locals by themselves, but all with one
// value, and an execution needs others. What a macro makes as a whole, a declaration with what reads it, is left out,
// and so is a structure that is not returned; an execution that depends on these is not confirmed.
//
// A pointer that comes from elsewhere, and is not null, gets memory of its own with what is in it where
// it comes, the same for equal pointers. What it points to may in turn point to nothing. An entry that
// is not main is called by a main of the harness.
//
// # What is not supported
//
// An execution that reaches what is not supported fails an assertion of its own there (Result.Holes). If no
// execution can, the answer is as good as any; else the caller asks again without these, so that what fails before
// is found, and no answer is that a program is safe.
//
// # Functions without a body
//
// They return any value, and change no global variable. What is reachable from their arguments they leave alone, or
// give any values (outside.go): both are tried, so that safe holds whatever they do. Other verifiers of C have them
// change nothing, so an error in such an execution is one. If there was a change before it, the error is no verdict:
// assertions are made twice, and the second copy, which fails only after a change, is one that says what is not
// supported. Functions are taken to keep no pointer that they are given for a later call, nor to call functions that
// they reach in structures; one that is given a function may call it, which is not supported.
//
// Of these, functions that a standard or gcc defines mean what they mean there (package library). After the call
// of one that is not modelled every error is such a doubt, as it is after the call of a function that nothing
// declares, unless its name is one that verifiers give to inputs; and where it might go wrong itself, since
// memory is asked about, the call is not supported.
package c
