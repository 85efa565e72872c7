internal import API
internal import Faults
internal import UnixSystem

/// Makes rows of uploaded photographs and tracks with `waymark sightings convert`, one at a time, as a process of its
/// own that may use nothing but the file: decoders of pictures, of XML and of codes read untrusted input.
package struct EvidenceConverter: Sendable {
    private let program: String
    private let uploads: UploadFolder
    private let turns = Turns(waiting: 4)
    /// Bytes of files that wait at a time: those who send theirs slowly take only what has come.
    private static let space = 1 << 30

    /// `program`: `waymark`. `folder`: where files are until they are read; nothing else may be in it.
    package init(program: String, folder: String) {
        self.program = program
        uploads = UploadFolder(folder, space: Self.space)
    }

    /// Reads one file. `name` is what the person calls it. Its turn comes when all of it is there: others do not wait
    /// for who sends it slowly.
    func convert(
        _ name: String, accuracy: Int?, _ pieces: (any BodyPieces)?
    ) async throws -> ConvertedSightings {
        let name = name.isEmpty ? "the file" : name.replacing("\0", with: "_")
        try turns.check(orElse: Self.full)
        return try await uploads.keeping(pieces) { upload in
            try await turns.alone(orElse: Self.full) {
                let program = LimitedProgram(path: program, limits: ConvertedSightings.limits(for: upload.head))
                let arguments = ConvertedSightings.arguments(named: name, accuracy: accuracy.map(Double.init))
                let ending = try await program.run(arguments + [upload.path], folder: uploads.path)
                guard let converted = try ConvertedSightings(ending) else { throw Self.refusal(of: name, ending) }
                return converted
            }
        }
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
