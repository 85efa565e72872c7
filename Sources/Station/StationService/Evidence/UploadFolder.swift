internal import Foundation
internal import Glibc
internal import Synchronization
internal import UnixSystem

/// Files that were uploaded and wait to be read by a program of their own. Nothing else may be in their folder, which
/// is gone when they are.
final class UploadFolder: Sendable {
    struct Upload: Sendable {
        let path: String
        /// How it begins.
        let head: [UInt8]
    }

    private struct State {
        /// How many are there, and how many were.
        var present = 0
        var last = 0
    }

    let path: String
    private let space: UploadSpace
    private let state = Mutex(State())

    init(_ path: String, space: UploadSpace) {
        self.path = path
        self.space = space
    }

    /// Keeps what comes in a file, and removes it behind the work. Where its length is known, all of it is taken of its
    /// sender's share before the first piece is read: it is refused then, and not when most of it has come.
    func keeping<Value: Sendable>(
        _ incoming: IncomingFile, _ work: @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        var held = UploadSpace.Held(reserved: incoming.length ?? 0)
        try space.take(held.reserved, for: incoming.sender)
        defer { space.giveBack(held, of: incoming.sender) }
        let file = "\(path)/upload-\(try begin())"
        defer { end(file) }
        let head = try await save(incoming, to: file, &held)
        return try await work(Upload(path: file, head: head))
    }

    private func begin() throws -> Int {
        try state.withLock { state in
            if state.present == 0 {
                // What an earlier daemon left, too.
                try? FileManager.default.removeItem(atPath: path)
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            state.present += 1
            state.last += 1
            return state.last
        }
    }

    private func end(_ file: String) {
        state.withLock { state in
            try? FileManager.default.removeItem(atPath: file)
            state.present -= 1
            if state.present == 0 { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Returns how the file begins. `held`: what it has of the space; more is taken as it comes.
    private func save(
        _ incoming: IncomingFile, to path: String, _ held: inout UploadSpace.Held
    ) async throws -> [UInt8] {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL)
        var head: [UInt8] = []
        while let bytes = try await incoming.pieces?.next() {
            let received = held.arrived + bytes.count
            if received > held.reserved {
                try space.take(received - held.reserved, for: incoming.sender)
                held.reserved = received
            }
            try space.arrive(bytes.count)
            held.arrived = received
            if head.count < 4 { head += bytes.prefix(4 - head.count) }
            try file.write(bytes)
        }
        return head
    }
}
