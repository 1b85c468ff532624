import Martlet

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Shows each state of a conversation.
func follow(_ chat: Chat, _ show: ([TimelineRow]) -> Void) async throws {
  let timeline = chat.timeline(at: .firstUnread)
  for try await update in timeline { show(update.rows) }
}

/// A conversation in SwiftUI.
struct ChatView: View {
  let model: ObservedTimeline
  var body: some View {
    List(model.rows) { row in Text(row.message?.summary() ?? "") }
      .task { await model.follow() }
  }
}
