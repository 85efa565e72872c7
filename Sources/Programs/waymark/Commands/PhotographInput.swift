import API
import Faults
import Foundation
import SightingFiles
import UnixSystem

/// Photographs among the files of a command. Each is read by a process of its own that can use nothing else
/// (`waymark sightings convert`), because decoders of pictures are large and read what strangers made.
struct PhotographInput {
    let defaults: SightingDefaults
    let notes: SightingNotes

    /// The rows of those files that are photographs, by path. Finding the codes takes a second for each, so several are
    /// read at once.
    func rows(among paths: [String]) async throws -> [String: [UInt8]] {
        var waiting = paths.filter(SightingFile.isPhotograph)[...]
        return try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            func begin() {
                guard let path = waiting.popFirst() else { return }
                group.addTask { (path, try await rows(of: path)) }
            }
            for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) { begin() }
            var found: [String: [UInt8]] = [:]
            for try await (path, rows) in group {
                found[path] = rows
                begin()
            }
            return found
        }
    }

    private func rows(of path: String) async throws -> [UInt8] {
        // The child is this program: in it the name is its own.
        let head = try FileDescriptor.open(path, flags: O_RDONLY).read(upTo: 4)
        let program = LimitedProgram(path: "/proc/self/exe", limits: ConvertedSightings.limits(for: head))
        let arguments = ConvertedSightings.arguments(
            named: path, accuracy: defaults.accuracy, confidence: defaults.confidence)
        let ending = try await program.run(
            arguments + ["--", path], folder: FileManager.default.temporaryDirectory.path)
        guard let converted = try ConvertedSightings(ending) else {
            if let complaint = Complaint(printed: ending.errors) { throw complaint }
            throw SightingFileError.notRead(path, why: ConvertedSightings.failure(ending))
        }
        notes.take(
            path, .code, sightings: converted.sightings ?? 0,
            refusals: Dictionary(uniqueKeysWithValues: converted.refusals.map { ($0.line, $0.reason) }),
            warnings: converted.warnings)
        return Array(converted.content)
    }
}
