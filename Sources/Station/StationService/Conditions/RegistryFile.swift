package import Registry

/// The registry as a file, for what goes around the tables.
package struct RegistryFile: Sendable {
    let path: String
    let copy: @Sendable (_ path: String) async throws -> Void
    let probe: @Sendable () async throws -> Void
    let inspect: @Sendable () async throws -> (damage: String?, deviations: [JournalDeviation])

    /// - Parameters:
    ///   - path: where it is.
    ///   - copy: writes a consistent copy, while the registry is in use, into a new file on the same disk, and checks it.
    ///   - probe: writes to the disk what is there already, and throws what ``RegistryStorage/record(_:by:)`` would.
    ///   - inspect: looks at every page and every row; says what is damaged, and what the journal does not account for.
    package init(
        path: String, copy: @escaping @Sendable (_ path: String) async throws -> Void,
        probe: @escaping @Sendable () async throws -> Void,
        inspect: @escaping @Sendable () async throws -> (damage: String?, deviations: [JournalDeviation])
    ) {
        self.path = path
        self.copy = copy
        self.probe = probe
        self.inspect = inspect
    }
}
