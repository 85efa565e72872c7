internal import API
internal import Audit
internal import CSV
internal import Foundation
internal import Geodesy
internal import HTTPServer
internal import Registry

/// Photographs that a phone's camera has taken, sent from its page.
extension Station {
    /// Keeps a row for each code on a photograph, or on each of a ZIP of them, as what this phone saw. The pictures are not kept.
    func takeWalkPhotographs(_ file: String, _ call: OperationCall) async throws -> WalkPhotographs {
        // Before the file is read, which takes longer than all else.
        let sender = try phone(call).kept.token.name
        try await evidence.allowUpload(of: sender)
        let converted: ConvertedSightings
        do {
            converted = try await sightingFiles.convert(file, accuracy: nil, call.incomingFile)
        } catch let error as StationError where error.status == 503 {
            // It is to be sent again: the station had no time for it.
            await evidence.giveBackUpload(of: sender)
            throw error
        }
        guard converted.item == .code else {
            throw StationError(
                .sightingsRefused, "\(file) is refused", why: "it is neither a photograph nor a ZIP of photographs",
                next: "choose photographs (JPEG, HEIC) or a ZIP of them")
        }
        var reader = SightingReader(file: file, now: now())
        let read = try reader.feed(Array(converted.content)) + reader.finish()
        let known = Dictionary(uniqueKeysWithValues: converted.refusals.map { ($0.line, $0.reason) })
        let bad = reader.badRows.problems.map { problem in problem.line.flatMap { known[$0] } ?? problem.reason }
        return try await keepingOfPhone { try await keep(read, file, bad: bad, call) }
    }

    private func keep(
        _ read: [Sighting], _ file: String, bad: [String], _ call: OperationCall
    ) async throws -> WalkPhotographs {
        let (phone, _) = try phone(call)
        let device = Self.device(phone.token.name)
        var refused = bad
        let kept = read.compactMap { seen -> Sighting? in
            let row = WalkUpload.Row(
                time: seen.time, url: seen.url, latitude: seen.place.latitude, longitude: seen.place.longitude,
                accuracy: seen.accuracy)
            if let reason = reason(against: row, of: phone) {
                refused.append("\(seen.url.prefix(200)): \(reason)")
                return nil
            }
            return Sighting(
                time: seen.time, url: seen.url, uid: nil, place: seen.place, error: seen.error, device: device)
        }
        let new = try await evidence.keepAllowed(kept, ofWalkBy: PhoneStanding(phone), by: call.author)
        return WalkPhotographs(file: file, sightings: kept.count, new: new, refused: refused)
    }
}

extension Sighting {
    /// The radius that holds the position with a phone's confidence, in metres: what the photograph says.
    fileprivate var accuracy: Double {
        error.sigma / PositionError.deviationFactor(confidence: PositionError.phoneConfidence)
    }
}
