package syntax

import (
	"strings"
	"sync"
)

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

// rowsOf are the rows of several constructs, whose names have commas between them.
type rowsOf struct {
	names  string
	class  class
	reason string
}

// rows returns a table of constructs. All names begin with a prefix that is left out.
func rows(prefix string, list []rowsOf) map[string]row {
	out := map[string]row{}
	for _, x := range list {
		for name := range strings.SplitSeq(x.names, ", ") {
			if out[prefix+name].class != unlisted {
				panic("syntax: two rows for " + name)
			}
			out[prefix+name] = row{x.class, x.reason}
		}
	}
	return out
}

// Reasons that several rows share.
const (
	warnings   = "it makes gcc warn, or not"
	optimizing = "it lets gcc make faster code of programs that keep a promise, which are those that gcc's users verify"
	placing    = "it says where the linker puts things, whose addresses no program can rely on"
	linking    = "it says how other objects files see a name; a program is all of its files"
)

// keywordRows are the keywords, also those of gcc, each in one of its spellings (canonical).
var keywordRows = sync.OnceValue(func() map[string]row {
	return rows("", []rowsOf{
		{"void, _Bool, char, short, int, long, signed, unsigned, __int128, struct, union, enum, typeof, " +
			"__auto_type, __builtin_va_list, typedef, extern, static, auto, register, inline, _Noreturn, " +
			"_Alignas, __attribute__, const, _Atomic, if, else, switch, case, default, while, do, for, goto, " +
			"break, continue, return, __label__, _Static_assert, sizeof, _Alignof, _Generic, __builtin_va_arg, " +
			"__builtin_offsetof, __builtin_types_compatible_p, __builtin_choose_expr", exact, ""},
		{"float, double, _Complex, _Imaginary, _Float16, _Float32, _Float64, _Float128, _Float32x, _Float64x, " +
			"_Decimal32, _Decimal64, _Decimal128, _Sat, _Fract, _Accum, __real__, __imag__, asm", unsupported, ""},
		{"_Thread_local", harmless, "there is one thread"},
		{"restrict", harmless, optimizing},
		{"volatile", harmless,
			"nothing but the program changes memory, and what it reads and writes is read and written in its order"},
		{"__extension__", harmless, warnings},
	})
})

// keyword reports whether a word is a keyword, perhaps of gcc.
func keyword(s string) bool {
	_, ok := keywordRows()[canonical(s)]
	return ok
}

// attributeRows are gcc's attributes for C on x86.
var attributeRows = sync.OnceValue(func() map[string]row {
	return rows("", []rowsOf{
		{"aligned, packed, cleanup, constructor, destructor, alias, weak, mode, noreturn, transparent_union, " +
			"ms_struct, gcc_struct, scalar_storage_order, vector_size, gnu_inline, warn_if_not_aligned", exact, ""},
		{"deprecated, unavailable, unused, warn_unused_result, warning, error, format, format_arg, nonnull, " +
			"sentinel, nonstring, fallthrough, access, designated_init, tainted_args, maybe_unused, nodiscard, " +
			"fd_arg, warn_unused", harmless, warnings},
		{"pure, const, malloc, alloc_size, alloc_align, assume_aligned, returns_nonnull, nothrow, leaf, hot, " +
			"cold, optimize, target, simd, no_reorder, expected_throw", harmless, optimizing},
		{"may_alias", harmless, "memory is as with -fno-strict-aliasing for all types"},
		{"always_inline, noinline, noclone, noipa, no_icf, flatten, artificial, no_split_stack", harmless,
			"what is inlined computes the same"},
		{"section, common, nocommon, persistent, used, retain, externally_visible", harmless, placing},
		{"noinit, copy, ifunc, weakref, returns_twice, naked, interrupt, target_clones, address_space, " +
			"uninitialized, transaction_safe, transaction_pure, signal, btf_type_tag", unsupported, ""},
		{"visibility, tls_model, dllimport, dllexport, selectany, shared, nodirect_extern_access, " +
			"noplt, symver", harmless,
			linking},
		{"cdecl, stdcall, fastcall, thiscall, regparm, sseregparm, ms_abi, sysv_abi, force_align_arg_pointer, " +
			"callee_pop_aggregate_return, ms_hook_prologue", harmless,
			"it says in which registers arguments are passed, which is seen only where caller and callee disagree"},
		{"zero_call_used_regs, no_callee_saved_registers, no_caller_saved_registers", harmless,
			"it says what code saves or keeps, which a program in C does not see"},
		{"stack_protect, no_stack_protector, stack_protector, nocf_check, cf_check, no_sanitize, " +
			"no_sanitize_address, no_address_safety_analysis, no_sanitize_thread, no_sanitize_undefined, " +
			"no_sanitize_coverage, asan_odr_indicator, indirect_branch, function_return, indirect_return", harmless,
			"it adds checks for what has no meaning, or leaves them out"},
		{"fentry_name, fentry_section, no_instrument_function, no_profile_instrument_function, nodebug, " +
			"patchable_function_entry", harmless, "it is about tools that watch a program"},
	})
})

// pragmaRows are the pragmas, by their first words.
var pragmaRows = sync.OnceValue(func() map[string]row {
	return rows("", []rowsOf{
		{"pack, scalar_storage_order, weak, redefine_extname, once, push_macro, pop_macro, " +
			"GCC error, GCC poison", exact, ""},
		{"message, GCC diagnostic, GCC system_header, GCC warning, GCC dependency, GCC pch_preprocess", harmless,
			warnings},
		{"GCC push_options, GCC pop_options, GCC reset_options, GCC optimize, GCC target, GCC ivdep, " +
			"GCC unroll", harmless,
			optimizing},
		{"GCC visibility", harmless, linking},
		{"STDC FP_CONTRACT, STDC FENV_ACCESS, STDC CX_LIMITED_RANGE", harmless, "gcc passes over it"},
		{"STDC FLOAT_CONST_DECIMAL64", harmless, "decimal numbers are not supported"},
		{"omp", harmless, "gcc obeys it with -fopenmp only"},
		{"acc", harmless, "gcc obeys it with -fopenacc only"},
		{"ident", harmless, placing},
		{"mark, region, endregion", harmless, "it is for editors"},
	})
})

// pragmaClass returns the class of a pragma. What gcc does not know it passes over, with a warning.
func pragmaClass(words []string) class {
	r, ok := pragmaRows()[words[0]]
	if !ok && len(words) > 1 {
		r = pragmaRows()[words[0]+" "+words[1]]
	}
	return r.class
}

// builtinRows are the builtins that are no functions with a prototype (prototypes.go), of which the lowering knows
// which it has a meaning for.
var builtinRows = sync.OnceValue(func() map[string]row {
	return rows("__builtin_", []rowsOf{
		{"va_arg, va_start, va_end, va_copy, offsetof, types_compatible_p, choose_expr, constant_p, " +
			"classify_type, object_size, dynamic_object_size, add_overflow, sub_overflow, mul_overflow, " +
			"add_overflow_p, sub_overflow_p, mul_overflow_p, FUNCTION, assume_aligned", exact, ""},
		{"LINE, FILE, shuffle, shufflevector, convertvector, complex, apply, apply_args, return, setjmp, " +
			"longjmp, tgmath, call_with_static_chain, has_attribute, va_arg_pack, va_arg_pack_len, " +
			"speculation_safe_value, alloca_with_align, eh_return, cpu_init, cpu_is, cpu_supports, " +
			"thread_pointer, ia32_pause", unsupported, ""},
	})
})

// hasAttribute answers __has_attribute and __has_c_attribute.
func hasAttribute(name string, standard bool) int64 {
	if standard {
		return map[string]int64{"deprecated": 201904, "fallthrough": 201904, "maybe_unused": 201904,
			"nodiscard": 202003}[name]
	}
	if r, ok := attributeRows()[name]; ok && r.class > unsupported {
		return 1
	}
	return 0
}

// hasBuiltin answers __has_builtin.
func hasBuiltin(name string) bool {
	r, ok := builtinRows()[name]
	return ok && r.class == exact || strings.HasPrefix(name, "__builtin_") && prototypes()[name] != ""
}
