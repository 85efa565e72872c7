import Synchronization

/// A reader's antenna with its field and at most one tag: the place where tags are put down and pulled away, and
/// where exchanges go wrong on command. Every member may be called from any thread.
///
/// It serves a chip, and tests that speak to a tag without any reader:
///
///     let antenna = Antenna()
///     antenna.insert(Type2Tag(.ntag213, uid: [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]))
///     antenna.tear(after: 3)
///     antenna.select()
///     antenna.exchange([0x30, 0x04]).response
///
/// Faults are scheduled by exchange: 1 is the next command that is sent to a tag. Selecting is no exchange.
public final class Antenna: Sendable {
    struct State {
        var tag: (any EmulatedTag)?
        var isTagInField = false
        var isFieldOn: Bool
        var faults: [ScheduledFault] = []
        var counts = ExchangeCounts()
        var airTime = Duration.zero
        var observers: [@Sendable (AntennaEvent) -> Void] = []
    }

    let state: Mutex<State>

    /// An empty antenna. A chip switches its field on itself; everybody else finds it on.
    public init(isFieldOn: Bool = true) {
        state = Mutex(State(isFieldOn: isFieldOn))
    }

    // MARK: The tag

    /// Puts a tag into the field, in place of any other.
    public func insert(_ tag: any EmulatedTag) {
        change { state in
            state.tag = tag
            state.tag?.powerOff()
            if state.isFieldOn { state.tag?.powerOn() }
            state.isTagInField = true
            return (.inserted, ())
        }
    }

    /// The same for a Type 2 tag.
    public func insert(_ tag: Type2Tag) {
        insert(tag as any EmulatedTag)
    }

    /// Takes the tag away, whatever it is, and returns it as it is now. A tag that a fault tore away is returned as
    /// well.
    @discardableResult
    public func take() -> (any EmulatedTag)? {
        change { state in
            let wasInField = state.isTagInField
            state.tag?.powerOff()
            let tag = state.tag.take()
            state.isTagInField = false
            return (wasInField ? .removed : nil, tag)
        }
    }

    /// The same for a Type 2 tag; nil when it was another kind.
    @discardableResult
    public func remove() -> Type2Tag? { take() as? Type2Tag }

    /// Puts the tag down again that was torn away, or lifts and lowers the one that is there.
    public func putBack() {
        if let tag = take() { insert(tag) }
    }

    /// The tag in the field or, after a tear, the one that was.
    public var anyTag: (any EmulatedTag)? { state.withLock { $0.tag } }

    /// The same, if it is a Type 2 tag.
    public var tag: Type2Tag? { anyTag as? Type2Tag }

    /// Whether a tag is in the field.
    public var isTagInField: Bool { state.withLock { $0.isTagInField } }

    /// Changes the tag where it lies, as a tester's hand does. Without a tag of that kind nothing happens.
    public func update<Tag: EmulatedTag>(_ kind: Tag.Type, _ body: (inout Tag) -> Void) {
        state.withLock { state in
            guard var tag = state.tag as? Tag else { return }
            body(&tag)
            state.tag = tag
        }
    }

    /// The same for a Type 2 tag.
    public func update(_ body: (inout Type2Tag) -> Void) {
        update(Type2Tag.self, body)
    }

    // MARK: The field

    /// Whether the field is on.
    public var isFieldOn: Bool { state.withLock { $0.isFieldOn } }

    /// Switches the field. Without it a tag has no power and forgets its session.
    public func switchField(on: Bool) {
        state.withLock { state in
            if on, !state.isFieldOn { state.airTime += AirTime.fieldGuard }
            state.isFieldOn = on
            guard state.isTagInField else { return }
            if on { state.tag?.powerOn() } else { state.tag?.powerOff() }
        }
    }

    /// Wakes and selects the tag in the field, whatever state it is in; with a serial number, only that tag.
    @discardableResult
    public func select(uid: [UInt8]? = nil) -> TagIdentity? {
        change { state in
            guard state.isTagInField, let tag = state.tag, uid == nil || uid == tag.uid,
                state.tag?.select() == true
            else {
                state.airTime += AirTime.bits(7) + AirTime.silence
                state.counts.emptyPolls += 1
                return (.foundNone, nil)
            }
            state.airTime += AirTime.selection(uid: tag.uid)
            state.counts.selections += 1
            return (.selected, TagIdentity(atqa: tag.atqa, uid: tag.uid, sak: tag.sak))
        }
    }

    /// Sends the tag to sleep until it is selected again (HLTA). Not counted as an exchange.
    public func halt() {
        state.withLock { state in
            guard state.isTagInField else { return }
            state.tag?.halt()
        }
    }

    // MARK: Counting

    /// How much went over this antenna since the last reset.
    public var counts: ExchangeCounts { state.withLock { $0.counts } }

    /// How long everything since the beginning takes on a real antenna.
    var airTime: Duration { state.withLock { $0.airTime } }

    /// Counts from zero again.
    public func resetCounts() {
        state.withLock { $0.counts = ExchangeCounts() }
    }

    /// Calls `observer` after every event from now on, on the thread that caused it. It may use the antenna.
    public func observe(_ observer: @escaping @Sendable (AntennaEvent) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }
}

extension Antenna {
    /// Runs `body` under the lock, then tells the observers, outside it, what happened.
    func change<Result: Sendable>(_ body: (inout State) -> (AntennaEvent?, Result)) -> Result {
        let (event, result, observers) = state.withLock { state in
            let (event, result) = body(&state)
            return (event, result, state.observers)
        }
        if let event {
            for observer in observers { observer(event) }
        }
        return result
    }
}
