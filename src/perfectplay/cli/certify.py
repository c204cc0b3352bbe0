"""``perfectplay certify``: a proof file of one claim about a game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli import options
from perfectplay.cli.arguments import SourceArguments, looks_like_parameter
from perfectplay.cli.options import option
from perfectplay.cli.output import Answer, note, say_facts
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.cli.wording import percent
from perfectplay.cli.writing import check_place, replaced
from perfectplay.core.errors import GameFileError, ParameterError
from perfectplay.registry.parameters import unknown_parameter

if TYPE_CHECKING:
    from perfectplay.analysis.certify.certificate import Certificate


def certify(
    game: options.GameOrFolder,
    claim: Annotated[
        str,
        options.argument(
            '"the first player wins", "the second player wins in 12 plies" or "the first player '
            'does not lose"; in quotes.',
            "CLAIM",
        ),
    ],
    parameters: options.Parameters = None,
    output: Annotated[
        Path | None,
        option(
            "The proof file to write; checkproof.py, which checks it, is written beside it.",
            "--output",
            "-o",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, option("Replace an existing file.")] = False,
    rules: options.Rules = None,
) -> Answer:
    """Write a small proof of a claim, which a small program checks.

    A proof is a strategy that keeps what it claims against every reply. It is not always the
    smallest one.
    """
    from perfectplay.analysis.certify.certificate import CHECKER
    from perfectplay.analysis.certify.certificate import certify as certified
    from perfectplay.analysis.certify.certified_claim import CertifiedClaim

    words = [claim, *(parameters or ())]
    source = SourceArguments(game, words, rules)
    given, rest = source.split()
    strange = next(filter(looks_like_parameter, rest), None)
    if strange is not None:
        raise ParameterError(unknown_parameter(source.entry, strange))
    if len(rest) != 1:
        raise ParameterError(
            f"expected one claim and parameters as in width=4, got {' '.join(words)}; put the "
            "claim in quotes"
        )
    CertifiedClaim.read(rest[0])
    if output is not None:
        check_place(str(output))
        if not force and output.exists():
            raise GameFileError(f"{output} is there already; --force replaces it")
    chosen = source.game(given)
    with shown_progress() as progress:
        proof = certified(chosen, rest[0], progress=progress)
    if output is not None:
        with replaced(output) as part:
            part.write_text(proof.text(), encoding="utf-8")
        checker = output.with_name(CHECKER.name)
        if not checker.exists():
            shutil.copyfile(CHECKER, checker)
        note(f"wrote {output}; python {checker} {output} RULES checks it")
    return Answer(proof.as_dict, lambda: _show(proof), chosen)


def _show(proof: Certificate) -> None:
    share = percent(proof.positions, proof.states)
    say_facts(
        [
            ("claim", str(proof.claim)),
            ("proof", f"{proof.positions:,} of {proof.states:,} positions ({share})"),
            ("moves", f"{len(proof.moves):,} of the prover"),
        ]
    )
