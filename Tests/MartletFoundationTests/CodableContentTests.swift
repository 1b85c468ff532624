import FoundationEssentials
import Martlet
import MartletFoundation
import Testing

/// Contents in their `Codable` form, and dates.
struct CodableContentTests {
  struct Booking: CodableContent {
    struct Seat: Codable, Hashable { var row: Int }

    static let type = "com.example.booking"
    var title: String
    var at: Date
    var price: Double = 0
    var seats: [Seat] = []
    var note: String?

    var summary: String { "[booking] \(title)" }
    var searchText: String { title }

    func validate() throws(MartletError) {
      if title.isEmpty { throw .invalid("a booking has a title", field: "title") }
    }
  }

  private let booking = Booking(title: "Train", at: Date(timeIntervalSince1970: 1.5), seats: [.init(row: 7)])

  @Test func contentsAreReadAsTheyWereWritten() throws {
    let content = try MessageContent(booking)
    #expect(content.type == "com.example.booking")
    #expect(content.json.contains(#""at":1500"#))
    #expect(content.read(as: Booking.self) == booking)
    let registry = ContentRegistry.standard.adding(Booking.self)
    #expect(content.summary(in: registry) == "[booking] Train")
    #expect(content.value(in: registry) as? Booking == booking)
  }

  @Test func membersOfLaterVersionsAreIgnored() throws {
    let fields = try ContentFields(json: #"{"title":"Train","at":1500,"price":0,"seats":[{"row":7,"window":true}],"class":2}"#)
    #expect(try Booking(fields) == booking)
  }

  @Test(arguments: [
    (#"{"title":"Train"}"#, "at is missing"), (#"{"title":7,"at":1,"price":0,"seats":[]}"#, "title: "),
    (#"{"title":"","at":1,"price":0,"seats":[{"row":"x"}]}"#, "seats.Index 0.row: "),
  ])
  func malformedContentsSayWhere(json: String, words: String) throws {
    let fields = try ContentFields(json: json)
    let error = #expect(throws: MartletError.self) { try Booking(fields) }
    #expect(error?.code == .contentMalformed)
    #expect(error?.message.contains("the content is not a com.example.booking: \(words)") == true, "\(error as Any)")
    #expect(MessageContent.custom(type: Booking.type, json: json).read(as: Booking.self) == nil)
  }

  @Test func whatCannotBeEncodedIsRefusedBeforeItIsSent() {
    var broken = booking
    broken.price = .infinity
    let error = #expect(throws: MartletError.self) { try MessageContent(broken) }
    #expect(error?.code == .argumentInvalid && error?.message.contains("price") == true)
    broken = booking
    broken.title = ""
    #expect(throws: MartletError.invalid("a booking has a title", field: "title")) { try MessageContent(broken) }
    struct Bare: CodableContent {
      static let type = "com.example.bare"
      var number: Int
      var summary: String { "" }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    #expect(throws: MartletError.self) { try MessageContent(Bare(number: 1)) }
  }

  @Test func datesAndTimestampsAgree() {
    let time = Timestamp(milliseconds: 1_700_000_000_123)
    #expect(Timestamp(time.date) == time)
    #expect(Timestamp(Date(timeIntervalSince1970: -0.001)) == Timestamp(milliseconds: -1))
    #expect(Timestamp(Date(timeIntervalSince1970: 1e300)) == Timestamp(milliseconds: .max))
    #expect(Timestamp(Date(timeIntervalSince1970: -1e300)) == Timestamp(milliseconds: .min))
    #expect(Timestamp(Date(timeIntervalSince1970: .nan)) == Timestamp(milliseconds: .min))
  }
}
