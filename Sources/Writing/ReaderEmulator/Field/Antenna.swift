import Synchronization

/// A reader's antenna with its field and the tags in it: the place where tags are put down and pulled away, and where
/// exchanges go wrong on command. Every member may be called from any thread.
///
/// It serves a chip, and tests that speak to a tag without any reader:
///
///     let antenna = Antenna()
///     antenna.insert(Type2Tag(.ntag213, uid: [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]))
///     antenna.tear(after: 3)
///     antenna.select()
///     antenna.exchange([0x30, 0x04]).response
///
/// Faults are scheduled by exchange: 1 is the next command that is sent to a tag. Selecting is not an exchange.
public final class Antenna: Sendable {
    /// One tag that was put down, and may have been torn away since.
    struct Place {
        var tag: any EmulatedTag
        var isInField = true
    }

    struct State {
        /// In the order in which they were put down.
        var places: [Place] = []
        var isFieldOn: Bool
        var variant = HardwareVariant()
        var coupling = Coupling.good
        var faults: [ScheduledFault] = []
        var counts = ExchangeCounts()
        var airTime = Duration.zero
        var observers: [@Sendable (AntennaEvent) -> Void] = []
    }

    let state: Mutex<State>

    /// An empty antenna. A chip switches its field on itself; for all other callers it is on.
    public init(isFieldOn: Bool = true, variant: HardwareVariant = HardwareVariant()) {
        state = Mutex(State(isFieldOn: isFieldOn, variant: variant))
    }

    /// How the chip and the tags behave where that is open. A new one holds for the tags that are there, too.
    public var variant: HardwareVariant {
        get { state.withLock { $0.variant } }
        set {
            state.withLock { state in
                state.variant = newValue
                for place in state.places.indices { state.places[place].tag.variant = newValue }
            }
        }
    }

    // MARK: The tags

    /// Puts a tag into the field, in place of all others.
    public func insert(_ tag: any EmulatedTag) {
        change { state in
            state.places = []
            state.put(tag)
            return (.inserted, ())
        }
    }

    /// The same for a Type 2 tag.
    public func insert(_ tag: Type2Tag) {
        insert(tag as any EmulatedTag)
    }

    /// Puts a tag into the field beside those that are there.
    public func add(_ tag: any EmulatedTag) {
        change { state in
            state.put(tag)
            return (.inserted, ())
        }
    }

    /// Takes the first tag away, whatever it is, and returns it as it is now. A tag that a fault tore away is returned
    /// as well.
    @discardableResult
    public func take() -> (any EmulatedTag)? { take(at: 0) }

    /// The same with the n-th of the tags that were put down, counted from 0.
    @discardableResult
    public func take(at place: Int) -> (any EmulatedTag)? {
        change { state in
            guard state.places.indices.contains(place) else { return (nil, nil) }
            state.places[place].tag.powerOff()
            let taken = state.places.remove(at: place)
            return (taken.isInField ? .removed : nil, taken.tag)
        }
    }

    /// The same for a Type 2 tag; nil when it was another kind.
    @discardableResult
    public func remove() -> Type2Tag? { take() as? Type2Tag }

    /// Puts the tag down again that was torn away, or lifts and lowers the one that is there.
    public func putBack() {
        if let tag = take() { insert(tag) }
    }

    /// The first tag in the field or, after a tear, the one that was.
    public var anyTag: (any EmulatedTag)? { state.withLock { $0.places.first?.tag } }

    /// The same, if it is a Type 2 tag.
    public var tag: Type2Tag? { anyTag as? Type2Tag }

    /// All tags that were put down and not taken away.
    public var tags: [any EmulatedTag] { state.withLock { $0.places.map(\.tag) } }

    /// Whether a tag is in the field.
    public var isTagInField: Bool { state.withLock { $0.places.contains(where: \.isInField) } }

    /// Changes the first tag of a kind in place, as a tester's hand does. Without one nothing happens.
    public func update<Tag: EmulatedTag>(
        _ kind: Tag.Type, where isWanted: (Tag) -> Bool = { _ in true }, _ body: (inout Tag) -> Void
    ) {
        state.withLock { state in
            for place in state.places.indices {
                guard var tag = state.places[place].tag as? Tag, isWanted(tag) else { continue }
                body(&tag)
                state.places[place].tag = tag
                return
            }
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
            if on != state.isFieldOn { state.counts.fieldSwitches += 1 }
            state.isFieldOn = on
            for place in state.places.indices where state.places[place].isInField {
                if on { state.places[place].tag.powerOn() } else { state.places[place].tag.powerOff() }
            }
        }
    }

    // MARK: Counting

    /// How much went over this antenna since the last reset.
    public var counts: ExchangeCounts { state.withLock { $0.counts } }

    /// How long everything since the beginning takes on a real antenna.
    public var airTime: Duration { state.withLock { $0.airTime } }

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
    /// Runs `body` under the lock, then notifies the observers of the event, outside the lock.
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

extension Antenna.State {
    /// The tag of ISO/IEC 14443 that hears commands: the one that is selected, else the first, which stays silent.
    var placeOfAddressed: Int? {
        places.firstIndex { $0.isInField && $0.tag.isActive }
            ?? places.firstIndex { $0.isInField && $0.tag.technology == .iso14443A }
    }

    fileprivate mutating func put(_ tag: any EmulatedTag) {
        var tag = tag
        tag.variant = variant
        tag.powerOff()
        if isFieldOn { tag.powerOn() }
        places.append(Antenna.Place(tag: tag))
    }

    /// Takes a tag's power by taking it out of the field; it can be put back.
    mutating func lift(at place: Int) {
        places[place].tag.powerOff()
        places[place].isInField = false
    }
}
