"""``perfectplay certify``: a proof file of one claim about a game."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import SourceArguments
from perfectplay.cli.input.options import option, output_option
from perfectplay.cli.output.answer import Answer, note, say_facts
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.cli.output.wording import percent
from perfectplay.cli.output.writing import check_new, check_place, write_file
from perfectplay.cli.verbs.prove import StrategySide, show_proof
from perfectplay.core.errors import ParameterError
from perfectplay.game.showing import one_line

if TYPE_CHECKING:
    from perfectplay.analysis.certify.certificate import Certificate


@dataclass(frozen=True)
class CertifyOptions(SourceArguments):
    """GAME, its parameters, and a claim."""

    arguments: Annotated[
        list[str] | None,
        options.argument(
            'The claim: "the first player wins", "the second player wins in 12 plies" or "the '
            'first player does not lose"; in quotes. Parameters of the game, too.',
            "[NAME=VALUE]... [CLAIM]",
        ),
    ] = None
    strategy: Annotated[
        str | None,
        option(
            "Prove it with the moves of this strategy: a library name (mirror), file.py:function "
            "or package.module:function.",
            "--strategy",
            metavar="STRATEGY",
            show_default="the moves that need the fewest positions",
        ),
    ] = None
    side: Annotated[
        StrategySide | None,
        option("Which player the strategy plays.", "--as", show_default="the player of the claim"),
    ] = None
    max_states: options.MaxStates = None

    def claim(self) -> tuple[str | None, list[str]]:
        """The claim, None if a strategy tells it, and the parameters. Raises ParameterError."""
        from perfectplay.analysis.certify.certified_claim import CertifiedClaim

        given, rest = self.split_known()
        if len(rest) > 1 or (self.strategy is None and not rest):
            raise ParameterError(
                f"expected one claim and parameters as in width=4, got {' '.join(rest) or 'none'}; "
                "put the claim in quotes"
            )
        if not rest:
            return None, given
        CertifiedClaim.read(rest[0])
        return rest[0], given


def certify(
    source: CertifyOptions,
    output: Annotated[
        Path | None,
        output_option(
            "The proof file to write; checkproof.py, which checks it, is written beside it."
        ),
    ] = None,
    force: options.Replace = False,
) -> Answer:
    """Write a small proof of a claim, which a small program checks.

    A proof is a strategy that keeps what it claims against every reply. It is not always the
    smallest one. With --strategy it has the moves of that strategy; if these break the claim, the
    exit status is 1, and a play shows it.
    """
    from perfectplay.analysis.certify.certificate import certify as certified
    from perfectplay.core.errors import BrokenStrategyError

    claim, given = source.claim()
    if output is not None:
        check_place(str(output))
        check_new(output, force)
    chosen = source.game(given)
    try:
        with shown_progress() as progress:
            proof = certified(
                chosen, claim, strategy=source.strategy,
                seat=None if source.side is None else source.side.value, progress=progress,
                max_states=source.max_states,
            )  # fmt: skip
    except BrokenStrategyError as broken:
        found = broken.proof
        words = [source.address, *given]
        return Answer(found.as_dict, lambda: show_proof(found, words), chosen, ok=False)
    if output is not None:
        _write(proof, output, force)
    return Answer(proof.as_dict, lambda: _show(proof), chosen)


def _write(proof: Certificate, output: Path, force: bool) -> None:
    """The proof file, and the program that checks it."""
    from perfectplay.analysis.certify.certificate import CHECKER

    write_file(output, proof.text().encode())
    checker = output.with_name(CHECKER.name)
    if force or not checker.exists():
        shutil.copyfile(CHECKER, checker)
    elif checker.read_bytes() != CHECKER.read_bytes():
        note(f"{checker} is another program than that of this version; --force replaces it")
    note(f"wrote {output}; python {checker} {output} RULES checks it")


def _show(proof: Certificate) -> None:
    size = f"{proof.positions:,} positions"
    if proof.states is not None:
        share = percent(proof.positions, proof.states)
        size = f"{proof.positions:,} of {proof.states:,} positions ({share})"
    say_facts(
        [
            ("claim", str(proof.claim)),
            *([] if proof.strategy is None else [("strategy", one_line(proof.strategy))]),
            ("proof", size),
            ("moves", f"{len(proof.moves):,} of the prover"),
        ]
    )
