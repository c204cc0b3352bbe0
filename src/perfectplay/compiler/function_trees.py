"""The syntax trees of one function of the rules, rewritten: each pass over it in its order."""

from __future__ import annotations

import ast

from perfectplay.compiler.folding.asked_truth import ask_helpers_for_truth
from perfectplay.compiler.folding.guarded_names import (
    asked_for_none,
    use_what_is_there,
    yield_what_is_there,
)
from perfectplay.compiler.idioms.asked_in_recursion import loop_over_own_calls
from perfectplay.compiler.idioms.empty_lists import fill_empty_lists
from perfectplay.compiler.idioms.kinds_of_empties import give_kinds
from perfectplay.compiler.idioms.longer_arguments import (
    begun,
    has_longer_tails,
    longer_arguments,
)
from perfectplay.compiler.idioms.recursive_generators import (
    calls_itself,
    give_list,
)
from perfectplay.compiler.idioms.shifts import shift_as_python
from perfectplay.compiler.idioms.sure_names import without_value
from perfectplay.compiler.idioms.unset_names import perhaps_unset, raise_unset
from perfectplay.compiler.idioms.walrus_loops import loop_over_named
from perfectplay.compiler.idioms.word_unpacking import unpack_words
from perfectplay.compiler.rewrite.emptied_lists import empty_lists_again
from perfectplay.compiler.rewrite.rewrite import Rewriter
from perfectplay.compiler.source.function_source import place_of, plain, tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import protect
from perfectplay.compiler.source.plain_objects import as_adjuster, as_maker, attributes_of
from perfectplay.compiler.source.recursion import counted
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import bound_names, load, names_of_comprehensions
from perfectplay.compiler.source.type_calls import asks_own_class, class_with, name_own_class
from perfectplay.game.shape.record_classes import field_names


def function_trees(module: RulesModule, source: RuleFunction, name: str) -> list[ast.FunctionDef]:
    """The tree of a function under a new name, after those of the functions inside it."""
    tree = tree_of(source.function)
    protect(tree)
    new = loop_over_own_calls(tree, source.function, is_method=source.first is not None)
    fill_empty_lists(tree)
    loop_over_named(tree)
    asked = asked_for_none(tree)
    plain(tree, name, place_of(source.function))
    self_name = None
    if source.first is not None and tree.args.args:
        self_name = tree.args.args.pop(0).arg
    of_record = source.owner if source.owner in module.made_or_held else None
    if source.first == "class" and source.owner and not isinstance(module.game, source.owner):
        of_record = source.owner  # or of a class that only holds functions and constants
    rewriter = Rewriter(module, source, None if of_record else self_name)
    rewriter.local_names |= new
    if of_record and source.first is None and tree.args.args:
        mine, fields = tree.args.args[0].arg, field_names(of_record)
        as_adjuster(tree, mine, module.named_tuple(of_record), fields)
    elif of_record and self_name and source.first == "class":
        rewriter.settled[self_name] = of_record
    elif of_record and self_name:
        changing = attributes_of(of_record) or {}
        locals_ = as_maker(tree, self_name, module.named_tuple(of_record), changing)
        rewriter.local_names |= locals_
    elif asks_own_class(tree) and (own_class := class_with(source.function, module.made_or_held)):
        named = rewriter.fresh_local("own_class")
        rewriter.settled[named] = own_class
        name_own_class(tree, named)
    rewriter.name = name
    iterated = source.iterated
    own = source.function.__name__
    longer = longer_arguments(tree, own, rewriter.self_name, rewriter.known)
    if longer or has_longer_tails(tree, own, rewriter.self_name):
        module.let_vary()
    if not source.asked and calls_itself(tree, source.function.__name__, rewriter.self_name):
        give_list(tree, source.function.__name__, rewriter, rewriter.self_name)
        module.listed.add(source.function)
        module.listed_names.add(name)
        iterated = False
    words = module.constants.known_words
    if module.constants.asks_words:
        words = (*words, *module.plays.text_moves)
    unpack_words(tree, module.constants, words, source.function.__name__)
    rewriter.local_names -= names_of_comprehensions(tree)
    unset = perhaps_unset(tree, rewriter.decided)
    raise_unset(tree, rewriter.fresh_local, unset & without_value(tree, rewriter.known))
    unset -= without_value(tree, rewriter.known)
    try:
        rewriter.rewrite(tree, iterated=iterated)
    except NotCompilable as refusal:
        raise NotCompilable(
            refusal.reason, refusal.place or place_of(source.function), refusal.idiom
        ) from None
    if longer:
        tree.body = [*begun(longer, load(module.room_name(0)), tree.body[0]), *tree.body]
    yield_what_is_there(tree, asked)
    for each in (*rewriter.lifted, tree):
        use_what_is_there(each)
    for each in (*rewriter.lifted, tree):
        ask_helpers_for_truth(each, everywhere=module.constants.has_nones)
    if name in module.recursive:
        counted(tree)
    kept = bound_names(tree).union(*map(bound_names, rewriter.lifted))
    if gone := unset - kept:
        reason = f"{min(gone)} may have no value where it is read"
        raise NotCompilable(reason, place_of(source.function), "set it before, in all branches")
    for each in (*rewriter.lifted, tree):
        shift_as_python(each, module.constants.numbers_in, module.fresh_name)
        raise_unset(each, module.fresh_name)
        empty_lists_again(each, rewriter.lifted)
        give_kinds(each, module.fresh_name)
    return [*rewriter.lifted, tree]
