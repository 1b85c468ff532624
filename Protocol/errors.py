"""Writes the Swift type and the page of the error registry from errors.json.

Usage: errors.py REGISTRY SWIFT-FILE MARKDOWN-FILE
"""

import json
import re
import sys


def check(errors):
    """Stops at a registry that clients could misread."""
    for key in ("code", "name"):
        values = [error[key] for error in errors]
        doubles = sorted({str(value) for value in values if values.count(value) > 1})
        if doubles:
            sys.exit(f"errors.json: {key} used twice: {', '.join(doubles)}")
    for error in errors:
        where = f"errors.json: {error['code']}"
        if set(error) != {"code", "name", "http", "retry", "fields", "text"}:
            sys.exit(f"{where}: the keys are code, name, http, retry, fields and text")
        if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", error["name"]):
            sys.exit(f"{where}: name must be lower_snake_case")
        if not 0 < error["code"] < 2**32 or not 400 <= error["http"] < 600:
            sys.exit(f"{where}: code or http out of range")
        if error["retry"] not in ("never", "safe"):
            sys.exit(f"{where}: retry is never or safe")
        if not set(error["fields"]) <= {"field", "limit", "actual", "retry_after_ms", "until"}:
            sys.exit(f"{where}: fields of Failure are field, limit, actual, retry_after_ms and until")


# Words of Swift that a name of one word could be.
KEYWORDS = {"break", "default", "else", "extension", "false", "import", "in", "internal", "operator", "protocol", "public", "repeat", "self"}


def camel(name):
    first, *rest = name.split("_")
    result = first + "".join(word.capitalize() for word in rest)
    return f"`{result}`" if result in KEYWORDS else result


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def swift(errors):
    lines = [
        "// Generated from errors.json by Protocol/generate. Do not edit.",
        "// swift-format-ignore-file",
        "",
        "/// Why a request was refused or a connection closed: a number of the error registry.",
        "///",
        "/// Numbers and names never change their meaning; a newer server may send numbers that are not listed here.",
        "public struct ErrorCode: RawRepresentable, Hashable, Sendable {",
        "  /// The number in the registry.",
        "  public let rawValue: UInt32",
        "",
        "  /// The code of a number, known or not.",
        "  public init(rawValue: UInt32) { self.rawValue = rawValue }",
        "",
        "  /// Every code of the registry, in ascending order.",
        "  public static let all: [ErrorCode] = [",
        *[f"    .{camel(error['name'])}," for error in errors],
        "  ]",
    ]
    for error in errors:
        carries = f" Carries {' and '.join(camel(field) for field in error['fields'])}." if error["fields"] else ""
        lines += [
            "",
            f"  /// {error['text']}{carries}",
            f"  public static var {camel(error['name'])}: ErrorCode {{ ErrorCode(rawValue: {error['code']}) }}",
        ]
    lines += [
        "",
        "  /// What the registry says of the code; nil for one that it does not list.",
        "  var entry: (name: String, httpStatus: Int, retry: Retry, text: String)? {",
        "    switch rawValue {",
    ]
    for error in errors:
        lines.append(
            f"    case {error['code']}: ({literal(error['name'])}, {error['http']}, .{error['retry']}, {literal(error['text'])})"
        )
    lines += ["    default: nil", "    }", "  }", "}", ""]
    return "\n".join(lines)


def markdown(errors):
    lines = [
        "<!-- Generated from Protocol/errors.json by Protocol/generate. Do not edit. -->",
        "",
        "# Errors",
        "",
        "Every refusal carries a number and a name from this table; neither ever changes its meaning. On a",
        "WebSocket it comes as `Failure`, over REST as the same object in JSON with the HTTP status below.",
        "*Retry* says whether the same request, with the same client id, may be sent again: *safe* means it",
        "may and can succeed later, *never* means that it would be refused again. *Fields* are those of",
        "`Failure` that are filled in.",
        "",
        "| Number | Name | HTTP | Retry | Fields | Meaning |",
        "|---|---|---|---|---|---|",
    ]
    for error in errors:
        fields = ", ".join(f"`{field}`" for field in error["fields"])
        text = error["text"].replace("|", "\\|")
        lines.append(f"| {error['code']} | `{error['name']}` | {error['http']} | {error['retry']} | {fields} | {text} |")
    return "\n".join(lines) + "\n"


def main():
    registry, swift_file, markdown_file = sys.argv[1:]
    with open(registry, encoding="utf-8") as file:
        errors = sorted(json.load(file)["errors"], key=lambda error: error["code"])
    check(errors)
    for path, text in ((swift_file, swift(errors)), (markdown_file, markdown(errors))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
