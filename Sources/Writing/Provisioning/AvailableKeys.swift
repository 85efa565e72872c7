package import Registry

/// Which keys for tag passwords the station has; only their names.
package struct AvailableKeys: Hashable, Sendable {
    /// The key that new passwords are made from.
    package let current: KeyName?
    /// All of them, the current one among them.
    package let all: Set<KeyName>

    package init(current: KeyName? = nil, older: some Sequence<KeyName> = []) {
        self.current = current
        all = Set(older).union(current.map { [$0] } ?? [])
    }
}
