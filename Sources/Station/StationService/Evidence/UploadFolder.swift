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
        var bytes = 0
    }

    let path: String
    /// Bytes of all of them at most.
    private let space: Int
    private let state = Mutex(State())

    init(_ path: String, space: Int) {
        self.path = path
        self.space = space
    }

    /// Keeps a body in a file, and removes it behind the work.
    func keeping<Value: Sendable>(
        _ pieces: (any BodyPieces)?, _ work: @Sendable (Upload) async throws -> Value
    ) async throws -> Value {
        let file = "\(path)/upload-\(try begin())"
        var bytes = 0
        defer { end(file, bytes) }
        let head = try await save(pieces, to: file, &bytes)
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

    private func end(_ file: String, _ bytes: Int) {
        state.withLock { state in
            try? FileManager.default.removeItem(atPath: file)
            state.bytes -= bytes
            state.present -= 1
            if state.present == 0 { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Returns how the file begins. `count`: the bytes that were taken of the space for all.
    private func save(_ pieces: (any BodyPieces)?, to path: String, _ count: inout Int) async throws -> [UInt8] {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL)
        var head: [UInt8] = []
        while let bytes = try await pieces?.next() {
            try take(bytes.count)
            count += bytes.count
            if head.count < 4 { head += bytes.prefix(4) }
            try file.write(bytes)
        }
        return head
    }

    private func take(_ count: Int) throws {
        let isTaken = state.withLock { state in
            guard state.bytes + count <= space else { return false }
            state.bytes += count
            return true
        }
        guard isTaken else { throw Self.full }
    }

    private static var full: StationError {
        StationError(
            .tooManyConversions, "the file was not read", why: "other files that wait to be read take all the space",
            next: "try again in a minute")
    }
}
