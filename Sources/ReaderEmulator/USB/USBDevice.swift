import Synchronization

/// A reader as the bus sees it: transfers in and out. Shared by everybody who has its node open, as on a real bus.
final class USBDevice: Sendable {
    let model: USBReaderModel
    /// The number that the bus has given it.
    let number: Int
    private let state: Mutex<State>

    private struct State {
        var link: any HostLink
        var isGone = false
        var transfersHeard = 0
        var users = 0
        /// Who has claimed the interface.
        var owner: User?
    }

    /// Somebody who has the node open.
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

    func pullCable() { state.withLock { $0.isGone = true } }

    func newUser() -> User {
        state.withLock { state in
            state.users += 1
            return User(number: state.users)
        }
    }

    /// Claims the interface; false while somebody else has it.
    func claim(by user: User) -> Bool {
        state.withLock { state in
            guard state.owner == nil || state.owner == user else { return false }
            state.owner = user
            return true
        }
    }

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

    /// The next transfer to the host, if there is one.
    func nextTransfer() -> [UInt8]? {
        state.withLock { $0.link.takeNext(at: .now) }
    }

    /// A reset of the bus: what waits for the host is lost.
    func reset() {
        state.withLock { $0.link.reset() }
    }

    func tagCame() { state.withLock { $0.link.tagCame(at: .now) } }

    func schedule(_ fault: LineFault, at n: Int) { state.withLock { $0.link.schedule(fault, at: n) } }

    func hang() { state.withLock { $0.link.hang() } }
}
