import ReaderEmulator
import Synchronization

/// Does something at the n-th command that the tag hears, before its answer goes back.
final class CommandTrap: Sendable {
    private struct Armed {
        var countdown: Int
        let action: @Sendable () -> Void
    }

    private let armed = Mutex<Armed?>(nil)
    private let heard = Mutex<[[UInt8]]>([])

    init(_ antenna: Antenna) {
        antenna.observe { [weak self] event in
            if case .command(let bytes) = event { self?.hear(bytes) }
        }
    }

    /// Every command so far.
    var commands: [[UInt8]] { heard.withLock { $0 } }

    func forgetCommands() { heard.withLock { $0 = [] } }

    /// Whether the action is still to come.
    var isArmed: Bool { armed.withLock { $0 != nil } }

    func arm(at number: Int, _ action: @escaping @Sendable () -> Void) {
        armed.withLock { $0 = Armed(countdown: number, action: action) }
    }

    func disarm() { armed.withLock { $0 = nil } }

    private func hear(_ bytes: [UInt8]) {
        heard.withLock { $0.append(bytes) }
        let action = armed.withLock { armed -> (@Sendable () -> Void)? in
            armed?.countdown -= 1
            guard let current = armed, current.countdown <= 0 else { return nil }
            armed = nil
            return current.action
        }
        action?()
    }
}
