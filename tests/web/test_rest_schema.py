"""Requests that are made from the OpenAPI description, valid ones and others: no 5xx, and every
answer is as it is described."""

from __future__ import annotations

import pytest

schemathesis = pytest.importorskip("schemathesis")

from hypothesis import HealthCheck, Phase, settings  # noqa: E402
from schemathesis.checks import load_all_checks, not_a_server_error  # noqa: E402
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rest_client import Client  # noqa: E402

load_all_checks()

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

CLIENT = Client("tic_tac_toe", "three_rocks", "left=3", "connect_four", "kalah", "scoring=yes")
IDS = [served.id for served in CLIENT.catalogue.listed()]

SCHEMA = schemathesis.openapi.from_asgi(
    "/openapi.json", CLIENT.app, headers={"Host": "localhost:8000"}
)


@SCHEMA.parametrize()
@settings(
    max_examples=25,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_is_answered(case):
    if "id" in case.path_parameters and len(str(case.path_parameters["id"])) % 5:
        case.path_parameters["id"] = IDS[
            len(str(case.body)) % len(IDS)
        ]  # mostly a game that is there
    response = case.call(headers={"Host": "localhost:8000"})
    case.validate_response(response, checks=CHECKS)
