internal import Faults
internal import Glibc
internal import Registry

/// A copy of a registry that is in use.
package enum RegistryBackup {
    /// Writes the registry as it is at one moment into a new file of mode 0600, while others go on using it.
    ///
    /// The copy is one file without a log beside it, and holds no free pages: `VACUUM INTO` from a connection of its
    /// own, which in write-ahead mode neither waits for the writer nor makes it wait. The file must not exist. When the
    /// copy's pages, references or journal are not in order, the file is removed again.
    ///
    /// - Throws: ``RegistryError`` with the code `storageFailed`.
    package static func write(
        _ registry: String, to path: String, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await Copier().copy(registry, to: path)
        let damage: String?
        do {
            damage = try await SQLiteRegistry(reading: path).damage()
        } catch {
            unsafe unlink(path)
            throw error
        }
        guard let damage else { return }
        unsafe unlink(path)
        throw RegistryError(
            .storageFailed, "the copy of the registry is damaged, and was removed", why: damage,
            next:
                "keep your older backups: the registry itself is damaged; look at it with waymark journal verify, and "
                + "restore the newest backup that waymarkd check-backup finds in order")
    }

    /// Blocks a thread of its own while SQLite copies.
    private actor Copier {
        private let executor = BlockingExecutor(label: "waymark.registry.backup")

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        func copy(_ registry: String, to path: String) throws {
            // SQLite writes into an empty file and leaves its mode alone.
            let descriptor = unsafe Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(unsafe String(cString: strerror(errno))) }
            defer { close(descriptor) }
            do {
                let database = try Database(path: registry)
                try database.run("PRAGMA busy_timeout = 5000")
                try database.run("PRAGMA temp_store = MEMORY")
                try database.run("VACUUM INTO ?", [.text(path)])
                guard fsync(descriptor) == 0 else { throw failure(unsafe String(cString: strerror(errno))) }
            } catch let error as SQLiteError {
                unsafe unlink(path)
                throw failure("SQLite says: \(error.text)")
            } catch {
                unsafe unlink(path)
                throw error
            }
        }

        private func failure(_ reason: String) -> RegistryError {
            RegistryError(
                .storageFailed, "the registry could not be copied", why: reason,
                next: "check that the registry's disk has room for a second copy (df)")
        }
    }
}
