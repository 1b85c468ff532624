/// One thing a person did at the keyboard.
enum Key: Sendable, Equatable {
  case character(Character)
  case enter
  case tab
  case backspace
  case delete
  case left
  case right
  case up
  case down
  case home
  case end
  case wordLeft
  case wordRight
  /// A line end within the message: Alt-Enter.
  case newLine
  /// A letter held with Ctrl, in lower case.
  case control(Character)
  case paste(String)
  /// A key this program does not use.
  case other
}
