internal import API
internal import Faults
internal import UnixSystem

/// Makes rows of uploaded photographs and tracks with `waymark sightings convert`, one at a time, as a process of its
/// own that may use nothing but the file: decoders of pictures, of XML and of codes read untrusted input.
package struct EvidenceConverter: Sendable {
    private let program: String
    private let uploads: UploadFolder
    private let turns = Turns(waiting: 4)
    private let space: UploadSpace
    /// Bytes of one sender's files that wait at a time, so that a phone or a program that sends slowly, or much at
    /// once, leaves space to the others. One file of the greatest size fits.
    private static let share = ConvertedSightings.fileLimit

    /// `program`: `waymark`. `folder`: where files are until they are read; nothing else may be in it.
    package init(program: String, folder: String) {
        self.program = program
        space = UploadSpace(whole: 4 * Self.share, share: Self.share)
        uploads = UploadFolder(folder, space: space)
    }

    /// Refuses a file that could not wait to be read now, before any of it is sent. `length`: its bytes, where they are
    /// known.
    func check(_ length: Int?, from sender: String) throws(StationError) {
        try turns.check(orElse: Self.full)
        try space.check(length ?? 1, for: sender)
    }

    /// Reads one file. `name` is what the person calls it. Its turn comes when all of it is there: others do not wait
    /// for who sends it slowly.
    func convert(
        _ name: String, accuracy: Int?, _ incoming: IncomingFile
    ) async throws -> ConvertedSightings {
        let name = name.isEmpty ? "the file" : name.replacing("\0", with: "_")
        try turns.check(orElse: Self.full)
        return try await uploads.keeping(incoming) { upload in
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
            next: "try again in a minute", retryAfter: 60)
    }
}
