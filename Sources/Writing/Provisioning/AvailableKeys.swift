public import Registry

/// Which keys for tag passwords the station has; only their names.
public struct AvailableKeys: Hashable, Sendable {
    /// The key that new passwords are made from.
    public let current: KeyName?
    /// All of them, the current one among them.
    public let all: Set<KeyName>

    public init(current: KeyName? = nil, older: some Sequence<KeyName> = []) {
        self.current = current
        all = Set(older).union(current.map { [$0] } ?? [])
    }
}
