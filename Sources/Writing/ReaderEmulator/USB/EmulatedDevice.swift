import Synchronization

/// A reader as the bus sees it: transfers in and out. Shared by all users that have its node open, as on a real bus.
final class EmulatedDevice: Sendable {
    let model: USBReaderModel
    /// The number that the bus has given it.
    let number: Int
    private let state: Mutex<State>

    private struct State {
        var link: any HostLink
        var isGone = false
        var transfersHeard = 0
        /// Transfers to the host that fail on the cable: 1 is the next one.
        var failures: [Int] = []
        /// What the reader says by itself is lost on its way so many times.
        var interruptsToLose = 0
        /// How often the bus reset the reader. What a program asked for before is over then.
        var generation = 0
        var users = 0
        /// Who has claimed the interface.
        var owner: User?
        /// A driver that has the interface: one of the kernel's, or `usbfs` for a program outside the testbed.
        var foreignDriver: String?
    }

    /// A user that has the node open.
    struct User: Equatable {
        fileprivate let number: Int
    }

    init(model: USBReaderModel, number: Int, antenna: Antenna) {
        self.model = model
        self.number = number
        state = Mutex(State(link: model.link(to: antenna)))
    }

    /// Whether the cable was pulled.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// How many transfers the host has sent.
    var transfersHeard: Int { state.withLock { $0.transfersHeard } }

    /// How often the host has reset the device.
    var resetsHeard: Int { state.withLock { $0.generation } }

    /// Gives the interface to a driver, in place of its owner; nil takes it away again.
    func hold(by driver: String?) {
        state.withLock { state in
            state.foreignDriver = driver
            if driver != nil { state.owner = nil }
        }
    }

    /// The driver that has the interface: `usbfs` is a program. Nil when none has.
    var driver: String? { state.withLock { $0.foreignDriver ?? ($0.owner == nil ? nil : "usbfs") } }

    func pullCable() { state.withLock { $0.isGone = true } }

    func newUser() -> User {
        state.withLock { state in
            state.users += 1
            return User(number: state.users)
        }
    }

    /// Claims the interface; false while another user or driver has it.
    func claim(by user: User) -> Bool {
        state.withLock { state in
            guard state.foreignDriver == nil, state.owner == nil || state.owner == user else { return false }
            state.owner = user
            return true
        }
    }

    /// A transfer without a claim claims the interface; false while another user or driver has it.
    func mayTransfer(by user: User) -> Bool { claim(by: user) }

    func release(by user: User) {
        state.withLock { state in
            if state.owner == user { state.owner = nil }
        }
    }

    /// A transfer from the host. An empty one only marks the end of one that fills its packets.
    func receive(_ transfer: [UInt8]) {
        guard !transfer.isEmpty else { return }
        state.withLock { state in
            state.transfersHeard += 1
            state.link.receive(transfer, at: .now)
        }
    }

    /// The next transfer to the host, if there is one. A command may have been waiting for a tag that was put down
    /// since. The caller that puts it down must not come here: it may be an observer of the antenna, called in the
    /// middle of a transfer, under the lock.
    func nextTransfer() -> [UInt8]? {
        state.withLock { state in
            state.link.tagCame(at: .now)
            return state.link.takeNext(at: .now)
        }
    }

    /// What the reader says by itself, if it has something to say.
    func nextInterrupt() -> [UInt8]? {
        state.withLock { state in
            guard let news = state.link.takeInterrupt(at: .now) else { return nil }
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
    var refusedCommands: [[UInt8]] { state.withLock { ($0.link as? CardReaderLink)?.refusedCommands ?? [] } }

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
            state.link.reset()
            state.owner = nil
            state.generation += 1
        }
    }

    /// How often the reader was reset.
    var generation: Int { state.withLock { $0.generation } }

    func schedule(_ fault: LineFault, at n: Int) { state.withLock { $0.link.schedule(fault, at: n) } }

    func hang() { state.withLock { $0.link.hang() } }
}
