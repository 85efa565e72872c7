internal import AppClips
public import Chips

/// What has become of a tag: all that events of the journal move, and nothing of its plan.
public struct TagLife: Hashable, Sendable, Codable {
    public var state: TagState
    /// The chip that holds it, from the moment that a write was intended.
    public var uid: ChipUID?
    public var product: String?
    /// What the chip says since its last read-back; nil before, and for media that are printed.
    public var writtenURL: String?
    /// How the chip is protected and what it shows of itself, both verified; and what its signature says.
    public var protection: Protection?
    public var mirror: ChipMirror?
    public var genuineness: Genuineness?
    /// The key of the chip's password. Between an intent to protect and its result the other may be the right one.
    public var key: KeyName?
    public var intendedKey: KeyName?
    /// Those of further intents without a result, the last one first; nil for none. The chip may have any of them.
    public var earlierKeys: [KeyName]?
    /// How many labels of it were made; more than one means that an old label may still hang somewhere.
    public var prints: Int

    public init(
        state: TagState = .planned, uid: ChipUID? = nil, product: String? = nil, writtenURL: String? = nil,
        prints: Int = 0, protection: Protection? = nil, mirror: ChipMirror? = nil, genuineness: Genuineness? = nil,
        key: KeyName? = nil, intendedKeys: [KeyName] = []
    ) {
        self.state = state
        self.uid = uid
        self.product = product
        self.writtenURL = writtenURL.map { InvocationURL.carried($0) }
        self.prints = prints
        self.protection = protection
        self.mirror = mirror
        self.genuineness = genuineness
        self.key = key
        intendedKey = intendedKeys.first
        earlierKeys = intendedKeys.count > 1 ? Array(intendedKeys.dropFirst()) : nil
    }

    /// Of all intents to protect that have no result, the last one first.
    public var intendedKeys: [KeyName] { [intendedKey].compactMap(\.self) + (earlierKeys ?? []) }

    /// Moves on as an event says that is in the journal: nothing is refused here. See ``Tag/after(_:_:)``.
    public mutating func follow(_ event: TagEvent) {
        switch event {
        case .writeIntended(let write):
            uid = write.uid
            product = write.product
            genuineness = write.genuineness ?? genuineness
        case .protectionIntended(let protection):
            intend(protection.key)
        case .writeConfirmed(let write):
            uid = write.uid
            product = write.product
            writtenURL = InvocationURL.carried(write.url)
            protection = write.protection
            mirror = write.mirror
            key = write.key
            (intendedKey, earlierKeys) = (nil, nil)
        case .replaced: leaveChip()
        case .retired: break
        case .printed: prints += 1
        }
        if let next = event.state { state = next }
    }

    /// Nil: the password is to be taken off, and the chip has one of those that it may have had.
    private mutating func intend(_ key: KeyName?) {
        guard let key, key != intendedKey else { return }
        let earlier = intendedKeys.filter { $0 != key }
        earlierKeys = earlier.isEmpty ? nil : earlier
        intendedKey = key
    }

    /// The tag is on nothing again, and nothing is known but how many labels it had.
    public mutating func leaveChip() { self = TagLife(prints: prints) }

    /// The chip that carries the tag, when it no longer does; nil when none did. What a retired tag was on is known.
    public func chipGivenUp(_ cause: FormerCarrier.Cause, of tag: TagID, at time: Timestamp) -> FormerCarrier? {
        guard let uid, state != .retired else { return nil }
        return FormerCarrier(tag: tag, uid: uid, url: writtenURL, cause: cause, ended: time)
    }

    /// Whether the chip is protected and shows itself as the rules want it. A lock cannot be undone, so it satisfies
    /// every protection.
    public func fits(_ rules: BatchRules, currentKey: KeyName?) -> Bool {
        guard mirror == rules.mirror || protection == .lock else { return false }
        return switch (rules.protection, protection ?? .none) {
        case (_, .lock), (.none, .none): true
        case (.password, .password): currentKey == nil || key == currentKey
        default: false
        }
    }

    /// The same for a tag with this plan, which may be another one than the life was led with.
    ///
    /// `isProven`: what was recorded is certain; otherwise the chip has to be looked at again.
    public func resumed(planned url: String, _ rules: BatchRules, isProven: Bool) -> TagLife {
        var life = self
        switch state {
        case .planned, .retired, .printed: return self
        case .unfinished, .written, .outdated:
            if uid == nil {
                life.state = prints > 0 ? .outdated : .planned
            } else if !isProven || state == .unfinished {
                life.state = .unfinished
            } else {
                life.state = writtenURL == url && fits(rules, currentKey: nil) ? .written : .outdated
            }
            return life
        }
    }
}

/// How far a tag has come.
public enum TagState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing physical exists yet.
    case planned
    /// A write to a chip was intended and its success is not in the journal: the chip holds its old message,
    /// none, or the new one. The same chip presented again is finished.
    case unfinished
    /// Written and read back.
    case written
    /// On a sheet that was made.
    case printed
    /// Written or printed, and its URL has changed since: to be written over on the same chip, or printed again.
    case outdated
    /// Out of service; its identifier is never given out again.
    case retired

    public var isDone: Bool { self == .written || self == .printed }
}
