// What the articles use of SwiftUI, so that their code is compiled on Linux too. Nothing is drawn.
#if !canImport(SwiftUI)
  @MainActor protocol View {
    associatedtype Body: View
    var body: Body { get }
  }

  extension Never: View {
    var body: Never { fatalError("nothing is drawn") }
  }

  extension View {
    func task(_ action: @escaping @Sendable () async -> Void) -> some View { self }
  }

  struct Text: View {
    let text: String
    var body: Never { fatalError("nothing is drawn") }

    init(_ text: String) { self.text = text }
  }

  struct List<Row: View>: View {
    let rows: [Row]
    var body: Never { fatalError("nothing is drawn") }

    init<Data: RandomAccessCollection>(_ data: Data, row: (Data.Element) -> Row) where Data.Element: Identifiable {
      rows = data.map(row)
    }
  }

  /// The texts of a view that is a list of texts.
  @MainActor func drawnTexts(of view: some View) -> [String]? { (view.body as? List<Text>)?.rows.map(\.text) }
#endif
