/// How loud a recording is from its beginning to its end, gathered from samples as they come.
struct Waveform {
  /// The most bars.
  static let barsAtMost = 64
  /// The samples of one peak; a twentieth of a second at 8,000 a second.
  private static let step = 400
  /// Peaks below this are noise, and do not fill the picture of a silent recording.
  private static let loudAtLeast = 1024

  private(set) var samples = 0
  private var peaks: [UInt16] = []
  private var peak: UInt16 = 0
  /// The first byte of a sample whose second one has not come.
  private var half: UInt8?

  /// Adds samples of 16 bits, the low byte first, cut anywhere.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      guard let low = half else {
        half = byte
        continue
      }
      half = nil
      add(Int16(bitPattern: UInt16(low) | UInt16(byte) << 8))
    }
  }

  private mutating func add(_ sample: Int16) {
    peak = max(peak, sample.magnitude)
    samples += 1
    guard samples % Self.step == 0 else { return }
    peaks.append(peak)
    peak = 0
  }

  /// A byte for each part of the recording; 255 is the loudest of them, unless all are very quiet.
  var bars: [UInt8] {
    let peaks = samples % Self.step == 0 ? peaks : peaks + [peak]
    let count = min(Self.barsAtMost, peaks.count)
    let loudest = max(Int(peaks.max() ?? 0), Self.loudAtLeast)
    return (0..<count).map { bar in
      let part = peaks[bar * peaks.count / count..<(bar + 1) * peaks.count / count]
      return UInt8(clamping: Int(part.max() ?? 0) * 255 / loudest)
    }
  }
}
