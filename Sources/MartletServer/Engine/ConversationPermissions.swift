import MartletStore
import MartletWire

/// The permissions in a conversation; the store checks them when it decides.
struct ConversationPermissions {
  let policy: KindPolicy

  /// The condition of every append: the caller may read the conversation.
  func toRead(_ caller: UserID) -> [Condition] {
    policy.permissions.isOpen(.read) ? [] : [.allowed(caller, policy.permissions[.read], to: .read)]
  }

  /// Has an append require a role that an operation needs.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - append: The append; it requires reading already.
  ///   - target: The message that the operation is about; 0 for none.
  ///   - limits: The limits of the app, which may leave an operation to fewer roles than the kind does.
  /// - Returns: The refusal if no role may do it; nil otherwise.
  func require(
    _ operation: Permission, for append: inout Append, at target: UInt64 = 0, _ limits: Limits
  ) -> Conversation.Decision? {
    guard !policy.permissions[operation].isEmpty else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
    guard let allowed = limits.bounds.roles(for: operation, in: policy.permissions) else {
      return .answer(.failure(Wire.Failure(.notPermitted)))
    }
    // Reading is required already.
    if !allowed.contains(.anybody), !policy.permissions[.read].isSubset(of: allowed) {
      append.conditions.append(.allowed(append.sender, allowed, to: operation, at: target))
    }
    if operation.isWriting, policy.canSilence {
      append.conditions.append(.mayWrite(append.sender, at: append.time))
    } else if operation.isWriting, policy.heedsBlocks {
      append.conditions += [.notBlocked(append.sender), .admitted(append.sender, onlyAllowed: limits.onlyAllowed)]
    } else if operation != .leave, policy.canEnd {
      append.conditions.append(.notDismissed)
    }
    return nil
  }

  /// The refusal of a change of the read state, if the kind keeps none; nil otherwise.
  var refusalOfReadState: Wire.ServerPacket.Body? {
    policy.readState == .none ? .failure(Wire.Failure(.notSupportedHere)) : nil
  }

  /// True if a user in these roles may do an operation, as far as the home knows.
  func allow(_ operation: Permission, _ roles: Roles) -> Bool {
    !policy.permissions[operation].isDisjoint(with: roles)
  }
}
