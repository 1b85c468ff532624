/// The types of the tests' own schema, `Schema/everything.proto`.
enum TestWire {}
