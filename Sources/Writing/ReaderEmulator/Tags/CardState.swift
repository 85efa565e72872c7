/// The frames that wake tags.
public enum WakeUpRequest: Sendable {
    /// 26: heard by tags in IDLE.
    case reqa
    /// 52: heard by tags in IDLE and in HALT.
    case wupa
}

/// Where a tag is in its life in the field: the states of ISO/IEC 14443-3, 6.3 (figure 7), and that of
/// ISO/IEC 14443-4 behind them.
public struct CardState: Sendable, Equatable {
    public enum Phase: Sendable, Equatable {
        /// Outside the field.
        case unpowered
        /// Hears REQA and WUPA.
        case idle
        /// Has answered one of them and takes part in the anticollision.
        case ready
        /// Selected; carries out commands.
        case active
        /// Activated by RATS: speaks in blocks, and hears no request until S(DESELECT) or the loss of the field.
        case inProtocol
        /// Put to sleep: hears WUPA only.
        case halted
    }

    public private(set) var phase = Phase.unpowered
    /// Woken from HALT, to where it falls back (the states READY* and ACTIVE*).
    private var wokeFromHalt = false

    /// The tag enters a field; false when it was in one.
    mutating func powerOn() -> Bool {
        guard phase == .unpowered else { return false }
        phase = .idle
        wokeFromHalt = false
        return true
    }

    mutating func powerOff() {
        phase = .unpowered
        wokeFromHalt = false
    }

    /// Whether the tag answers a request. One that is READY or ACTIVE stays silent and falls back, so that only the
    /// next request finds it.
    mutating func hear(_ request: WakeUpRequest) -> Bool {
        switch (phase, request) {
        case (.idle, _):
            phase = .ready
            return true
        case (.halted, .wupa):
            phase = .ready
            wokeFromHalt = true
            return true
        case (.ready, _), (.active, _):
            fallBack()
            return false
        case (.unpowered, _), (.inProtocol, _), (.halted, .reqa): return false
        }
    }

    /// SELECT with the whole serial number.
    mutating func select() {
        if phase == .ready { phase = .active }
    }

    /// RATS.
    mutating func enterProtocol() {
        if phase == .active { phase = .inProtocol }
    }

    /// HLTA, or S(DESELECT).
    mutating func halt() {
        guard phase == .active || phase == .inProtocol else { return }
        phase = .halted
        wokeFromHalt = false
    }

    /// Something unexpected came: back to IDLE, or to HALT if the tag was woken from there.
    mutating func fallBack() {
        guard phase == .ready || phase == .active || phase == .inProtocol else { return }
        phase = wokeFromHalt ? .halted : .idle
        wokeFromHalt = false
    }
}
