import Synchronization

/// A reader as the bus sees it: transfers in and out. Shared by all users that have its node open, as on a real bus.
final class EmulatedDevice: Sendable {
    let model: USBReaderModel
    /// The number that the bus has given it.
    let number: Int
    private let state: Mutex<State>

    private struct State {
        /// One for each interface.
        var links: [any HostLink]
        var isGone = false
        var transfersHeard = 0
        var traffic = CardReaderTraffic()
        /// Transfers to the host that fail on the cable: 1 is the next one.
        var failures: [Int] = []
        /// What the reader says by itself is lost on its way so many times.
        var interruptsToLose = 0
        /// How often the bus reset the reader. What a program asked for before is over then.
        var generation = 0
        var users = 0
        /// Who has claimed which interface.
        var owners: [Int: User] = [:]
        /// A driver that has the interfaces: one of the kernel's, or `usbfs` for a program outside the testbed.
        var foreignDriver: String?
    }

    /// A user that has the node open.
    struct User: Equatable {
        fileprivate let number: Int
    }

    init(model: USBReaderModel, number: Int, antenna: Antenna) {
        self.model = model
        self.number = number
        state = Mutex(State(links: model.links(to: antenna)))
    }

    /// From now on another antenna is connected, where it is a smart-card reader.
    func mount(_ antenna: Antenna) {
        state.withLock { state in
            guard var link = state.links[0] as? CardReaderLink else { return }
            link.mount(antenna)
            state.links[0] = link
        }
    }

    /// Whether the cable was pulled.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// How many transfers the host has sent.
    var transfersHeard: Int { state.withLock { $0.transfersHeard } }

    /// What went over the bus since the last reset, where it is a smart-card reader.
    var traffic: CardReaderTraffic { state.withLock(\.traffic) }

    func resetTraffic() { state.withLock { $0.traffic = CardReaderTraffic() } }

    /// How often the host has reset the device.
    var resetsHeard: Int { state.withLock { $0.generation } }

    /// Gives the interfaces to a driver, in place of their owners; nil takes them away again.
    func hold(by driver: String?) {
        state.withLock { state in
            state.foreignDriver = driver
            if driver != nil { state.owners = [:] }
        }
    }

    /// The driver that has the interfaces: `usbfs` is a program. Nil when none has.
    var driver: String? { state.withLock { $0.foreignDriver ?? ($0.owners.isEmpty ? nil : "usbfs") } }

    func pullCable() { state.withLock { $0.isGone = true } }

    func newUser() -> User {
        state.withLock { state in
            state.users += 1
            return User(number: state.users)
        }
    }

    /// Claims an interface; false while another user or driver has it.
    func claim(_ interface: Int, by user: User) -> Bool {
        state.withLock { state in
            let owner = state.owners[interface]
            guard state.foreignDriver == nil, owner == nil || owner == user else { return false }
            state.owners[interface] = user
            return true
        }
    }

    /// A transfer without a claim claims the endpoint's interface; false while another user or driver has it.
    func mayTransfer(over endpoint: UInt8, by user: User) -> Bool {
        claim(model.interface(of: endpoint), by: user)
    }

    func release(by user: User) {
        state.withLock { $0.owners = $0.owners.filter { $1 != user } }
    }

    /// A transfer from the host. An empty one only marks the end of one that fills its packets.
    func receive(_ transfer: [UInt8], over endpoint: UInt8) {
        guard !transfer.isEmpty else { return }
        state.withLock { state in
            state.transfersHeard += 1
            state.traffic.heard(transfer)
            state.links[model.interface(of: endpoint)].receive(transfer, at: .now)
        }
    }

    /// The next transfer to the host over an endpoint, if there is one. A command may have been waiting for a tag that was put down
    /// since. The caller that puts it down must not come here: it may be an observer of the antenna, called in the
    /// middle of a transfer, under the lock.
    func nextTransfer(over endpoint: UInt8) -> [UInt8]? {
        let interface = model.interface(of: endpoint)
        return state.withLock { state in
            state.links[interface].tagCame(at: .now)
            return state.links[interface].takeNext(at: .now)
        }
    }

    /// What the reader says by itself, if it has something to say.
    func nextInterrupt(over endpoint: UInt8) -> [UInt8]? {
        state.withLock { state in
            guard let news = state.links[model.interface(of: endpoint)].takeInterrupt(at: .now) else { return nil }
            guard state.interruptsToLose > 0 else { return news }
            state.interruptsToLose -= 1
            return nil
        }
    }

    /// Loses what the reader says by itself, the next n times.
    func loseInterrupts(_ n: Int) { state.withLock { $0.interruptsToLose = n } }

    /// How many of them are still to be lost.
    var interruptsToLose: Int { state.withLock { $0.interruptsToLose } }

    /// Commands that no reader of its family takes, where it is a smart-card reader.
    var refusedCommands: [[UInt8]] {
        state.withLock { state in state.links.flatMap { ($0 as? CardReaderLink)?.refusedCommands ?? [] } }
    }

    /// Whether the transfer that was just taken has failed on the cable.
    func hasTransferFailed() -> Bool {
        state.withLock { state in
            for index in state.failures.indices { state.failures[index] -= 1 }
            defer { state.failures.removeAll { $0 <= 0 } }
            return state.failures.contains { $0 <= 0 }
        }
    }

    /// Lets the n-th transfer to the host from now fail on the cable. What it carried is lost.
    func failTransfer(at n: Int) { state.withLock { $0.failures.append(max(n, 1)) } }

    /// A reset of the bus: the reader begins anew, what waits for the host is lost, and so is every claim, also that of
    /// another program, whose transfers end (the kernel takes usbfs off the interfaces of a device that is reset:
    /// drivers/usb/core/hub.c, usb_reset_device).
    func reset() {
        state.withLock { state in
            for index in state.links.indices { state.links[index].reset() }
            state.owners = [:]
            state.generation += 1
        }
    }

    /// How often the reader was reset.
    var generation: Int { state.withLock { $0.generation } }

    func schedule(_ fault: LineFault, at n: Int) { state.withLock { $0.links[0].schedule(fault, at: n) } }

    func hang() { state.withLock { $0.links[0].hang() } }
}
