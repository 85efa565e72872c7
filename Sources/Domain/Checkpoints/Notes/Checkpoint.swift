internal import Cryptography

/// How far a log had come, and the root over all of it: the text of a note (C2SP tlog-checkpoint).
package struct Checkpoint: Hashable, Sendable {
    /// Names the log for ever; here the hub and its era.
    package let origin: String
    /// How many entries the log had.
    package let size: UInt64
    package let root: LogHash
    /// Further lines, which others may have added; none of ours.
    package let extensions: [String]

    /// Throws where a line would be empty or more than one.
    package init(origin: String, size: UInt64, root: LogHash, extensions: [String] = []) throws {
        guard ([origin] + extensions).allSatisfy(Self.isLine) else {
            throw CheckpointError.badCheckpoint("its origin or a line behind it is empty, or has a control character")
        }
        self.origin = origin
        self.size = size
        self.root = root
        self.extensions = extensions
    }

    /// Reads the text of a note.
    package init(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 4, lines.last == "" else {
            throw CheckpointError.badCheckpoint("it has less than three lines, or its last line has no end")
        }
        guard let size = UInt64(lines[1]), String(size) == lines[1] else {
            throw CheckpointError.badCheckpoint("its second line is not the size of a log")
        }
        guard let root = Base64.bytes(lines[2]).flatMap({ LogHash($0) }) else {
            throw CheckpointError.badCheckpoint("its third line is not a root of 32 bytes in base64")
        }
        try self.init(origin: lines[0], size: size, root: root, extensions: Array(lines[3..<(lines.count - 1)]))
    }

    /// What is signed.
    package var text: String {
        ([origin, String(size), Base64.text(root.bytes)] + extensions).map { $0 + "\n" }.joined()
    }

    private static func isLine(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains { $0 < 0x20 } }
}
