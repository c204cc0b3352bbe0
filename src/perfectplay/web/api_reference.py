"""The OpenAPI description as one page that loads nothing: no script, nothing of the network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from perfectplay.web.problems import KINDS

router = APIRouter(include_in_schema=False)

_STYLE = """
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
html{background:Canvas}
body{max-width:60rem;margin:0 auto;padding:1rem}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
h2{margin-top:2.5rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #8886}
.wide{overflow-x:auto}
"""


@router.get("/docs")
async def reference(request: Request) -> HTMLResponse:
    """The page."""
    return HTMLResponse(page(request.app.openapi()))


def page(description: Mapping[str, Any]) -> str:
    """An OpenAPI description as HTML."""
    schemas = description["components"]["schemas"]
    operations = [
        _operation(path, method, told)
        for path, methods in description["paths"].items()
        for method, told in methods.items()
    ]
    shown = {name: told for name, told in schemas.items() if "properties" in told}
    info = description["info"]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>REST of perfectplay</title><style>{_STYLE}</style></head><body><main>"
        f"<h1>REST of perfectplay</h1><p>{_prose(info['description'])}</p>"
        '<p><a href="/">The games</a> · <a href="/openapi.json">The same as OpenAPI</a> · '
        '<a href="#problems">Problems</a> · <a href="#objects">Objects</a></p>'
        f"{''.join(operations)}"
        f'<h2 id="problems">Problems</h2>{_problems()}'
        f'<h2 id="objects">Objects</h2>{"".join(_object(*one) for one in sorted(shown.items()))}'
        "</main></body></html>"
    )


def _operation(path: str, method: str, told: Mapping[str, Any]) -> str:
    parts = [
        f'<h2 id="{escape(told["operationId"])}"><code>{method.upper()} {escape(path)}</code></h2>'
        f"<p>{_prose(told.get('description', ''))}</p>"
    ]
    given = told.get("parameters", [])
    if given:
        rows = [
            (f"<code>{escape(one['name'])}</code>", _type(one["schema"]), _about(one))
            for one in given
        ]
        parts.append(_table(("parameter", "what", "meaning"), rows))
    body = told.get("requestBody")
    if body is not None:
        parts.append(f"<p>Body: {_type(body['content']['application/json']['schema'])}</p>")
    codes = sorted(told["responses"])
    for code in codes:
        if code < "400":
            schema = told["responses"][code]["content"]["application/json"]["schema"]
            parts.append(f"<p>Answer, {code}: {_type(schema)}</p>")
    others = ", ".join(code for code in codes if code >= "400")
    parts.append(f'<p><a href="#problems">Problems</a>: {others}</p>')
    return "".join(parts)


def _about(parameter: Mapping[str, Any]) -> str:
    return _prose(parameter.get("description") or parameter["schema"].get("description", ""))


def _object(name: str, told: Mapping[str, Any]) -> str:
    rows = [
        (f"<code>{escape(field)}</code>", _type(one), _prose(one.get("description", "")))
        for field, one in told["properties"].items()
    ]
    about = _prose(told.get("description", ""))
    heading = f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3><p>{about}</p>'
    return heading + _table(("field", "what", "meaning"), rows)


def _problems() -> str:
    rows = [
        (f'<span id="{name}"><code>{name}</code></span>', str(kind.status), escape(kind.about))
        for name, kind in KINDS.items()
    ]
    return _table(("type", "status", "meaning"), rows)


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words; objects are links."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}"><code>{name}</code></a>'
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    words = {"object": "an object", "string": "text", "integer": "whole number"}
    kind = schema.get("type", "any JSON")
    return words.get(kind, str(kind))


def _table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    """Cells are HTML."""
    first = "".join(f"<th scope=col>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><tr>{first}</tr>{body}</table></div>'


def _prose(text: str) -> str:
    """Text with `code` in it, as HTML.

    >>> _prose("a `b` <c>")
    'a <code>b</code> &lt;c&gt;'
    """
    parts = [escape(part) for part in " ".join(text.split()).split("`")]
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
