"""One function of the rules, rewritten so that Numba takes it."""

from __future__ import annotations

import ast
import copy

from perfectplay.compiler.folding.counted_moves import count_moves
from perfectplay.compiler.idioms.asked_moves import ask_moves
from perfectplay.compiler.idioms.binary_texts import write_binary
from perfectplay.compiler.idioms.byte_arrays import list_bytes
from perfectplay.compiler.idioms.chosen_branches import choose_in_expressions
from perfectplay.compiler.idioms.chosen_tables import choose_tuples
from perfectplay.compiler.idioms.columns_taken import take_columns
from perfectplay.compiler.idioms.default_arguments import give_defaults
from perfectplay.compiler.idioms.defs_again import refuse_defs_again
from perfectplay.compiler.idioms.dict_rows import without_dict_rows
from perfectplay.compiler.idioms.dicts_of_sets import sort_dicts_of_sets
from perfectplay.compiler.idioms.digits import read_digits
from perfectplay.compiler.idioms.early_empties import share_early_empties
from perfectplay.compiler.idioms.empty_arguments import name_empty_arguments
from perfectplay.compiler.idioms.empty_rows import give_row_kinds
from perfectplay.compiler.idioms.empty_scratch import empty_scratch
from perfectplay.compiler.idioms.first_items import ask_first_items
from perfectplay.compiler.idioms.frozen_augmented import set_frozen_anew
from perfectplay.compiler.idioms.guarded_captures import refuse_guarded_captures
from perfectplay.compiler.idioms.helper_moves import write_out_helpers
from perfectplay.compiler.idioms.iterator_locals import refuse_late_names, refuse_used_iterators
from perfectplay.compiler.idioms.keys_looked_up import loop_over_values
from perfectplay.compiler.idioms.lists_of_moves import mark_moves
from perfectplay.compiler.idioms.longer_arguments import begun, longer_arguments
from perfectplay.compiler.idioms.longer_lists import put_one_by_one
from perfectplay.compiler.idioms.moves_of_sets import sort_moves
from perfectplay.compiler.idioms.named_calls import call_what_is_named
from perfectplay.compiler.idioms.negated_outcomes import refuse_negated
from perfectplay.compiler.idioms.nested_dicts import unfold_nested_dicts
from perfectplay.compiler.idioms.nonlocal_names import keep_nonlocals
from perfectplay.compiler.idioms.object_methods import name_object_methods
from perfectplay.compiler.idioms.ordered_lists import order_lists
from perfectplay.compiler.idioms.other_letters import choose_other_letters
from perfectplay.compiler.idioms.own_ways import ask_own_ways
from perfectplay.compiler.idioms.placed_lengths import note_places
from perfectplay.compiler.idioms.record_dicts import without_record_dicts
from perfectplay.compiler.idioms.recursive_generators import (
    changing_names,
    give_list,
    is_kept,
)
from perfectplay.compiler.idioms.row_helpers import write_out_row_helpers
from perfectplay.compiler.idioms.row_sums import refuse_row_sums
from perfectplay.compiler.idioms.rows_made_lists import make_tuples
from perfectplay.compiler.idioms.rows_with_keys import look_rows_up
from perfectplay.compiler.idioms.scratch_dicts import without_dicts
from perfectplay.compiler.idioms.simpler_statements import OneByOne, StarsApart
from perfectplay.compiler.idioms.texts_in_loops import fill_lists
from perfectplay.compiler.idioms.tuple_concat import mark_sums_in_loops
from perfectplay.compiler.idioms.unlike_rows import without_unlike_rows
from perfectplay.compiler.idioms.unlike_texts import write_out_texts
from perfectplay.compiler.idioms.unpacked_loops import unpack_loops, write_out_maps
from perfectplay.compiler.idioms.written_members import refuse_written_members
from perfectplay.compiler.idioms.written_tuples import write_out_tuples
from perfectplay.compiler.idioms.yielded_lists import name_what_is_asked
from perfectplay.compiler.idioms.yielded_nones import yields_perhaps
from perfectplay.compiler.rewrite.conditionals import Inner
from perfectplay.compiler.rewrite.fixed_lists import ListsNow, fixed_lists
from perfectplay.compiler.rewrite.fixed_rows import CellsOfRows, fixed_rows
from perfectplay.compiler.rewrite.hoist import calls_itself, lifted, taken_by
from perfectplay.compiler.rewrite.list_copies import copied_lists, used_as_lists
from perfectplay.compiler.rewrite.older_functions import in_our_style
from perfectplay.compiler.rewrite.row_places import names_of_loops
from perfectplay.compiler.rewrite.statements import StatementRewriter
from perfectplay.compiler.source.iterators import (
    as_generator,
    as_iterator,
    is_generator,
    mark_handed_on,
)
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.recursion import counted
from perfectplay.compiler.source.syntax_trees import call, load, located, store

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


class Rewriter(StatementRewriter):
    """Rewrites one function; the functions that it calls are translated by its `RulesModule`."""

    def rewrite(self, tree: ast.FunctionDef, *, iterated: bool) -> None:
        """Rewrite the function's body; ``iterated``: True if callers only loop over its result."""
        keep_nonlocals(tree, self.fresh_local)
        order_lists(tree, self)
        make_tuples(tree, self.known)
        write_out_tuples(tree, self.known)
        choose_other_letters(tree, self.known)
        choose_in_expressions(tree, self)
        choose_tuples(tree, self)
        list_bytes(tree, self)
        if self.module.constants.has_texts:
            write_out_texts(tree, self)
        ask_own_ways(tree, self.function, self)
        self.whole = copy.deepcopy(tree)
        if self.source.asked:
            write_out_helpers(tree, self)
            ask_own_ways(tree, self.function, self)
        elif self.module.has_options:
            ask_moves(tree, self.self_name, self, lambda: self.module.plays.moves_are_lists_alone)
            write_out_helpers(tree, self, asked=False)
        if self.source.asked and self.module.plays.moves_are_sets:
            sort_moves(tree, self.refuse)
        name_object_methods(tree, self.function, self.module.made_classes, self.known)
        refuse_written_members(tree, self.function.__globals__, self)
        OneByOne(tree).visit(tree)
        sort_dicts_of_sets(tree, self)
        unpack_loops(tree, self)
        write_binary(tree, self.known)
        loop_over_values(tree, self.known, self.fresh_local)
        take_columns(tree, self)
        write_out_row_helpers(tree, self)
        look_rows_up(tree, self.known)
        if self.module.shape is not None and self.module.shape.has_nones:
            without_unlike_rows(tree, self.fresh_local)
        if self.module.shape is None or not self.module.shape.has_texts:
            read_digits(tree, self.known)
        call_what_is_named(tree, self.known, self.fresh_local)
        give_defaults(tree, self.known, self.fresh_local)
        without_record_dicts(tree, self, self.source.forms)
        refuse_used_iterators(tree, self)
        refuse_late_names(tree, self)
        refuse_guarded_captures(tree, self)
        refuse_defs_again(tree, self)
        refuse_row_sums(tree, self)
        self.note_things(tree)
        name_empty_arguments(tree, self.known, self.helper_of, self.fresh_local)
        ask_first_items(tree, self)
        if self.module.has_options:
            plays = self.module.plays
            lists, alone = lambda: plays.moves_are_lists, lambda: plays.moves_are_lists_alone
            count_moves(tree, self.self_name, self.known, lists, alone)
        if self.source.asked and self.makes_moves:
            name_what_is_asked(tree, self.fresh_local)
        if iterated and not self.module.has_options:
            mark_handed_on(tree)
        if self.source.asked and self.take_options(tree, self.source.asked):
            yields = True
        else:
            yields = as_iterator(tree) if iterated else False
        if not iterated and yields_perhaps(tree, self.known):
            self.module.yielding_nones.add(tree.name)
        if self.makes_moves:
            if self.source.asked and not yields:
                as_generator(tree)
                yields = True
            mark_moves(tree, self, all_moves=bool(self.source.asked))
        self.take_forms(tree, self.source.forms)
        if self.source.style:
            in_our_style(tree, self.source.style, self.known, self.refuse)
        if not iterated and not yields:
            share_early_empties(tree, self.known, self.fresh_local)
        give_row_kinds(tree, self.fresh_local)
        write_out_maps(tree, self.known, self.fresh_local)
        note_places(tree, self.function, self.module, self.known)
        without_dicts(tree, self, self.source.forms)
        self.settle(tree.body, tree)
        without_dict_rows(tree, self)
        unfold_nested_dicts(tree, self)
        if self.module.constants.has_texts and not self.texts_grow:
            fill_lists(tree, self.fresh_local)
        StarsApart(self.fresh_local).visit(tree)
        put_one_by_one(tree, self.fresh_local)
        self.note_rows(tree)
        self.note_enums(tree)
        if self.function.__name__ == "outcome" and not self.module.game.scoring:
            refuse_negated(tree, self)
        self.note_lists(tree)
        self.listed = used_as_lists(tree)
        self.waits = yields or is_generator(tree)
        self.copies = copied_lists(tree, self.known)
        if not self.waits:
            self.copies = fixed_lists(tree, self.known) | fixed_rows(tree, self.known)
        self.empties = empty_scratch(tree, self.known, self.helper_of)
        if not self.has_sets:
            set_frozen_anew(tree, self)
        self.note_sets(tree)
        self.note_choices(tree)
        mark_sums_in_loops(tree)
        tree.args.defaults = [self._default(default) for default in tree.args.defaults]
        yields = self.waits
        if not yields:
            CellsOfRows(self.copies).visit(tree)
            ListsNow(self.copies, self.known, self._site).visit(tree)
        self.loop_names = names_of_loops(tree)
        tree.body = self.statements(tree.body)
        if yields and not is_generator(tree):  # all its yields are in branches that are never taken
            self._without_yields(tree, self.function.__name__ if iterated else "")
        elif not yields and self._returns_nothing(tree):
            self.module.empty[tree.name] = False

    def _site(self, node: ast.AST) -> int:
        return self.module.site(self.place(node))

    def _default(self, node: ast.expr) -> ast.expr:
        """The default of an argument; one of a type of perfectplay's own cannot be a default."""
        words, known = self.module.constants.words, self.known(node)
        if words is not None and type(known) is str and not known:
            return ast.copy_location(load(words[""]), node)
        value: ast.expr = self.visit(node)
        if any(isinstance(x, ast.Call) for x in ast.walk(value)):
            self.refuse(node, f"{ast.unparse(node)} is a default", "give it in each call")
        return value

    def _without_yields(self, tree: ast.FunctionDef, role: str) -> None:
        """Make a function a generator without items, of a type that suits its role."""
        if role == "moves":
            self.refuse(tree, "moves gives nothing in any state")
        self.module.empty[tree.name] = True
        state = tree.args.args[0].arg if role == "symmetries" and tree.args.args else None
        zero = ast.Constant(0)
        item = zero if state is None else load(state)
        loop = ast.For(store(own("none")), call("range", zero), [ast.Expr(ast.Yield(item))], [])
        tree.body.insert(0, located(loop, tree))

    def _returns_nothing(self, tree: ast.FunctionDef) -> bool:
        """True if it ends by returning an empty constant, and returns nothing else."""
        returns = [x for x in ast.walk(tree) if isinstance(x, ast.Return)]
        return tree.body[-1:] == returns and _is_empty_tuple(returns[0].value, self)

    def _give_list(self, node: ast.FunctionDef, name: str, taken: list[str]) -> None:
        """Make a generator within this function, one that calls itself, give a list, as one that is
        a method does."""
        changing = changing_names(self.whole)
        said = next((f"names {x}, which changes" for x in taken if x in changing), "")
        if not said and is_kept(self.whole, node):
            said = "is not looped over at once"
        if said:
            reason = f"{node.name}, which yields, calls itself and {said}"
            self.refuse(node, reason, "make it a method")
        give_list(node, node.name, self, None)
        self.module.listed_names.add(name)

    def lift(self, node: Inner, name: str) -> list[str]:
        yields = not isinstance(node, ast.FunctionDef) or is_generator(node)
        around = self.name, self.lifting
        taken = None
        longer: dict[str, ast.expr | None] = {}
        if isinstance(node, ast.FunctionDef) and calls_itself(node):
            longer = longer_arguments(node, node.name, None, self.known)
            if longer:
                self.module.let_vary()
            given = self.local_names - set(self.settled) - {self.self_name or ""}
            taken = taken_by(node, given, self.nested)
            if yields:
                self._give_list(node, name, taken)
                yields = False
            self.nested[node.name] = (name, taken)
            self.module.recursive.add(name)
            self.name, self.lifting = name, 0
        else:
            self.lifting += 1
        self.module.unfinished.append(name)
        function, free = lifted(self, node, name, taken)
        self.module.unfinished.pop()
        self.name, self.lifting = around
        if longer:
            first = begun(longer, load(self.module.room_name(0)), node)
            function.body = [*first, *function.body]
        if taken is not None:
            counted(function)
        if isinstance(node, ast.ListComp):
            attributes = {x.attr for x in ast.walk(function) if isinstance(x, ast.Attribute)}
            if "append" not in attributes:
                self.module.empty[name] = False
        elif yields and not is_generator(function):
            self._without_yields(function, "")
        self.lifted.append(function)
        return free


def _is_empty_tuple(node: ast.expr | None, rules: Rewriter) -> bool:
    return isinstance(node, ast.Name) and rules.module.constants.is_empty_tuple(node.id)
