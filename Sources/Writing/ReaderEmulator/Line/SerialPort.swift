import Synchronization

/// Drives a chip's serial interface over a pseudo-terminal, on a thread of its own, from init to `stop()`.
final class SerialPort: Sendable {
    private struct State {
        var link: SerialLink?
        var terminal: PseudoTerminal?
        var isStopped = false
        var timing: LineTiming
    }

    private let antenna: Antenna
    private let state: Mutex<State>
    /// The thread passes this gate before it waits for input; closing it keeps the thread from waiting again.
    private let gate = Mutex<Void>(())
    /// Held while the thread waits for input and so keeps the terminal open.
    private let waiting = Mutex<Void>(())
    private let wakeUp: WakeUpCall

    init(_ antenna: Antenna, imposingTiming: Bool) throws(EmulatorError) {
        self.antenna = antenna
        state = Mutex(State(timing: LineTiming(imposed: imposingTiming)))
        wakeUp = try WakeUpCall()
    }

    /// Connects a chip that has just been powered up, and returns the terminal's path.
    func plug(_ chip: PN532) throws(EmulatorError) -> String {
        let terminal = try PseudoTerminal()
        unplug()
        state.withLock { state in
            state.link = SerialLink(chip: chip)
            state.terminal = terminal
        }
        wakeUp.signal()
        return terminal.path
    }

    /// Takes chip and terminal away. On return the terminal is closed.
    func unplug() {
        gate.withLock { _ in
            state.withLock { state in
                state.link = nil
                state.terminal = nil
            }
            wakeUp.signal()
            waiting.withLock { _ in }
        }
    }

    /// Something on the antenna has changed.
    func tagCame() {
        wakeUp.signal()
    }

    var traffic: LineTraffic { state.withLock(\.timing.traffic) }

    func resetTraffic() { state.withLock { $0.timing.reset() } }

    /// Lets something go wrong with the n-th answer from now.
    func schedule(_ fault: LineFault, at n: Int) {
        state.withLock { $0.link?.schedule(fault, at: n) }
    }

    /// Lets the chip say nothing any more.
    func hang() {
        state.withLock { $0.link?.hang() }
    }

    /// Lets `run()` return.
    func stop() {
        state.withLock { $0.isStopped = true }
        unplug()
    }

    /// The thread's body: returns after `stop()`.
    func run() {
        while !state.withLock({ $0.isStopped }) {
            gate.withLock { _ in }
            waitForWork()
            wakeUp.drain()
            state.withLock { state in
                guard let terminal = state.terminal else { return }
                let now = ContinuousClock.now
                let (bytes, airTime) = (terminal.receive(), antenna.airTime)
                state.link?.receive(bytes, at: now)
                state.link?.tagCame(at: now)
                let answer = state.link?.takeDueBytes(at: now) ?? []
                state.timing.heard(bytes.count, airTime: antenna.airTime - airTime, at: now)
                terminal.send(state.timing.bring(answer, at: now))
            }
        }
    }

    private func waitForWork() {
        waiting.withLock { _ in
            let (terminal, due) = state.withLock { state in
                (state.terminal, [state.link?.nextDue, state.timing.nextDue].compactMap { $0 }.min())
            }
            let descriptors = [wakeUp.readEnd] + (terminal.map { [$0.descriptor] } ?? [])
            waitForInput(on: descriptors, atMost: due.map { max($0 - .now, .zero) })
            // Until here the terminal must not be closed: its number could belong to another file by then.
            withExtendedLifetime(terminal) {}
        }
    }
}
