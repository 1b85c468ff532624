import Martlet

/// The measurements of a device's local data.
enum DeviceFigure: String, CaseIterable, Sendable {
  case open, start, query, unread, page
  case searchRare = "search_rare"
  case searchMiddling = "search_middling"
  case searchFrequent = "search_frequent"
  case searchPrefix = "search_prefix"
  case searchSender = "search_sender"
  case searchPair = "search_cjk_pair"
  case searchCharacter = "search_cjk_character"
  case searchPhrase = "search_cjk_phrase"
  case read, write
  case readDuringWrites = "read_during_writes"
  case memoryBefore = "rss_before"
  case memoryWithList = "rss_with_list"
  case memoryAfterSearches = "rss_after_searches"

  /// The label for people.
  var label: String {
    switch self {
    case .open: "opening the local data"
    case .start: "start: opened and the list's first 50 read"
    case .query: "first 50 of the list, pinned ones first"
    case .unread: "unread total of all conversations"
    case .page: "newest 50 of the largest conversation"
    case .searchRare: "search, a rare word"
    case .searchMiddling: "search, a word in a few thousand messages"
    case .searchFrequent: "search, the most frequent word"
    case .searchPrefix: "search, a prefix"
    case .searchSender: "search, all messages of one sender"
    case .searchPair: "search, two Chinese characters"
    case .searchCharacter: "search, one Chinese character"
    case .searchPhrase: "search, four Chinese characters"
    case .read: "read of the list or a conversation"
    case .write: "writing 500 local messages"
    case .readDuringWrites: "the same reads during these writes"
    case .memoryBefore: "memory (RSS) before opening"
    case .memoryWithList: "memory with the list on screen"
    case .memoryAfterSearches: "memory after the searches"
    }
  }

  /// Whether it is bytes; else it is a time.
  var isMemory: Bool {
    switch self {
    case .memoryBefore, .memoryWithList, .memoryAfterSearches: true
    default: false
    }
  }
}

/// The samples of one or several processes.
struct DeviceSamples: Sendable {
  /// Milliseconds, or bytes.
  private var values: [DeviceFigure: [Double]] = [:]
  /// The numbers of reads with correct and with wrong results.
  private(set) var sound = 0
  private(set) var faulty = 0

  mutating func add(_ figure: DeviceFigure, _ value: Double) { values[figure, default: []].append(value) }

  /// Counts a read as correct or wrong.
  mutating func judge(_ isSound: Bool) { if isSound { sound += 1 } else { faulty += 1 } }

  mutating func add(_ other: DeviceSamples) {
    for (figure, more) in other.values { values[figure, default: []] += more }
    sound += other.sound
    faulty += other.faulty
  }

  /// The median and the 99th percentile of each time, the most of each memory.
  func add(to report: inout BenchReport) {
    for figure in DeviceFigure.allCases {
      guard let sorted = values[figure]?.sorted(), let most = sorted.last else { continue }
      if figure.isMemory {
        report.add("\(figure.rawValue)_bytes", figure.label, UInt64(most), unit: "bytes")
      } else {
        report.add("\(figure.rawValue)_p50_ms", "\(figure.label), p50", Self.percentile(0.5, of: sorted), unit: "ms")
        report.add("\(figure.rawValue)_p99_ms", "\(figure.label), p99", Self.percentile(0.99, of: sorted), unit: "ms")
      }
    }
    report.add("reads", "read results checked", sound + faulty)
    report.add("faulty_reads", "wrong read results", faulty)
    report.tally.received = UInt64(clamping: sound)
    report.tally.lost = UInt64(clamping: faulty)
  }

  /// A percentile: the smallest value that the given part of all values does not exceed.
  static func percentile(_ part: Double, of sorted: [Double]) -> Double {
    let rank = Int((Double(sorted.count) * part).rounded(.up))
    return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), sorted.count) - 1]
  }

  // MARK: Between processes

  /// One object for each value, for the process that started this one.
  var reports: [BenchReport] {
    DeviceFigure.allCases.flatMap { figure in
      (values[figure] ?? []).map { value in
        var report = BenchReport()
        report.add("figure", nil, text: figure.rawValue)
        report.add("value", nil, value)
        return report
      }
    }
  }

  /// Reads another process's samples.
  ///
  /// - Throws: `MartletError` if the text is malformed.
  init(json: String) throws {
    let fields = try ContentFields(json: json)
    for value in try fields.list("samples") ?? [] {
      guard let figure = try value.text("figure").flatMap({ DeviceFigure(rawValue: $0) }) else { continue }
      add(figure, try value.require(value.number("value"), "value"))
    }
    let reads = try fields.require(fields.integer("reads"), "reads")
    faulty = Int(clamping: try fields.require(fields.integer("faulty_reads"), "faulty_reads"))
    sound = Int(clamping: reads) - faulty
  }

  init() {}
}
