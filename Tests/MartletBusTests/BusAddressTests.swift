import MartletBus
import Testing

@Suite struct BusAddressTests {
  @Test(arguments: [
    "nats://127.0.0.1:4222", "tls://bus.example:4222", "nats://a:1,nats://b:2", "nats://bus.example", "nats://[::1]:4222",
    "nats://martlet@a:1", "tls://martlet@a:1,tls://martlet@b",
  ])
  func addressesForOperators(address: String) { #expect(BusAddress.isValid(address)) }

  @Test(arguments: [
    "", "bus.example:4222", "http://a:1", "nats://", "nats://user:secret@a:1", "nats://a:1,", "nats://a b:1", "nats://a:99999",
    "nats://a:1/x", "nats://@a:1", "nats://a@b@c:1", "nats://martlet@a:1,nats://b:2", "nats://user:@a:1",
  ])
  func otherTextsAreNone(address: String) { #expect(!BusAddress.isValid(address)) }
}
