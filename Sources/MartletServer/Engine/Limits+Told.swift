import MartletWire

// The limits that are the same on every server.
extension Limits {
  /// Bytes of a client id, of an id of a device, user or group, of a content type, and of a key.
  static let idBytes = 64
  /// Bytes of a group's title, of a reason, of a sender's name and of a notification's title.
  static let titleBytes = 256
  /// Bytes of a picture's address.
  static let addressBytes = 2048
  /// Bytes of each other text of a message's details.
  static let noteBytes = 2048
  /// Bytes of a reaction's key.
  static let reactionBytes = 64
  /// Bytes of a property's key.
  static let propertyKeyBytes = 32
  /// Choices of a poll, and of one ballot.
  static let pollChoices = 100
  /// Markers in one `MarkDelivered`.
  static let marksPerRequest = 100
  /// Messages in one `CountReceipts`.
  static let receiptsPerRequest = 100
  /// Levels of nesting in JSON, the outermost value included.
  static let jsonDepth = DecodingLimits().depth &+ 1
}

extension Limits {
  /// The form in which clients are told them.
  ///
  /// A field has the name of its key in the configuration file; `ToldLimitsTests` finds a key that is missing here.
  var told: Wire.Limits {
    var told = Wire.Limits()
    tellConnection(&told)
    tellContents(&told)
    tellGroups(&told)
    tellAnnotations(&told)
    tellPersonal(&told)
    tellConstants(&told)
    return told
  }

  private func tellConnection(_ told: inout Wire.Limits) {
    told.heartbeatMs = UInt32(clamping: heartbeat.milliseconds)
    told.idleMs = UInt64(clamping: idle.milliseconds)
    told.helloMs = UInt64(clamping: hello.milliseconds)
    told.helloBytes = UInt32(clamping: helloBytes)
    told.packetBytes = UInt32(clamping: packetBytes)
    told.queuedBytes = UInt64(clamping: queuedBytes)
    told.requestsInFlight = UInt32(clamping: requestsInFlight)
    told.pageEntries = UInt32(clamping: pageEntries)
    told.writesPerSecond = UInt32(clamping: writesPerSecond)
    told.writesAtOnce = UInt32(clamping: writesAtOnce)
    told.readsPerSecond = UInt32(clamping: readsPerSecond)
    told.readsAtOnce = UInt32(clamping: readsAtOnce)
    told.signalsPerSecond = UInt32(clamping: signalsPerSecond)
    told.signalsAtOnce = UInt32(clamping: signalsAtOnce)
    told.devicesMobile = UInt32(clamping: devicesPerClass[.mobile] ?? 1)
    told.devicesTablet = UInt32(clamping: devicesPerClass[.tablet] ?? 1)
    told.devicesDesktop = UInt32(clamping: devicesPerClass[.desktop] ?? 1)
    told.devicesWeb = UInt32(clamping: devicesPerClass[.web] ?? 1)
    told.devicesTool = UInt32(clamping: devicesPerClass[.tool] ?? 1)
  }

  private func tellContents(_ told: inout Wire.Limits) {
    told.contentBytes = UInt32(clamping: contentBytes)
    told.signalBytes = UInt32(clamping: signalBytes)
    told.detailsBytes = UInt32(clamping: detailsBytes)
    told.usersPerRequest = UInt32(clamping: usersPerRequest)
    told.clientIdWindowMs = UInt64(clamping: clientIDWindow.milliseconds)
    told.clientIdAheadMs = UInt64(clamping: clientIDAhead.milliseconds)
    told.scheduledMessages = UInt32(clamping: scheduledMessages)
    told.scheduledLeastMs = UInt64(clamping: scheduledLeast.milliseconds)
    told.scheduledMostMs = UInt64(clamping: scheduledMost.milliseconds)
    told.types = types.told
    told.mediaBytes = UInt64(clamping: mediaBytes)
    told.mediaUploads = UInt32(clamping: mediaUploads)
    told.mediaBytesOfUser = UInt64(clamping: mediaBytesOfUser)
    told.mediaWaitsMs = UInt64(clamping: mediaWaits.milliseconds)
    told.mediaLinkMs = UInt64(clamping: mediaLink.milliseconds)
  }

  private func tellGroups(_ told: inout Wire.Limits) {
    told.groupMembers = UInt32(clamping: groupMembers)
    told.groupAdmins = UInt32(clamping: groupAdmins)
    told.groupLinks = UInt32(clamping: groupLinks)
    told.groupBans = UInt32(clamping: groupBans)
    told.groupApplications = UInt32(clamping: groupApplications)
    told.applicationLifetimeMs = UInt64(clamping: applicationLifetime.milliseconds)
    told.groupHistory = UInt32(clamping: groupHistory)
    told.attributes = UInt32(clamping: attributes)
    told.attributeBytes = UInt32(clamping: attributeBytes)
    told.changeConversationBy = changeConversationBy.told
    told.markersPushed = UInt32(clamping: markersPushed)
    told.deliveredMembers = UInt32(clamping: deliveredMembers)
    told.receiptMembers = UInt32(clamping: receiptMembers)
  }

  private func tellAnnotations(_ told: inout Wire.Limits) {
    told.recallWindowMs = UInt64(clamping: recallWindow.milliseconds)
    told.recallBy = recallBy.told
    told.silentRecallBy = silentRecallBy.told
    told.reactionsEach = UInt32(clamping: reactionsEach)
    told.reactionKinds = UInt32(clamping: reactionKinds)
    told.properties = UInt32(clamping: properties)
    told.propertiesPerRequest = UInt32(clamping: propertiesPerRequest)
    told.propertyCharacters = UInt32(clamping: propertyCharacters)
    told.propertyBytesOfMessage = UInt32(clamping: propertyBytesOfMessage)
    told.pins = UInt32(clamping: pins)
    told.ownerPins = ownerPins
  }

  private func tellPersonal(_ told: inout Wire.Limits) {
    told.settingBytes = UInt32(clamping: settingBytes)
    told.settingsPerRequest = UInt32(clamping: settingsPerRequest)
    told.settingsOfUser = UInt32(clamping: settingsOfUser)
    told.settingsOfConversation = UInt32(clamping: settingsOfConversation)
    told.settingBytesOfUser = UInt64(clamping: settingBytesOfUser)
    told.tags = UInt32(clamping: tags)
    told.tagConversations = UInt32(clamping: tagConversations)
    told.blockedUsers = UInt32(clamping: blockedUsers)
    told.allowedUsers = UInt32(clamping: allowedUsers)
    told.onlyAllowed = onlyAllowed
    told.friends = friends.told
    told.friendsOfUser = UInt32(clamping: friendsOfUser)
    told.friendRequests = UInt32(clamping: friendRequests)
    told.hiddenPerRequest = UInt32(clamping: hiddenPerRequest)
    told.hiddenOfConversation = UInt32(clamping: hiddenOfConversation)
    told.profileFields = profileFields.declared
    told.profileVisibility = profileVisibility == .everyone ? .everyone : .nobody
    told.directory = directory
    told.presence = presence
    told.presenceVisibility = presenceVisibility == .everyone ? .everyone : .nobody
    told.presenceUsers = UInt32(clamping: presenceUsers)
    told.presenceWatched = UInt32(clamping: presenceWatched)
    told.presenceWatchers = UInt32(clamping: presenceWatchers)
    told.presenceLongestMs = UInt64(clamping: presenceLongest.milliseconds)
    told.presenceGraceMs = UInt64(clamping: presenceGrace.milliseconds)
    told.presenceText = UInt32(clamping: presenceText)
  }

  private func tellConstants(_ told: inout Wire.Limits) {
    told.idBytes = UInt32(clamping: Self.idBytes)
    told.titleBytes = UInt32(clamping: Self.titleBytes)
    told.addressBytes = UInt32(clamping: Self.addressBytes)
    told.noteBytes = UInt32(clamping: Self.noteBytes)
    told.reactionBytes = UInt32(clamping: Self.reactionBytes)
    told.propertyKeyBytes = UInt32(clamping: Self.propertyKeyBytes)
    told.pollChoices = UInt32(clamping: Self.pollChoices)
    told.marksPerRequest = UInt32(clamping: Self.marksPerRequest)
    told.receiptsPerRequest = UInt32(clamping: Self.receiptsPerRequest)
    told.tokenBytes = UInt32(clamping: TokenVerifier.maximumByteCount)
    told.jsonDepth = UInt32(clamping: Self.jsonDepth)
  }
}

extension Limits {
  /// What the app leaves to fewer users than the kinds do.
  package var bounds: PermissionBounds {
    PermissionBounds(
      recall: recallBy.told, recallSilently: silentRecallBy.told, change: changeConversationBy.told, ownerPins: ownerPins)
  }
}

extension Recallers {
  fileprivate var told: Wire.Permitted {
    switch self {
    case .nobody: .nobody
    case .sender: .sender
    case .owner: .owner
    case .senderOrOwner: .senderOrOwner
    case .admin: .admins
    case .senderOrAdmin: .senderOrAdmins
    case .members: .members
    }
  }
}

extension Changers {
  fileprivate var told: Wire.Permitted {
    switch self {
    case .member: .members
    case .admin: .admins
    case .owner: .owner
    }
  }
}

extension TypePolicies {
  fileprivate var told: [Wire.TypeLimits] {
    departures.sorted { $0.key < $1.key }.map { type, policy in
      Wire.TypeLimits(type: type, signalled: !policy.isStored, policy: policy.settled(nil))
    }
  }
}
