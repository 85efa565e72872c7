internal import API
internal import Faults
internal import Foundation
internal import Glibc
internal import UnixSystem

/// Makes rows of uploaded photographs and tracks with `waymark sightings convert`, one at a time, as a process of its
/// own that may use nothing but the file: decoders of pictures, of XML and of codes read untrusted input.
package struct EvidenceConverter: Sendable {
    private let program: String
    private let folder: String
    private let turns = Turns(waiting: 4)

    /// `program`: `waymark`. `folder`: where a file is while it is read; nothing else may be in it.
    package init(program: String, folder: String) {
        self.program = program
        self.folder = folder
    }

    /// Reads one file. `name` is what the person calls it.
    func convert(
        _ name: String, accuracy: Int?, _ pieces: (any BodyPieces)?
    ) async throws -> ConvertedSightings {
        let name = name.isEmpty ? "the file" : name.replacing("\0", with: "_")
        return try await turns.alone(orElse: Self.full) {
            // What an earlier daemon left, too.
            try? FileManager.default.removeItem(atPath: folder)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let path = "\(folder)/upload"
            let head = try await Self.save(pieces, to: path)
            let program = LimitedProgram(path: program, limits: ConvertedSightings.limits(for: head))
            let arguments = ConvertedSightings.arguments(named: name, accuracy: accuracy.map(Double.init))
            let ending = try await program.run(arguments + [path], folder: folder)
            guard let converted = try ConvertedSightings(ending) else { throw Self.refusal(of: name, ending) }
            return converted
        }
    }

    /// Returns how the file begins.
    private static func save(_ pieces: (any BodyPieces)?, to path: String) async throws -> [UInt8] {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL)
        var head: [UInt8] = []
        while let bytes = try await pieces?.next() {
            if head.count < 4 { head += bytes.prefix(4) }
            try file.write(bytes)
        }
        return head
    }

    private static func refusal(of name: String, _ ending: LimitedProgram.Ending) -> StationError {
        if let complaint = Complaint(printed: ending.errors) {
            return StationError(
                .sightingsRefused, complaint.message, why: complaint.reason, next: complaint.next)
        }
        return StationError(
            .sightingsRefused, "\(name) is refused",
            why: ConvertedSightings.failure(ending),
            next: "take the photograph again, or export the file again; nothing was kept")
    }

    private static func full(_ waiting: Int) -> StationError {
        StationError(
            .tooManyConversions, "the file was not read", why: "\(waiting) other files wait to be read",
            next: "try again in a minute")
    }
}
