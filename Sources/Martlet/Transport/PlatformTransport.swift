#if os(Linux) && !MARTLET_SYSTEM_TRANSPORT
  /// The thread and the connection of a client on this platform.
  func platformTransport(_ configuration: MartletClient.Configuration) throws(MartletError) -> any Transport {
    try LoopTransport(configuration)
  }
#else
  /// The thread and the connection of a client on this platform.
  func platformTransport(_ configuration: MartletClient.Configuration) throws(MartletError) -> any Transport {
    guard configuration.trustedCertificates == nil else {
      throw MartletError(
        .configurationInvalid, "this platform trusts the system's certificates alone; install yours there",
        field: "trustedCertificates")
    }
    return try SystemTransport(session: URLSessionSockets())
  }
#endif
