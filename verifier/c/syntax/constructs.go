package syntax

import "strings"

// class says what becomes of a construct of C, or of gcc's C.
type class uint8

const (
	unlisted    class = iota // no row has it
	unsupported              // where it is used is a Hole, or an error, that names it
	exact                    // it means what it means with gcc
	harmless                 // no execution depends on it, for the reason of its row
)

// row says what becomes of a construct. What is in no row is not supported; attributes that gcc does not know are
// ignored with its warning.
type row struct {
	class  class
	reason string // why it is harmless
}

// Reasons that several rows share.
const (
	warnings   = "it makes gcc warn, or not"
	optimizing = "it lets gcc make faster code of programs that keep a promise, which are those that gcc's users verify"
	placing    = "it says where the linker puts things, whose addresses no program can rely on"
	linking    = "it says how other objects files see a name; a program is all of its files"
	calling    = "it says in which registers arguments are passed, which is seen only where caller and callee disagree"
	inlining   = "what is inlined computes the same"
	hardening  = "it adds checks for what has no meaning, or leaves them out"
	profiling  = "it is about tools that watch a program"
	registers  = "it says what code saves or keeps, which a program in C does not see"
	alone      = "there is one thread"
)

// keywordRows are the keywords, also those of gcc, each in one of its spellings (canonical).
var keywordRows = map[string]row{
	"void": {class: exact}, "_Bool": {class: exact}, "char": {class: exact}, "short": {class: exact},
	"int": {class: exact}, "long": {class: exact},
	"signed": {class: exact}, "unsigned": {class: exact}, "__int128": {class: exact}, "struct": {class: exact},
	"union": {class: exact},
	"enum":  {class: exact}, "typeof": {class: exact}, "__auto_type": {class: exact}, "__builtin_va_list": {class: exact},
	"float": {class: unsupported}, "double": {class: unsupported}, "_Complex": {class: unsupported},
	"_Imaginary": {class: unsupported},
	"_Float16":   {class: unsupported}, "_Float32": {class: unsupported}, "_Float64": {class: unsupported},
	"_Float128": {class: unsupported},
	"_Float32x": {class: unsupported}, "_Float64x": {class: unsupported}, "_Decimal32": {class: unsupported},
	"_Decimal64":  {class: unsupported},
	"_Decimal128": {class: unsupported}, "_Sat": {class: unsupported}, "_Fract": {class: unsupported},
	"_Accum":   {class: unsupported},
	"__real__": {class: unsupported}, "__imag__": {class: unsupported},

	"typedef": {class: exact}, "extern": {class: exact}, "static": {class: exact}, "auto": {class: exact},
	"register": {class: exact},
	"inline":   {class: exact}, "_Noreturn": {class: exact}, "_Alignas": {class: exact}, "__attribute__": {class: exact},
	"const":         {class: exact},
	"_Thread_local": {harmless, alone}, "_Atomic": {class: exact}, "restrict": {harmless, optimizing},
	"volatile": {harmless, "nothing but the program changes memory, and what it reads and writes is read and " +
		"written in its order"},
	"__extension__": {harmless, warnings},

	"if": {class: exact}, "else": {class: exact}, "switch": {class: exact}, "case": {class: exact},
	"default": {class: exact}, "while": {class: exact},
	"do": {class: exact}, "for": {class: exact}, "goto": {class: exact}, "break": {class: exact},
	"continue": {class: exact}, "return": {class: exact},
	"__label__": {class: exact}, "asm": {class: unsupported}, "_Static_assert": {class: exact},
	"sizeof": {class: exact}, "_Alignof": {class: exact}, "_Generic": {class: exact}, "__builtin_va_arg": {class: exact},
	"__builtin_offsetof": {class: exact}, "__builtin_types_compatible_p": {class: exact},
	"__builtin_choose_expr": {class: exact},
}

// keyword reports whether a word is a keyword, perhaps of gcc.
func keyword(s string) bool {
	_, ok := keywordRows[canonical(s)]
	return ok
}

// expressionRows are the kinds of expressions.
var expressionRows = [Hole + 1]row{
	Const: {class: exact}, Text: {class: exact}, Var: {class: exact}, Elem: {class: exact}, Deref: {class: exact},
	Member: {class: exact},
	AddrOf: {class: exact}, Decay: {class: exact}, Load: {class: exact}, Neg: {class: exact}, Cpl: {class: exact},
	Not: {class: exact},
	Add: {class: exact}, Sub: {class: exact}, Mul: {class: exact}, Div: {class: exact}, Mod: {class: exact},
	Shl: {class: exact}, Shr: {class: exact},
	And: {class: exact}, Xor: {class: exact}, Or: {class: exact}, Lt: {class: exact}, Gt: {class: exact},
	Le: {class: exact}, Ge: {class: exact},
	Eq: {class: exact}, Ne: {class: exact}, PtrAdd: {class: exact}, PtrSub: {class: exact}, PtrDiff: {class: exact},
	LAnd: {class: exact},
	LOr:  {class: exact}, Cond: {class: exact}, Comma: {class: exact}, Assign: {class: exact}, AssignOp: {class: exact},
	Cast: {class: exact},
	Call: {class: exact}, Compound: {class: exact}, Block: {class: exact}, VaStart: {class: exact}, VaArg: {class: exact},
	VaEnd:  {class: exact},
	VaCopy: {class: exact}, Closure: {class: exact}, Hole: {class: unsupported},
}

// statementRows are the kinds of statements.
var statementRows = [Unsupported + 1]row{
	Empty: {class: exact}, Eval: {class: exact}, Decl: {class: exact}, Seq: {class: exact}, If: {class: exact},
	While: {class: exact}, Do: {class: exact},
	For: {class: exact}, Switch: {class: exact}, Case: {class: exact}, Default: {class: exact}, Label: {class: exact},
	Goto:  {class: exact},
	Break: {class: exact}, Continue: {class: exact}, Return: {class: exact}, Cross: {class: exact},
	Unsupported: {class: unsupported},
}

// typeRows are the kinds of types.
var typeRows = [Other + 1]row{
	Void: {class: exact}, Int: {class: exact}, Float: {class: unsupported}, Pointer: {class: exact},
	Array: {class: exact}, Struct: {class: exact},
	Union: {class: exact}, Func: {class: exact}, Other: {class: unsupported},
}

// attributeRows are gcc's attributes for C on x86.
var attributeRows = map[string]row{
	"aligned": {class: exact}, "packed": {class: exact}, "cleanup": {class: exact}, "constructor": {class: exact},
	"destructor": {class: exact},
	"alias":      {class: exact}, "weak": {class: exact}, "mode": {class: exact}, "noreturn": {class: exact},
	"transparent_union": {class: exact},
	"ms_struct":         {class: exact}, "gcc_struct": {class: exact}, "scalar_storage_order": {class: exact},
	"vector_size": {class: exact},
	"gnu_inline":  {class: exact}, "warn_if_not_aligned": {class: exact},

	"deprecated": {harmless, warnings}, "unavailable": {harmless, warnings}, "unused": {harmless, warnings},
	"warn_unused_result": {harmless, warnings},
	"warning":            {harmless, warnings}, "error": {harmless, warnings}, "format": {harmless, warnings},
	"format_arg": {harmless, warnings},
	"nonnull":    {harmless, warnings}, "sentinel": {harmless, warnings}, "nonstring": {harmless, warnings},
	"fallthrough": {harmless, warnings},
	"access":      {harmless, warnings}, "designated_init": {harmless, warnings}, "tainted_args": {harmless, warnings},
	"maybe_unused": {harmless, warnings},
	"nodiscard":    {harmless, warnings}, "fd_arg": {harmless, warnings}, "warn_unused": {harmless, warnings},

	"pure": {harmless, optimizing}, "const": {harmless, optimizing}, "malloc": {harmless, optimizing},
	"alloc_size":  {harmless, optimizing},
	"alloc_align": {harmless, optimizing}, "assume_aligned": {harmless, optimizing}, "returns_nonnull": {harmless,
		optimizing},
	"nothrow": {harmless, optimizing}, "leaf": {harmless, optimizing}, "hot": {harmless, optimizing}, "cold": {harmless,
		optimizing},
	"may_alias": {harmless, "memory is as with -fno-strict-aliasing for all types"}, "optimize": {harmless, optimizing},
	"target": {harmless, optimizing}, "simd": {harmless, optimizing}, "no_reorder": {harmless, optimizing},
	"expected_throw": {harmless, optimizing},

	"always_inline": {harmless, inlining}, "noinline": {harmless, inlining}, "noclone": {harmless, inlining},
	"noipa":  {harmless, inlining},
	"no_icf": {harmless, inlining}, "flatten": {harmless, inlining}, "artificial": {harmless, inlining},
	"no_split_stack": {harmless, inlining},

	"section": {harmless, placing}, "common": {harmless, placing}, "nocommon": {harmless, placing},
	"noinit":     {unsupported, ""},
	"persistent": {harmless, placing}, "used": {harmless, placing}, "retain": {harmless, placing},
	"externally_visible": {harmless, placing},
	"visibility":         {harmless, linking}, "tls_model": {harmless, linking}, "dllimport": {harmless, linking},
	"dllexport": {harmless, linking},
	"selectany": {harmless, linking}, "shared": {harmless, linking}, "nodirect_extern_access": {harmless, linking},
	"noplt":  {harmless, linking},
	"symver": {harmless, linking},

	"cdecl": {harmless, calling}, "stdcall": {harmless, calling}, "fastcall": {harmless, calling}, "thiscall": {harmless,
		calling},
	"regparm": {harmless, calling}, "sseregparm": {harmless, calling}, "ms_abi": {harmless, calling},
	"sysv_abi":                {harmless, calling},
	"force_align_arg_pointer": {harmless, calling}, "callee_pop_aggregate_return": {harmless, calling},
	"ms_hook_prologue":    {harmless, calling},
	"zero_call_used_regs": {harmless, registers}, "no_callee_saved_registers": {harmless, registers},
	"no_caller_saved_registers": {harmless, registers},
	"stack_protect":             {harmless, hardening}, "no_stack_protector": {harmless, hardening},
	"stack_protector": {harmless,
		hardening},
	"nocf_check": {harmless, hardening}, "cf_check": {harmless, hardening}, "no_sanitize": {harmless, hardening},
	"no_sanitize_address": {harmless, hardening}, "no_address_safety_analysis": {harmless, hardening},
	"no_sanitize_thread":    {harmless, hardening},
	"no_sanitize_undefined": {harmless, hardening}, "no_sanitize_coverage": {harmless, hardening},
	"asan_odr_indicator": {harmless, hardening},
	"indirect_branch":    {harmless, hardening}, "function_return": {harmless, hardening}, "indirect_return": {harmless,
		hardening},
	"fentry_name": {harmless, profiling}, "fentry_section": {harmless, profiling}, "no_instrument_function": {harmless,
		profiling},
	"no_profile_instrument_function": {harmless, profiling}, "nodebug": {harmless, profiling},
	"patchable_function_entry": {harmless, profiling},
	"copy":                     {unsupported, ""}, "ifunc": {unsupported, ""}, "weakref": {unsupported, ""},
	"returns_twice": {unsupported,
		""}, "naked": {unsupported, ""},
	"interrupt": {unsupported, ""}, "target_clones": {unsupported, ""}, "address_space": {unsupported, ""},
	"uninitialized":    {unsupported, ""},
	"transaction_safe": {unsupported, ""}, "transaction_pure": {unsupported, ""}, "signal": {unsupported, ""},
	"btf_type_tag": {unsupported, ""},
}

// pragmaRows are the pragmas, by their first words.
var pragmaRows = map[string]row{
	"pack": {class: exact}, "scalar_storage_order": {class: exact}, "weak": {class: exact},
	"redefine_extname": {class: exact},
	"once":             {class: exact}, "push_macro": {class: exact}, "pop_macro": {class: exact},
	"message": {harmless, warnings}, "GCC diagnostic": {harmless, warnings}, "GCC system_header": {harmless, warnings},
	"GCC warning": {harmless, warnings},
	"GCC error":   {class: exact}, "GCC poison": {class: exact}, "GCC dependency": {harmless, warnings},
	"GCC push_options": {harmless, optimizing}, "GCC pop_options": {harmless, optimizing}, "GCC reset_options": {harmless,
		optimizing},
	"GCC optimize": {harmless, optimizing}, "GCC target": {harmless, optimizing}, "GCC ivdep": {harmless, optimizing},
	"GCC unroll":     {harmless, optimizing},
	"GCC visibility": {harmless, linking}, "GCC pch_preprocess": {harmless, warnings},
	"STDC FP_CONTRACT": {harmless, "gcc passes over it"}, "STDC FENV_ACCESS": {harmless, "gcc passes over it"},
	"STDC CX_LIMITED_RANGE": {harmless, "gcc passes over it"}, "STDC FLOAT_CONST_DECIMAL64": {harmless,
		"decimal numbers are not supported"},
	"omp": {harmless, "gcc obeys it with -fopenmp only"}, "acc": {harmless, "gcc obeys it with -fopenacc only"},
	"ident": {harmless, placing}, "mark": {harmless, "it is for editors"}, "region": {harmless, "it is for editors"},
	"endregion": {harmless, "it is for editors"},
}

// pragmaClass returns the class of a pragma. What gcc does not know it passes over, with a warning.
func pragmaClass(words []string) class {
	r, ok := pragmaRows[words[0]]
	if !ok && len(words) > 1 {
		r = pragmaRows[words[0]+" "+words[1]]
	}
	return r.class
}

// builtinRows are the builtins that are no functions with a prototype (prototypes.go), of which the lowering knows
// which it has a meaning for.
var builtinRows = map[string]row{
	"__builtin_va_arg": {class: exact}, "__builtin_va_start": {class: exact}, "__builtin_va_end": {class: exact},
	"__builtin_va_copy":  {class: exact},
	"__builtin_offsetof": {class: exact}, "__builtin_types_compatible_p": {class: exact},
	"__builtin_choose_expr": {class: exact},
	"__builtin_constant_p":  {class: exact}, "__builtin_classify_type": {class: exact},
	"__builtin_object_size":         {class: exact},
	"__builtin_dynamic_object_size": {class: exact}, "__builtin_add_overflow": {class: exact},
	"__builtin_sub_overflow": {class: exact},
	"__builtin_mul_overflow": {class: exact}, "__builtin_add_overflow_p": {class: exact},
	"__builtin_sub_overflow_p": {class: exact},
	"__builtin_mul_overflow_p": {class: exact}, "__builtin_FUNCTION": {class: exact},
	"__builtin_assume_aligned": {class: exact}, "__builtin_LINE": {class: unsupported},
	"__builtin_FILE":    {class: unsupported},
	"__builtin_shuffle": {class: unsupported}, "__builtin_shufflevector": {class: unsupported},
	"__builtin_convertvector": {class: unsupported}, "__builtin_complex": {class: unsupported},
	"__builtin_apply":      {class: unsupported},
	"__builtin_apply_args": {class: unsupported}, "__builtin_return": {class: unsupported},
	"__builtin_setjmp": {class: unsupported}, "__builtin_longjmp": {class: unsupported},
	"__builtin_tgmath":                 {class: unsupported},
	"__builtin_call_with_static_chain": {class: unsupported}, "__builtin_has_attribute": {class: unsupported},
	"__builtin_va_arg_pack": {class: unsupported}, "__builtin_va_arg_pack_len": {class: unsupported},
	"__builtin_speculation_safe_value": {class: unsupported}, "__builtin_alloca_with_align": {class: unsupported},
	"__builtin_eh_return": {class: unsupported}, "__builtin_cpu_init": {class: unsupported},
	"__builtin_cpu_is": {class: unsupported}, "__builtin_cpu_supports": {class: unsupported},
	"__builtin_thread_pointer": {class: unsupported}, "__builtin_ia32_pause": {class: unsupported},
}

// hasAttribute answers __has_attribute and __has_c_attribute.
func hasAttribute(name string, standard bool) int64 {
	if standard {
		switch name {
		case "deprecated", "fallthrough", "maybe_unused":
			return 201904
		case "nodiscard":
			return 202003
		}
		return 0
	}
	if r, ok := attributeRows[name]; ok && r.class > unsupported {
		return 1
	}
	return 0
}

// hasBuiltin answers __has_builtin.
func hasBuiltin(name string) bool {
	r, ok := builtinRows[name]
	return ok && r.class == exact || strings.HasPrefix(name, "__builtin_") && prototypeOf(name) != ""
}
