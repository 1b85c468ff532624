import MartletWire
import Testing

@testable import MartletServer

@Suite struct ToldMarkersTests {
  private func marker(_ read: UInt64, _ delivered: UInt64 = 0) -> Wire.Marker {
    Wire.Marker(conversation: "direct:alice:bob", user: "alice", read: read, delivered: delivered)
  }

  /// Two nodes stored the moves to 7 and 8, and what the second one tells arrives first.
  @Test func aMarkerThatArrivesLateDoesNotFall() {
    var markers = ToldMarkers()
    let told = [markers.risen(marker(8)), markers.risen(marker(7)), markers.risen(marker(8)), markers.risen(marker(9))]
    #expect(told == [marker(8), nil, nil, marker(9)])
  }

  @Test func onlyThePartThatRoseIsTold() {
    var markers = ToldMarkers()
    let told = [markers.risen(marker(8, 12)), markers.risen(marker(7, 13)), markers.risen(marker(9, 13))]
    #expect(told == [marker(8, 12), marker(0, 13), marker(9)])
  }
}
