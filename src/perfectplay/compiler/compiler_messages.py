"""Messages of the compiler, in one sentence for authors of games."""

from __future__ import annotations

import builtins
import operator
import re

from perfectplay.compiler.runtime.set_types import ORDER
from perfectplay.compiler.type_words import kind, parts_of_list, variable

_OF_A_KIND = {
    "its states hold": "states that compile hold integers",
    "a part of its states is None or a text, and then":
        "a number or a pair that stands for none, such as -1 or (-1, -1), compiles",
    "its outcome is": "an outcome is Value.WIN, Value.DRAW or Value.LOSS, or None",
    "its score is": "points are integers; // divides into one",
    "its tier is": "a tier is a whole number; // divides into one",
    "a pattern of a class is asked of": "match on what is of one class in all states, or use if",
    "an order is asked of": "compare two texts, or two numbers",
    "evaluate gives": 'return -1, 0, 1 or "undecided", written out',
    "do_move gives": "return the next state, or False written out",
    "a move beside others of unlike kinds is": "write out each move where it is given",
    "key= gives": "let it give a number, a text, or a tuple of these",
}  # fmt: skip
"""What we say ourselves before the name of a type, and what compiles."""

TUPLES_DIFFER = re.compile(
    "is a list in one place and a list|an object of a class$|items of unlike kinds or lengths"
    "|\\+ of a tuple|a tuple of .* and .*a(?:n empty)? tuple"
)
"""What is said of tuples of unlike lengths that stand in one place."""

THIS_USE = "this use"
"""Said of what people do not write so."""

TAKE_LEAST = "write min(...), or sorted(...)[0]: compiled sets have an order of their own"

WORDS_TOGETHER = "a word is put together with something else"

_OURS = {
    "a word of its states is taken out of a text":
        'let the word be a part of the move: ("N", square), and "N" + square in move_text',
    "rows of a text have lengths that cannot be seen":
        "rows of one length compile; or write out the rows that are joined",
    "a copy of such a value does not compile": "copy its lists, one by one",
    "heapq or bisect of such items does not compile":
        "numbers, and tuples of numbers, have an order in compiled code",
    "a text becomes longer in a loop":
        'let it be "" at first, text = "", and add what does not ask for it: text += part',
    ORDER:
        "write sorted(...), so that Python and compiled code have one order",
    "a frozenset has no pop": "set(...) of it has one",
    "a set that may have another name is changed":
        "copy it with set(...) before, and change it in the same function",
    "a number in a text is used as a text": "read it by int(...)",
    "a fraction is rounded to some digits": "round to a whole number: round(10 * x)",
    "is of tuples or objects is asked": "write ==",
    "a generator that calls itself is given, or yields, what may change":
        "tuples, texts and numbers; or a new list: list(board), or set()",
    "lists of unlike items are compared": "compare tuples",
    "objects of a class without == are compared": "compare what they hold: a.cells == b.cells",
}  # fmt: skip
"""What we say ourselves, and what compiles."""

_KNOWN: tuple[tuple[str, str, str], ...] = (
    # a pattern of Numba's message; what it means; what compiles
    *((rf"PERFECTPLAY ({said}) (.+)", r"\1 {2}", idiom) for said, idiom in _OF_A_KIND.items()),
    *((rf"PERFECTPLAY ({said})", r"\1", idiom) for said, idiom in _OURS.items()),
    (
        r"PERFECTPLAY (a set that is always empty(?:, beside .+,)?)", r"\1 does not compile here",
        "leave it out, or give it an element",
    ),
    (
        r"Function\(<function python_set at .*>\) found for signature:"
        r"\s+>>> python_set\(Tuple\(\)\)",
        "a set that is always empty does not compile here",
        "leave it out, or give it an element",
    ),
    (
        r"Function\(<function python_set at .*>\) found for signature:"
        r"\s+>>> python_set\((?:list|UniTuple)\((.+?)[ )]",
        "a set with {1} in it does not compile",
        "elements that compile are numbers, texts, or tuples of these, all of one kind",
    ),
    (
        r"Function\(<function set_(?!of )(\w+) at .*>\) found for signature",
        r"\1 of a set, with what it is given here, does not compile",
        "of two sets it does, and so do a | b, a & b, a - b",
    ),
    (
        r"PERFECTPLAY the characters of a word are looped over"
        r"|Invalid use of getiter with parameters \(Word\)",
        "the characters of a word are looped over",
        "a tuple of letters compiles, and so does a text that only grows or only shrinks",
    ),
    (
        r"Invalid use of getiter with parameters \(Tuple\(\)\)",
        "a tuple that is empty at first, of which nobody knows the kind, is looped over",
        "let it begin with an item, (at,); or ask for len(path), to in path, path[0]",
    ),
    (
        r"Invalid use of getiter with parameters \((?:LiteralList|Tuple)\("
        r"|<class 'enumerate'>\) found for signature:\s*>>> enumerate\((?:LiteralList|Tuple)\(",
        "unlike things are looped over", "let all of them be of one kind and length",
    ),
    (
        r"args in function call should be a tuple",
        "a call is given the items of a list", "give it each item by itself",
    ),
    (
        r"PERFECTPLAY (a set of words)", r"\1 beside other things does not compile",
        "a set of words alone does; in {...} compiles",
    ),
    (
        r"PERFECTPLAY a list of other things gets such an item",
        "a list of integers gets a fraction, or one of truths a number",
        "let all be of one kind from the first: [0.0], [0], bool(x)",
    ),
    (
        r"PERFECTPLAY (is of values of two kinds)", r"\1 does not compile",
        "write ==, or is None",
    ),
    (
        r"PERFECTPLAY (what |)(?:_pp\d+_)?(\w+ (?:has|of one class) is asked of something else)",
        r"\1\2",
        "write a method as a function, and replace as the constructor with all fields",
    ),
    (
        r"PERFECTPLAY (bytes are (?:made of|put together with|compared with)) (.+)", r"\1 {2}",
        "bytes(...) of a list, a tuple or a comprehension of numbers compiles",
    ),
    (
        r"PERFECTPLAY ((?:split|ord|chr) of|a text is (?:made of|put together with|spelled with))"
        r" (.+)",
        r"\1 {2} does not compile", "texts of one length do, and numbers from 0 to 9",
    ),
    (
        r"PERFECTPLAY slice of (.+)", "{1} is sliced by bounds that are not constants",
        "texts and tuples of one kind of item can be sliced by anything; or loop over the slice",
    ),
    (
        r"PERFECTPLAY (an operator .+) does not compile", r"\1 does not compile",
        "operators of frozen dataclasses in the states do; write others as a function",
    ),
    (
        r"PERFECTPLAY the kind of characters is asked of something else",
        "isupper and its like are asked of something else than a text", "ask a text or a letter",
    ),
    (
        r"PERFECTPLAY (zip\(\*rows\) of) (.+)", r"\1 {2} does not compile",
        "zip(*rows) of a tuple of rows of one length does",
    ),
    (
        r"PERFECTPLAY (.+ of something else than a word)", r"\1 does not compile",
        "a text that the rules or the states hold as a whole compiles there",
    ),
    (
        r"PERFECTPLAY (.+) (is looked for in a set)", r"{1} \2",
        "look for what is as its elements are",
    ),
    (
        r"PERFECTPLAY the digits of (.+) are asked", "the digits of {1} are asked",
        "those of a number compile, in the text of which they are: str(n)",
    ),
    (
        r"PERFECTPLAY (min or max of tuples of unlike lengths)", r"\1 does not compile",
        "let all be of one length, or compare two of them: if t[1:] > (2,)",
    ),
    (
        r"PERFECTPLAY (tuples with parts that are perhaps None) are compared", r"\1 are compared",
        "ask for each part: m[0] is None and m[1] == x",
    ),
    (
        r"PERFECTPLAY the ways of (.+) are asked",
        r"\1, which has methods such as __getitem__ or __iter__, is indexed, looped over, tested "
        "or taken apart where the text does not tell that it is one",
        "name its class, def won(self, board: Board), or ask a field or a method of it",
    ),
    (
        r"PERFECTPLAY (.+)", r"\1",
        "fill a list and write out the tuple, or use put(state, index, value)",
    ),
    (
        r"Cannot unify (.+) and (.+) for '(.+?)'", "{name} is {1} in one place and {2} in another",
        "let it always be of one kind and length",
    ),
    (
        r"Can't unify return type from the following types: (.+)",
        "it returns {all}", "let it always return one kind and length",
    ),
    (
        r"Can't unify yield type from the following types: (.+)",
        "it yields {all}", "let it always yield one kind and length",
    ),
    (
        r"No implementation of function Function\(<built-in function (?:static_)?getitem>\) found "
        r"for signature:\s*(?:>>> )?(?:static_)?getitem\(Word, .*\)",
        "a character of a word does not compile",
        'a dict in the class does: SUIT = {"A1": "A", "B2": "B"}, then SUIT[card]',
    ),
    (
        r"No implementation of function Function\(<built-in function (?:static_)?getitem>\) found "
        r"for signature:\s*(?:>>> )?(?:static_)?getitem\((.+), slice<.*>\)",
        "{1} is sliced by bounds that are not constants",
        "write s[:i] + (v,) + s[i + 1:], put(s, i, v), or loop over the slice",
    ),
    (
        r"No implementation of function Function\(<built-in function (?:static_)?getitem>\) found "
        r"for signature:\s*(?:>>> )?(?:static_)?getitem\((.+?), (?:Literal|int|uint|bool).*\)",
        "{1} is indexed by a value that is not constant",
        "tuples of one kind of item can be indexed by anything",
    ),
    (
        r"No implementation of function Function\(<built-in function i?add>\) found for signature:"
        r"\s*(?:>>> )?i?add\((?:Word, |.*, Word\))",
        WORDS_TOGETHER,
        'a board compiles: a text of one length in all states, which takes several values; and so '
        'does text = "", to which a loop adds characters',
    ),
    (
        r"No implementation of function Function\(<built-in function i?add>\) found for signature:"
        r"\s*(?:>>> )?i?add\((?:reflected )?list\(",
        "a list has items of unlike kinds or lengths",
        "let all its items be of one kind and length",
    ),
    (  # states are encoded: a rule's own len of a word compiles
        r"No implementation of function Function\(<built-in function len>\) found for signature:"
        r"\s*(?:>>> )?len\(Word\)",
        "a text of one character stands where a longer one is expected: str(n) is one digit there",
        "a board compiles: a text of one length in all states",
    ),
    (
        r"No implementation of function Function\(<(?:class|(?:built-in )?function) '?(\w+).*?>\) "
        r"found for signature:\s*(?:>>> )?\w+\((.*)\)",
        "{use} does not compile", "",
    ),
    (
        r"Unknown attribute '(startswith|endswith|split|partition|replace)' of type Word",
        r"\1 of a word, with what it is given here, does not compile",
        "with constant texts it does, of words of several characters",
    ),
    (r"Unknown attribute '(.+?)' of type (.+)", r"{2} has no {attribute} that compiles", ""),
    (r"Untyped global name '(.+?)'", r"{name1} does not compile", ""),
    (r"NameError: name '(.+?)' is not defined", r"{name1} has no value when it is used", ""),
    (
        r"Poison<LiteralList\(|setitem.*LiteralList\((?!UniTuple)"
        r"|list\.append for list\((?:u?int64|Word)\)<iv=None>\) with parameters \((?:Word|int64)\)",
        "a list or dict of unlike things does not compile",
        "keep them in a tuple, and put a new one in its place: rows[i] = (who, n + 1)",
    ),
    (
        r"Cannot infer the type of variable '(.+?)'",
        "the kind of the items of {name1}, which begins empty, is not known",
        "put the first item in where it is made, in the same function",
    ),
    (
        r"list\(undefined\)|set\(undefined\)|iterable<undefined>",
        "the kind of the items of a list or set that begins empty is not known",
        "put the first item in where it is made, in the same function",
    ),
    (
        r"Type of variable '(.+?)' cannot be determined",
        "the kind of {name1} is not known", "set it in an earlier line, always to one kind",
    ),
    (
        r"BoundFunction\(list\.(?:append|insert|extend) for list\((?:Uni)?Tuple",
        "a list has items of unlike kinds or lengths",
        "let all its items be of one kind and length",
    ),
    (r"Use of unsupported opcode \((.+?)\) found", r"this statement does not compile (\1)", ""),
    (
        r"[Vv]ariable '?(.+?)'? (?:referenced before assignment|is not defined)",
        "{name1} has no value when it is used", "set it before",
    ),
    (r"Illegal IR, del found", "del of a name does not compile here", "set it to another value"),
    (
        r"UNPACK_SEQUENCE|unpack",
        "something is taken apart whose length cannot be seen", "take its items by index",
    ),
)  # fmt: skip

_OPERATORS = {
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "or": "|", "and": "&",
    "add": "+", "iadd": "+", "sub": "-", "isub": "-", "mul": "*", "imul": "*",
}  # fmt: skip


def explained(problem: Exception) -> tuple[str, str]:
    """The meaning of a compiler's error, and the idiom that compiles ("" if none is known)."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(problem))
    for pattern, meaning, idiom in _KNOWN:
        if (found := re.search(pattern, text)) is not None:
            return _filled(meaning, found), idiom
    return _first_line(text, problem), ""


def _filled(meaning: str, found: re.Match[str]) -> str:
    groups = [group or "" for group in (found.group(0), *found.groups(), "", "", "")]
    named = next((g for g in groups[1:] if g), "")
    names = {
        "name": variable(groups[3]),
        "name1": variable(named),
        "attribute": groups[1],
        "use": _use(groups),
        "all": " and ".join(dict.fromkeys(kind(x) for x in parts_of_list(groups[1]))),
    }
    result = re.sub(r"\{(\w+)\}", lambda m: names.get(m[1]) or kind(groups[int(m[1])]), meaning)
    return found.expand(result) if "\\" in meaning else result


def _use(groups: list[str]) -> str:
    """What is done with what; what is given besides to a function of the compiler is its own."""
    if len(groups) < 3:
        return ""
    helper, given = _helper(groups[1]), parts_of_list(groups[2])
    if helper == THIS_USE and len(given) > 2:
        told = [x for x in map(kind, given) if x != kind("")]
        return f"{helper} of {told[0]}" if told else "this"
    return f"{helper} of {kind(groups[2])}"


def _helper(name: str) -> str:
    """What a function of the compiler does, as it is written in rules."""
    plain = re.sub(r"^literal_list_banned_|_words$|_$", "", name)
    written = any(hasattr(home, plain) for home in (builtins, operator, str, list, set))
    return _OPERATORS.get(plain, plain if written else THIS_USE)


def _first_line(text: str, problem: Exception) -> str:
    """The most informative line of a compiler's message, cut short."""
    lines = [line.strip(" >-*\n") for line in text.splitlines()]
    dull = ("Failed in", "During", "File", "Pass", "There are", "This error")
    lines = [line for line in lines if line and not line.startswith(dull)]
    line = lines[0] if lines else type(problem).__name__
    line = re.sub(r"\b_pp\d+_(\w+?)([0-9a-f]{16})?\b", r"\1", line)  # a class as it is written
    return "the compiler says: " + (line if len(line) <= 100 else f"{line[:100]}…")
