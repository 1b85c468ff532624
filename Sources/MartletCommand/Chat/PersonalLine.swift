import Martlet

/// A per-user setting that a typed line asks for.
enum PersonalLine: Sendable, Equatable {
  case hide([UInt64])
  case hideAll
  case pin(Bool)
  case mute(Bool)
  case draft(String)
  case showDraft
  case tag(TagID, Bool)
  case tags
  case away

  static let names: Set = ["hide", "pin", "unpin", "mute", "unmute", "draft", "tag", "untag", "tags", "away"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    switch name {
    case "hide": return hide(rest)
    case "pin", "unpin": return .personal(.pin(name == "pin"))
    case "mute", "unmute": return .personal(.mute(name == "mute"))
    case "draft":
      if rest.isEmpty { return .personal(.showDraft) }
      return .personal(.draft(rest == "-" ? "" : String(rest)))
    case "tag", "untag":
      guard let tag = TagID(rest.filter { !$0.isWhitespace }) else {
        return .mistaken("write /\(name) NAME, with 1 to 10 of A-Z a-z 0-9 _ . -")
      }
      return .personal(.tag(tag, name == "tag"))
    case "tags": return .personal(.tags)
    default: return .personal(.away)
    }
  }

  private static func hide(_ rest: Substring) -> TypedLine {
    let words = rest.split(whereSeparator: \.isWhitespace)
    if words == ["all"] { return .personal(.hideAll) }
    let positions = words.compactMap { TypedLine.position($0) }
    guard !words.isEmpty, positions.count == words.count else {
      return .mistaken("write /hide N..., with N as the # of a message, or /hide all")
    }
    return .personal(.hide(positions))
  }
}
