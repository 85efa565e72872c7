import API
import ArgumentParsing
import Audit
import Faults
import Foundation
import GPS
import Registry
import UnixSystem

/// `audit --live`: each tag that is put on the reader is judged on the spot.
struct LiveWalk {
    let client: WaymarkClient
    let reader: ReaderName?
    let position: PositionSource
    /// Who walks, as sightings name their device.
    let device: String?
    let plan: SampleFile?
    let asJSON: Bool

    /// How long one question for a tag may take before it is asked again.
    private static let turn = 600
    /// How long a tag waits for a fix: the tag is there, the auditor too.
    private static let fixPatience = Duration.seconds(3)

    /// Walks until it is interrupted or nothing of the plan remains, and returns the walk, not yet ended.
    func run() async throws -> Walk {
        // A first fix, before the first tag is held to the reader.
        let start = try await position.now(within: PositionSource.patience)
        let walk = try await client.beginWalk()
        // Until here an interruption ends the program as it ends any other: there is nothing to finish.
        let stopping = try Signals.stream(of: Signals.ending)
        let going = Task { () throws -> Void in
            var printer = WalkPrinter(asJSON: asJSON, plan: plan)
            printer.begin(at: start)
            var tags = TagSequence(client: client, reader: reader, turn: Self.turn)
            while !Task.isCancelled, !printer.isComplete {
                let next = try await tags.next {
                    printer.refuse($0.message, code: $0.code.rawValue, why: $0.reason, next: $0.next)
                }
                guard case .tag(let reading) = next else { continue }
                guard let url = reading.url else {
                    printer.refuse(
                        "chip \(reading.uid) holds no URL", why: "its content is \(reading.content)",
                        next: "if it is a tag of ours, write it again")
                    continue
                }
                do {
                    let fix = try await position.now(within: Self.fixPatience)
                    let verdict = try await client.see(
                        WalkSighting(
                            url: url, uid: reading.uid, place: fix.place, accuracy: fix.accuracy,
                            confidence: GPSFix.confidence, device: device), onWalk: walk.id)
                    try printer.show(verdict)
                } catch let error as GPSError {
                    if error.code == .lost { throw error }
                    // It was not judged: the same tag may come again at once.
                    tags.last = nil
                    printer.refuse(
                        "the tag was not judged", code: error.code.rawValue, why: error.reason, next: error.next)
                    try await Task.sleep(for: .seconds(1))
                }
            }
        }
        let watching = Task {
            for await _ in stopping { going.cancel() }
        }
        defer { watching.cancel() }
        do {
            try await going.value
        } catch  where going.isCancelled {
            // A request that the interruption cut off is not a failure of the walk.
            return walk
        }
        return walk
    }
}
