package script

// foreign has the options of Z3, by module, and of cvc5 that clients set and that cannot
// change an answer: how to search, how to print terms, what to warn of. They are accepted
// without effect, unless another part of the package knows them.
//
// Left out is what changes the meaning of a formula (smt.arith.ignore_int), writes a file,
// or prints something a client would wait for.
var foreign = [...]foreignOptions{
	{
		module: "",
		flags: "async_commands auto_config ctrl_c model_compress model_on_timeout print_warning stats " +
			"type_check unicode warning well_sorted_check",
		numbers: "memory_high_watermark memory_max_alloc_count memory_max_size",
		words:   "encoding",
	},
	{
		module:  "pi",
		flags:   "block_loop_patterns pull_quantifiers use_database warnings",
		numbers: "arith arith_weight max_multi_patterns non_nested_arith_weight",
	},
	{
		module:  "tactic",
		flags:   "solve_eqs.context_solve solve_eqs.ite_solver solve_eqs.theory_solver",
		numbers: "blast_term_ite.max_inflation blast_term_ite.max_steps propagate_values.max_rounds solve_eqs.max_occs",
		words:   "default_tactic",
	},
	{
		module: "pp",
		flags: "" +
			"bounded bv_literals bv_neg decimal fixed_indent flat_assoc fp_real_literals pretty_proof " +
			"simplify_implies single_line",
		numbers: "decimal_precision max_depth max_indent max_num_lines max_ribbon max_width min_alias_size",
	},
	{
		module: "sat",
		flags: "" +
			"abce acce anf anf.exlin asymm_branch asymm_branch.all asymm_branch.sampled ate bca bce binspr " +
			"branching.anti_exploration cardinality.solver cce core.minimize core.minimize_partial cut cut.aig " +
			"cut.dont_cares cut.force cut.lut cut.npn3 cut.redundancies cut.xor ddfw_search dyn_sub_res elim_vars " +
			"elim_vars_bdd enable_pre_simplify euf force_cleanup gc.burst gc.defrag local_search " +
			"local_search_dbg_flips lookahead.double lookahead.global_autarky lookahead.preselect " +
			"lookahead.use_learned lookahead_scores lookahead_simplify lookahead_simplify.bca minimize_lemmas " +
			"override_incremental phase.sticky prob_search probing probing_binary probing_cache propagate.prefetch " +
			"restart.fast retain_blocked_clauses scc scc.tr smt subsumption",
		numbers: "" +
			"anf.delay asymm_branch.delay asymm_branch.limit asymm_branch.rounds backtrack.conflicts backtrack.scopes " +
			"bce_at bce_delay blocked_clause_limit burst_search cut.delay ddfw.init_clause_weight ddfw.reinit_base " +
			"ddfw.restart_base ddfw.threads ddfw.use_reward_pct elim_vars_bdd_delay gc.increment gc.initial gc.k " +
			"gc.small_lbd inprocess.max local_search_threads lookahead.cube.depth max_conflicts max_memory " +
			"pb.min_arity probing_cache_limit probing_limit random_seed reorder.activity_scale reorder.base " +
			"rephase.base resolution.cls_cutoff1 resolution.cls_cutoff2 resolution.limit resolution.lit_cutoff_range1 " +
			"resolution.lit_cutoff_range2 resolution.lit_cutoff_range3 resolution.occ_cutoff " +
			"resolution.occ_cutoff_range1 resolution.occ_cutoff_range2 resolution.occ_cutoff_range3 restart.initial " +
			"restart.max search.sat.conflicts search.unsat.conflicts simplify.delay subsumption.limit threads " +
			"variable_decay",
		decimals: "" +
			"lookahead.cube.fraction lookahead.cube.freevars lookahead.cube.psat.clause_base " +
			"lookahead.cube.psat.trigger lookahead.cube.psat.var_exp lookahead.delta_fraction random_freq " +
			"reorder.itau restart.emafastglue restart.emaslowglue restart.factor restart.margin",
		words: "" +
			"branching.heuristic cardinality.encoding gc local_search_mode lookahead.cube.cutoff lookahead.reward " +
			"pb.lemma_format pb.resolve pb.solver phase restart",
	},
	{
		module: "model",
		flags:  "compact completion compress hide_unused_partitions inline_def partial user_functions v1 v2",
	},
	{
		module: "solver",
		flags:  "enforce_model_conversion",
	},
	{
		module: "opt",
		flags: "" +
			"elim_01 enable_lns enable_sat enable_sls maxlex.enable maxres.add_upper_bound_block maxres.hill_climb " +
			"maxres.maximize_assignment maxres.pivot_on_correction_set maxres.wmax pb.compile_equality pp.neat " +
			"pp.wcnf",
		numbers: "lns_conflicts maxres.max_core_size maxres.max_correction_set_size maxres.max_num_cores rlimit timeout",
		words:   "maxsat_engine optsmt_engine priority solution_prefix",
	},
	{
		module: "parallel",
		flags:  "enable",
		numbers: "" +
			"conquer.backtrack_frequency conquer.batch_size conquer.delay conquer.restart.max simplify.inprocess.max " +
			"simplify.max_conflicts simplify.restart.max threads.max",
		decimals: "simplify.exp",
	},
	{
		module:  "nnf",
		flags:   "ignore_labels sk_hack",
		numbers: "max_memory",
		words:   "mode",
	},
	{
		module:  "algebraic",
		flags:   "factor",
		numbers: "factor_max_prime factor_num_primes factor_search_size min_mag zero_accuracy",
	},
	{
		module:  "combined_solver",
		flags:   "ignore_solver1",
		numbers: "solver2_timeout solver2_unknown",
	},
	{
		module:  "rcf",
		flags:   "clean_denominators lazy_algebraic_normalization use_prem",
		numbers: "inf_precision initial_precision max_precision",
	},
	{
		module:  "model_evaluator",
		flags:   "array_as_stores array_equalities completion",
		numbers: "max_memory max_steps",
	},
	{
		module: "ackermannization",
		flags:  "eager inc_sat_backend sat_backend",
	},
	{
		module:  "nlsat",
		flags:   "check_lemmas factor inline_vars minimize_conflicts randomize reorder shuffle_vars simplify_conflicts",
		numbers: "lazy max_conflicts max_memory seed",
	},
	{
		module: "parser",
		flags:  "ignore_bad_patterns ignore_user_patterns",
	},
	{
		module: "rewriter",
		flags: "" +
			"algebraic_number_evaluator arith_ineq_lhs arith_lhs bit2bool blast_distinct blast_eq_value " +
			"blast_select_store bv_extract_prop bv_ite2id bv_le_extra bv_not_simpl bv_sort_ac cache_all " +
			"coalesce_chars elim_and elim_ite elim_rem elim_sign_ext elim_to_real eq2ineq expand_nested_stores " +
			"expand_power expand_select_store expand_store_eq expand_tan flat gcd_rounding hoist_ite hoist_mul " +
			"ignore_patterns_on_ground_qbody ite_extra_rules local_ctx mul2concat mul_to_power pull_cheap_ite " +
			"push_ite_arith push_ite_bv push_to_real rewrite_patterns som sort_store sort_sums split_concat_eq",
		numbers: "" +
			"blast_distinct_threshold bv_ineq_consistency_test_max div0_ackermann_limit local_ctx_limit max_degree " +
			"max_memory max_steps som_blowup",
	},
	{
		module: "fp",
		flags: "" +
			"datalog.all_or_nothing_deltas datalog.compile_with_widening datalog.dbg_fpr_nonempty_relation_signature " +
			"datalog.default_table_checked datalog.explanations_on_relation_level datalog.generate_explanations " +
			"datalog.magic_sets_for_queries datalog.similarity_compressor datalog.subsumption " +
			"datalog.unbound_compressor datalog.use_map_names spacer.ctp spacer.elim_aux spacer.eq_prop spacer.gpdr " +
			"spacer.gpdr.bfs spacer.ground_pobs spacer.iuc.debug_proof spacer.iuc.old_hyp_reducer " +
			"spacer.iuc.split_farkas_literals spacer.keep_proxy spacer.mbqi spacer.native_mbp " +
			"spacer.p3.share_invariants spacer.p3.share_lemmas spacer.propagate spacer.push_pob spacer.q3 " +
			"spacer.q3.instantiate spacer.q3.qgen.normalize spacer.q3.use_qgen spacer.reach_dnf " +
			"spacer.reset_pob_queue spacer.restarts spacer.simplify_lemmas_post spacer.simplify_lemmas_pre " +
			"spacer.simplify_pob spacer.use_array_eq_generalizer spacer.use_bg_invs spacer.use_derivations " +
			"spacer.use_euf_gen spacer.use_inc_clause spacer.use_inductive_generalizer spacer.use_lemma_as_cti " +
			"spacer.use_lim_num_gen spacer.validate_lemmas spacer.weak_abs validate xform.array_blast " +
			"xform.array_blast_full xform.bit_blast xform.coalesce_rules xform.coi xform.compress_unbound " +
			"xform.elim_term_ite xform.fix_unbound_vars xform.inline_eager xform.inline_linear " +
			"xform.inline_linear_branch xform.instantiate_arrays xform.instantiate_arrays.enforce " +
			"xform.instantiate_quantifiers xform.magic xform.quantify_arrays xform.scale xform.slice " +
			"xform.subsumption_checker xform.tail_simplifier_pve xform.transform_arrays",
		numbers: "" +
			"bmc.linear_unrolling_depth datalog.initial_restart_timeout datalog.profile_timeout_milliseconds " +
			"datalog.similarity_compressor_threshold datalog.timeout spacer.arith.solver " +
			"spacer.blast_term_ite_inflation spacer.iuc spacer.iuc.arith spacer.max_level spacer.max_num_contexts " +
			"spacer.min_level spacer.order_children spacer.push_pob_max_depth spacer.random_seed " +
			"spacer.restart_initial_threshold xform.elim_term_ite.inflation xform.instantiate_arrays.nb_quantifier " +
			"xform.unfold_rules",
		words: "" +
			"datalog.check_relation datalog.default_relation datalog.default_table datalog.default_table_checker " +
			"engine spacer.logic tab.selection xform.instantiate_arrays.slice_technique",
	},
	{
		module: "smt",
		flags: "" +
			"arith.auto_config_simplex arith.bprop_on_pivoted_rows arith.dio_eqs arith.eager_eq_axioms " +
			"arith.enable_hnf arith.greatest_error_pivot arith.int_eq_branch arith.int_only arith.min arith.nl " +
			"arith.nl.branching arith.nl.cross_nested arith.nl.expp arith.nl.grobner arith.nl.horner arith.nl.nra " +
			"arith.nl.optimize_bounds arith.nl.order arith.nl.propagate_linear_monomials arith.nl.tangents " +
			"arith.print_ext_var_names arith.print_stats arith.propagate_eqs arith.random_initial_value arith.reflect " +
			"array.extensional array.weak auto_config bound_simplifier bv.delay bv.enable_int2bv bv.eq_axioms " +
			"bv.reflect bv.size_reduce bv.watch_diseq candidate_models core.extend_nonlocal_patterns " +
			"core.extend_patterns core.validate dack.eq delay_units elim_unconstrained ematching induction " +
			"macro_finder mbqi mbqi.trace pb.learn_complements propagate_values pull_cheap_ite_trees " +
			"pull_nested_quantifiers qi.profile qsat_use_qel quasi_macros refine_inj_axioms restricted_quasi_macros " +
			"seq.split_w_len seq.validate sls.enable solve_eqs str.aggressive_length_testing " +
			"str.aggressive_unroll_testing str.aggressive_value_testing str.fast_length_tester_cache " +
			"str.fast_value_tester_cache str.fixed_length_naive_cex str.fixed_length_refinement " +
			"str.string_constant_cache str.strong_arrangements theory_aware_branching theory_case_split " +
			"up.persist_clauses",
		numbers: "" +
			"arith.branch_cut_ratio arith.nl.delay arith.nl.gr_q arith.nl.grobner_cnfl_to_report " +
			"arith.nl.grobner_eqs_growth arith.nl.grobner_expr_degree_growth arith.nl.grobner_expr_size_growth " +
			"arith.nl.grobner_frequency arith.nl.grobner_max_simplified arith.nl.grobner_subs_fixed " +
			"arith.nl.horner_frequency arith.nl.horner_row_length_limit arith.nl.horner_subs_fixed arith.nl.rounds " +
			"arith.propagation_mode arith.rep_freq arith.simplex_strategy arith.solver bv.solver case_split " +
			"core.extend_patterns.max_distance cube_depth dack dack.gc dack.threshold delay_units_threshold " +
			"dt_lazy_splits lemma_gc_strategy max_conflicts mbqi.force_template mbqi.max_cexs mbqi.max_cexs_incr " +
			"mbqi.max_iterations pb.conflict_frequency phase_caching_off phase_caching_on phase_selection q.lift_ite " +
			"qi.max_instances qi.max_multi_patterns qi.profile_freq qi.quick_checker relevancy restart.max " +
			"restart_strategy str.regex_automata_difficulty_threshold str.regex_automata_failed_automaton_threshold " +
			"str.regex_automata_failed_intersection_threshold str.regex_automata_intersection_difficulty_threshold " +
			"str.regex_automata_length_attempt_threshold threads threads.cube_frequency threads.max_conflicts",
		decimals: "dack.factor dack.gc_inv_decay qi.eager_threshold qi.lazy_threshold restart_factor str.overlap_priority",
		words:    "logic mbqi.id qi.cost string_solver",
	},
	{
		module: "sls",
		flags: "" +
			"early_prune random_offset rescore restart_init track_unsat vns_repick walksat walksat_repick walksat_ucb " +
			"walksat_ucb_init",
		numbers:  "max_memory max_restarts paws_init paws_sp random_seed restart_base vns_mc wp",
		decimals: "scale_unsat walksat_ucb_constant walksat_ucb_forget walksat_ucb_noise",
	},
	{
		module: "cvc5",
		flags: "" +
			"abstract-values ackermann arith-brab arith-eq-solver arith-rewrite-equalities arith-static-learning " +
			"arrays-eager-index arrays-eager-lemmas arrays-exp arrays-lazy-rintro1 arrays-optimize-linear " +
			"arrays-reduce-sharing arrays-weak-equiv assign-function-values bitwise-eq bv-assert-input " +
			"bv-div-zero-const bv-eager-explain bv-gauss-elim bv-intro-pow2 bv-propagate bv-rw-extend-eq bv-to-bool " +
			"cbqi cbqi-all-conflict cbqi-eager-check-rd cbqi-eager-test cbqi-recurse cbqi-skip-rd cbqi-tconstraint " +
			"cbqi-vo-exp cbqi2 cdt-bisimilar cegqi cegqi-all cegqi-bv cegqi-bv-concat-inv cegqi-bv-interleave-value " +
			"cegqi-bv-linear cegqi-bv-rm-extract cegqi-bv-solve-nl cegqi-full cegqi-inf-int cegqi-inf-real " +
			"cegqi-innermost cegqi-midpoint cegqi-min-bounds cegqi-multi-inst cegqi-nested-qe cegqi-nopt " +
			"cegqi-round-up-lia condense-function-values conjecture-gen cons-exp-triggers continued-execution " +
			"cpu-time cut-all-bounded dio-decomps dio-solver dt-binary-split dt-blast-splits dt-cyclic " +
			"dt-infer-as-lemmas dt-nested-rec dt-polite-optimize dt-rewrite-error-sel dt-share-sel dt-stc-ind " +
			"dt-var-exp-quant e-matching eager-arith-bv-conv early-exit early-ite-removal elim-taut-quant enum-inst " +
			"enum-inst-interleave enum-inst-rd enum-inst-stratify enum-inst-sum expand-definitions ext-rewrite-quant " +
			"fc-penalties ff-field-polys ff-trace-gb filesystem-access finite-model-find flatten-ho-chains fmf-bound " +
			"fmf-bound-blast fmf-bound-lazy fmf-fun fmf-fun-rlv fmf-inst-engine foreign-theory-rewrite fp-exp " +
			"fp-lazy-wb full-saturate-quant hard-limit ho-elim ho-elim-store-ax ho-matching ho-merge-term-db " +
			"increment-triggers infer-arrange-trigger inst-no-entail inst-prop int-wf-ind interactive-prompt " +
			"ite-dtt-split-quant ite-simp jh-rlv-order learned-rewrite lemmas-on-replay-failure lte-partial-inst " +
			"macros-quant mbqi-interleave mbqi-one-inst-per-round memory-map miplib-trick mmap model-var-elim-uneval " +
			"model-witness-value multi-trigger-cache multi-trigger-linear multi-trigger-priority " +
			"multi-trigger-when-single new-prop nl-alg nl-cov nl-cov-force nl-cov-prune nl-cov-var-elim " +
			"nl-ext-ent-conf nl-ext-factor nl-ext-inc-prec nl-ext-purify nl-ext-rbound nl-ext-rewrite " +
			"nl-ext-split-zero nl-ext-tf-tplanes nl-ext-tplanes nl-ext-tplanes-interleave nl-icp nl-rlv-assert-bounds " +
			"omit-dont-cares on-repeat-ite-simp partial-triggers pb-rewrites pool-inst pre-skolem-quant-nested " +
			"prenex-quant-user print-expr-types purify-quant purify-triggers quant-alpha-equiv quant-anti-skolem " +
			"quant-cf quant-ind register-quant-body-terms relational-triggers relevance-filter relevant-triggers " +
			"repeat-simp restrict-pivots revert-arith-models-on-unsat rewrite-apply-to-const rewrite-divk " +
			"se-solve-int segv-nospin semantic-checks sets-ext sets-infer-as-lemmas sets-proxy-lemmas " +
			"simp-ite-compress simp-with-care simplification-bcp smtlib-strict soi-qe solve-real-as-int " +
			"sort-inference static-learning stats-hide-zeros stdin-input-per-line strict-parsing " +
			"strings-check-entail-len strings-code-elim strings-deq-ext strings-eager-eval strings-eager-len-re " +
			"strings-eager-reg strings-eager-solver strings-exp strings-ff strings-fmf strings-infer-as-lemmas " +
			"strings-infer-sym strings-lazy-pp strings-len-norm strings-mbr strings-opt1 strings-regexp-inclusion " +
			"strings-rexplain-lemmas symmetry-breaker tear-down-incremental term-db-cd type-checking uf-ho-ext " +
			"uf-lazy-ll uf-ss-fair uf-ss-fair-monotone uf-ss-totality unconstrained-simp use-approx use-fcsimplex " +
			"use-soi var-elim-quant var-ineq-elim-quant wf-checking",
		words: "" +
			"approx-branch-depth arith-prop arith-prop-clauses arrays-prop bitblast bitblast-step bool-to-bv " +
			"bv-sat-solver bv-solver bvand-integer-granularity cbqi-mode cegis-sample cegqi-bv-ineq " +
			"cond-var-split-quant conjecture-gen-gt-enum conjecture-gen-max-depth conjecture-gen-per-round dag-thresh " +
			"decision decision-mode deep-restart deep-restart-factor default-dag-thresh dio-turns ee-mode " +
			"enum-inst-limit error-selection-rule ext-rew-prep ff-incrementality fmf-mbqi fmf-type-completion-thresh " +
			"heuristic-pivots iand-mode ieval input-language inst-max-level inst-max-rounds inst-when inst-when-phase " +
			"ite-lift-quant jh-skolem jh-skolem-rlv lang literal-matching macros-quant-mode maxCutsInContext " +
			"minisat-simplification miniscope-quant miplib-trick-subs model-cores nl-cov-lift nl-cov-linear-model " +
			"nl-cov-proj nl-ext nl-ext-tf-taylor-deg nl-rlv output-lang output-language pivot-threshold " +
			"pp-assert-max-sub-size pre-skolem-quant prenex-quant prop-row-length quant-dsplit quant-rep-mode " +
			"random-freq random-frequency re-elim re-inter-mode replay-early-close-depth replay-lemma-reject-cut " +
			"replay-num-err-penalty replay-reject-cut restart-int-base restart-int-inc rr-turns seq-array " +
			"simplex-check-period simplification simplification-mode solve-bv-as-int solve-int-as-bv " +
			"standard-effort-variable-order-pivots strings-alpha-card strings-model-max-len strings-process-loop-mode " +
			"tc-mode term-db-mode theoryof-mode trigger-active-sel trigger-sel uf-ss unate-lemmas unsat-cores-mode " +
			"user-pat",
	},
}
