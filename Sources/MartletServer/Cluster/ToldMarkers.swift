import MartletWire

/// How far the markers of a conversation's members are, as the sessions of this node were told.
///
/// Several nodes move them, and the news of an earlier move may come after that of a later one.
struct ToldMarkers {
  private var told: [String: (read: UInt64, delivered: UInt64)] = [:]

  /// The part of a marker that is beyond all that was told, which counts as told from now on; nil for nothing.
  mutating func risen(_ marker: Wire.Marker) -> Wire.Marker? {
    let before = told[marker.user] ?? (0, 0)
    var marker = marker
    if marker.read <= before.read { marker.read = 0 }
    if marker.delivered <= before.delivered { marker.delivered = 0 }
    guard marker.read > 0 || marker.delivered > 0 else { return nil }
    told[marker.user] = (max(before.read, marker.read), max(before.delivered, marker.delivered))
    return marker
  }
}
