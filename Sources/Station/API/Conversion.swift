internal import Foundation
package import UnixSystem

/// How `waymark sightings convert` is asked to read a file, as a process of its own that may use nothing but the file, and
/// what it answers.
extension ConvertedSightings {
    /// Bytes of a file at most: an archive of many photographs.
    package static let fileLimit = 256 << 20

    private static let seconds = (file: 60, archive: 600)

    /// A photograph of 64 megapixels takes some 600 MB and seconds. `head`: how the file begins; an archive of photographs
    /// may take as long as all of them.
    package static func limits(for head: some Collection<UInt8>) -> LimitedProgram.Limits {
        LimitedProgram.Limits(
            time: .seconds(isArchive(head) ? seconds.archive : seconds.file), memory: 2 << 30,
            // Base64 takes a third more, and what is reported beside the rows is small.
            file: UInt(contentLimit / 3 * 4 + (1 << 20)))
    }

    private static func isArchive(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x50, 0x4B]) }

    /// What the program is called with, before the file's path. `name`: what the person calls the file.
    package static func arguments(named name: String, accuracy: Double?, confidence: Double? = nil) -> [String] {
        ["sightings", "convert", "--json", "--name=\(name)"] + (accuracy.map { ["--accuracy=\($0)"] } ?? [])
            + (confidence.map { ["--confidence=\($0)"] } ?? [])
    }

    /// The answer; nil when the file was refused as a whole.
    package init?(_ ending: LimitedProgram.Ending) throws {
        // 3: some of it is refused, which the answer says.
        guard [.exited(0), .exited(3)].contains(ending.status) else { return nil }
        self = try JSONDecoder().decode(ConvertedSightings.self, from: Data(ending.output))
    }

    /// Why a program that says nothing itself has not answered.
    package static func failure(_ ending: LimitedProgram.Ending) -> String {
        ending.isLate
            ? "it takes too long to read: more than \(seconds.file) s, or \(seconds.archive) s for an archive"
            : "the program that reads it has failed (\(ending.status))"
    }
}
