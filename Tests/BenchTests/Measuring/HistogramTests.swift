import MartletTesting
import Testing

@testable import MartletBench

@Suite struct HistogramTests {
  @Test func withoutValuesEverythingIsZero() {
    let histogram = Histogram()
    #expect(histogram.count == 0)
    #expect(histogram.percentile(0.5) == 0)
    #expect(histogram.largest == 0)
  }

  @Test func smallValuesAreExact() {
    var histogram = Histogram()
    for value in UInt64(1)...100 { histogram.record(value) }
    #expect(histogram.percentile(0.5) == 50)
    #expect(histogram.percentile(0.99) == 99)
    #expect(histogram.percentile(0) == 1)
    #expect(histogram.percentile(1) == 100)
  }

  @Test func everyBucketHoldsItsMiddleAndBucketsAscend() {
    var last = 0
    var value: UInt64 = 0
    while value < 1 << 42 {
      let bucket = Histogram.bucket(of: value)
      let middle = Histogram.middle(of: bucket)
      #expect(Histogram.bucket(of: middle) == bucket, "\(value)")
      #expect(max(middle, value) - min(middle, value) <= value / 200, "\(value)")
      #expect(bucket == last || bucket == last + 1, "\(value)")
      last = bucket
      value += max(1, value / 300)
    }
  }

  @Test(arguments: [0.5, 0.9, 0.99, 0.999])
  func percentilesAreWithinOnePercent(part: Double) {
    let seed = SeededRandom.environmentSeed
    var random = SeededRandom(seed: seed)
    var values: [UInt64] = []
    var histogram = Histogram()
    for _ in 0..<20_000 {
      let value = random.next() >> UInt64.random(in: 24...56, using: &random)
      values.append(value)
      histogram.record(value)
    }
    values.sort()
    let exact = Double(values[Int((Double(values.count) * part).rounded(.up)) - 1])
    #expect(abs(Double(histogram.percentile(part)) - exact) <= exact * 0.01, "MARTLET_SEED=\(seed)")
  }

  @Test func valuesBeyondTheRangeCountAsTheLargest() {
    var histogram = Histogram()
    histogram.record(.max)
    histogram.record(1 << 42)
    #expect(histogram.count == 2)
    #expect(histogram.largest == .max)
    #expect(histogram.percentile(0.5) >= 1 << 41)
  }

  @Test func sumHoldsTheValuesOfBoth() {
    var one = Histogram()
    var other = Histogram()
    var both = Histogram()
    for value in UInt64(0)..<1000 {
      if value % 3 == 0 { one.record(value * value) } else { other.record(value * value) }
      both.record(value * value)
    }
    one.add(other)
    #expect(one == both)
  }
}
