import Martlet
import MartletServer
import MartletWire

/// Carrying out the steps of a plan.
extension Simulation {
  func perform(_ step: SimulationPlan.Step) {
    switch step.what {
    case .send(let device, _), .retry(let device), .edit(let device), .recall(let device), .mark(let device),
      .createGroup(let device), .addMember(let device), .removeMember(let device), .leave(let device),
      .changeConversation(let device), .lead(let device), .readHistory(let device), .personalize(let device), .hide(let device),
      .block(let device), .allow(let device), .befriend(let device), .annotate(let device),
      .signal(let device), .schedule(let device), .cancelScheduled(let device):
      devices[device].act(step, in: plan.world)
    case .connect(let device): devices[device].connect()
    case .disconnect(let device): devices[device].disconnect()
    case .reinstall(let device):
      do { try devices[device].reinstall() } catch { find("device \(device) could not be reinstalled: \(error)") }
    case .revoke(let user): revoke(plan.world.server.users[user])
    case .tell(let user, let inGroup): tell(step, plan.world.server.users[user], inGroup: inGroup)
    case .killDevice(let device, let kept, let isNoticed):
      guard devices[device].disk != nil else { return }
      recorder.fault()
      devices[device].kill(losingAllBut: kept, tellingServer: isNoticed)
    default: performTrouble(step)
    }
  }

  private func revoke(_ user: UserID) {
    guard let server = someServer else { return }
    // A revocation now does not cover a token with a future issue time.
    guard let mostSkew = seats.map(\.mostSkew).max(), seats.allSatisfy({ $0.skew == mostSkew }) else {
      return server.revoke(user) { _ in }
    }
    let call = recorder.begin(Operation(.revoke, conversation: ""), user: user)
    server.revoke(user) { [recorder] until in
      recorder.end(until.map { .ok(call: call, seq: $0) } ?? .unknown(call: call), of: call)
    }
  }

  /// The app's server writes to a user, or into a group that was made before, if it came to that.
  private func tell(_ step: SimulationPlan.Step, _ user: UserID, inGroup: Bool) {
    var place: ConversationID? = .system(.app, to: user)
    if inGroup {
      let made = plan.steps.filter { if case .createGroup = $0.what { $0.number < step.number } else { false } }
      place = made.isEmpty ? nil : .group("g\(made[Int(step.dice % UInt64(made.count))].number)")
    }
    // A retry of an earlier call, now and then.
    let number = step.dice % 4 == 0 ? step.number / 4 : step.number
    guard let server = someServer, let place, let id = ClientID("told-\(number)") else { return }
    let text = MessageContent.text("told \(number)")
    var message = Wire.Send(clientId: id.derived(for: place.text).text, type: "text", content: text.json)
    let call = recorder.begin(Operation(message, in: place.text), user: .app)
    message.clientId = id.text
    server.tell(message, in: place) { [recorder] sent in
      let event: HistoryEvent =
        switch sent?.failure {
        case let failure?: HistoryEvent(call: call, failure: failure)
        case nil: sent.map { .ok(call: call, seq: $0.seq) } ?? .unknown(call: call)
        }
      recorder.end(event, of: call)
    }
  }

  private func performTrouble(_ step: SimulationPlan.Step) {
    recorder.fault()
    switch step.what {
    case .failDeviceDisk(let device, let operation, let count, let lasts):
      devices[device].disk?.fail(operation, after: count, lasts: lasts)
    case .fillDeviceDisk(let device): devices[device].disk.map { $0.limit(to: $0.used) }
    case .healDeviceDisk(let device): devices[device].disk?.heal()
    case .setDeviceClock(let device, let skew): devices[device].time.set(skew: skew)
    case .cut(let device): for connection in network.connections(of: device) { connection.breakOff() }
    case .hold(let device, let toServer, let toClient, let duration):
      let until = time.monotonicNanoseconds &+ duration &* 1_000_000
      recorder.record(.delayed, device: devices[device].name, user: devices[device].user.text)
      for connection in network.connections(of: device) {
        if toServer { connection.toServer.heldUntil = until }
        if toClient { connection.toClient.heldUntil = until }
      }
    case .stopServer: seat(of: step).server?.stop()
    case .killServer(let kept, let isNoticed): endServer(seat(of: step), losingAllBut: kept, tellingClients: isNoticed)
    case .failServerDisk(let operation, let count, let lasts): disk.fail(operation, after: count, lasts: lasts)
    case .fillServerDisk: disk.limit(to: disk.used)
    case .healServerDisk: disk.heal()
    case .cutDatabase(let mayArrive): seat(of: step).server?.cutDatabase(mayArrive: mayArrive)
    case .failOver(let pause): failOver(for: pause &* 1_000_000)
    case .cutBus(let duration): cutBus(of: seat(of: step), for: duration &* 1_000_000)
    case .backUpServer: backUp()
    case .restoreServer: restore()
    case .setServerClock(let change):
      let seat = seat(of: step)
      seat.skew = max(-20_000_000, min(20_000_000, seat.skew &+ change))
      seat.mostSkew = max(seat.mostSkew, seat.skew)
      seat.server?.set(skew: seat.skew)
    case .stall(let duration):
      let some = drivenServers + devices.flatMap(\.driven)
      let chosen = some[Int(step.dice % UInt64(some.count))]
      let length = duration &* 1_000_000
      stalls.append(Stall(driven: chosen, until: time.monotonicNanoseconds &+ length, length: length))
    default: break
    }
  }
  /// The database is gone for a while; meanwhile the nodes cannot find out what is to be told or ended.
  private func failOver(for pause: UInt64) {
    guard let shared else { return }
    shared.database.failOver(for: pause)
    recorder.record(.stalled(nanoseconds: pause))
    shared.database.executor.perform(after: .nanoseconds(Int64(clamping: pause))) { [recorder] in
      recorder.record(.stalled(nanoseconds: pause))
    }
  }

  private func cutBus(of seat: ServerSeat, for duration: UInt64) {
    guard let shared, let server = seat.server else { return }
    server.set(isCutOff: true)
    shared.bus.executor.perform(after: .nanoseconds(Int64(clamping: duration))) { server.set(isCutOff: false) }
  }
}
