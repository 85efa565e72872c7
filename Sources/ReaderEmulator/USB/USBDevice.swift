import Synchronization

/// A reader as the bus sees it: transfers in and out. Shared by everybody who has its node open, as on a real bus.
final class USBDevice: Sendable {
    let model: USBReaderModel
    /// The number that the bus has given it.
    let number: Int
    private let state: Mutex<State>

    private struct State {
        var link: any HostLink
        var arrived: [[UInt8]] = []
        var isGone = false
    }

    init(model: USBReaderModel, number: Int, antenna: Antenna) {
        self.model = model
        self.number = number
        state = Mutex(State(link: model.link(to: antenna)))
    }

    /// Whether the cable was pulled.
    var isGone: Bool { state.withLock { $0.isGone } }

    func pullCable() { state.withLock { $0.isGone = true } }

    /// A transfer from the host. An empty one only marks the end of one that fills its packets.
    func receive(_ transfer: [UInt8]) {
        guard !transfer.isEmpty else { return }
        state.withLock { $0.link.receive(transfer, at: .now) }
    }

    /// The next transfer to the host, if there is one.
    func nextTransfer() -> [UInt8]? {
        state.withLock { state in
            state.arrived += state.link.takeDue(at: .now)
            return state.arrived.isEmpty ? nil : state.arrived.removeFirst()
        }
    }

    /// A reset of the bus: what waits for the host is lost.
    func reset() {
        state.withLock { state in
            state.link.reset()
            state.arrived = []
        }
    }

    func tagCame() { state.withLock { $0.link.tagCame(at: .now) } }

    func schedule(_ fault: LineFault, at n: Int) { state.withLock { $0.link.schedule(fault, at: n) } }

    func hang() { state.withLock { $0.link.hang() } }
}
