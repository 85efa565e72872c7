internal import CSV
internal import Faults
internal import Geodesy
internal import Registry

/// A place as a file has it, before it is known whether it can be one.
struct PlaceDraft {
    /// The line where it begins, from 1.
    var line: Int
    /// Its own name in the file, such as `way/7`; empty where the line is enough.
    var label = ""
    var id: String?
    var name: String?
    var address: String?
    var position: (latitude: Double, longitude: Double)?
    /// Outer rings as latitude and longitude.
    var rings: [[(latitude: Double, longitude: Double)]] = []

    private var origin: String { label.isEmpty ? "line \(line)" : "line \(line), \(label)" }

    /// The candidate, or why it cannot be one.
    func candidate(in file: String) -> Result<PlaceCandidate, FileProblem> {
        func problem(_ reason: String) -> Result<PlaceCandidate, FileProblem> {
            .failure(FileProblem(file: file, line: line, reason: label.isEmpty ? reason : "\(label): \(reason)"))
        }
        guard let text = id, !text.isEmpty else {
            return problem("it has no identifier; say which member or column has it: --id NAME")
        }
        guard let identifier = StoreName(text) else {
            return problem("its identifier \"\(text.prefix(80))\" \(StoreName.complaint(about: text) ?? "")")
        }
        let name = Self.plain(name)
        guard !name.isEmpty else { return problem("it has no name") }
        guard position != nil || !rings.isEmpty else { return problem("it has no position") }
        do {
            let point = try position.map { try Self.coordinate($0) }
            let corners = try rings.map { try $0.map { try Self.coordinate($0) } }
            let footprint = corners.isEmpty ? nil : Footprint(corners)
            guard corners.isEmpty || footprint != nil else {
                return problem(
                    "its outline is not that of a store: less than three corners, or more than 2 km across")
            }
            let address = Self.plain(address)
            return .success(
                PlaceCandidate(
                    origin: origin, id: identifier, name: name, address: address.isEmpty ? nil : address, point: point,
                    footprint: footprint))
        } catch let refusal as Refusal {
            return problem(refusal.reason)
        } catch {
            return problem("\(error)")
        }
    }

    private struct Refusal: Error { let reason: String }

    private static func coordinate(_ pair: (latitude: Double, longitude: Double)) throws -> Coordinate {
        do {
            return try Coordinate(latitude: pair.latitude, longitude: pair.longitude)
        } catch {
            let metres =
                abs(pair.latitude) > 180 || abs(pair.longitude) > 360
                ? "; such numbers are metres of a projected map" : ""
            let hint = CoordinateMistake.exchangeHint(latitude: pair.latitude, longitude: pair.longitude)
            throw Refusal(reason: error.reason + (metres.isEmpty ? hint : metres))
        }
    }

    /// On one line, without white space at its ends.
    private static func plain(_ text: String?) -> String {
        (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension PlaceDraft {
    /// Why a place of this status is not taken; nil where it may be.
    static func refusal(ofStatus status: String?) -> String? {
        guard let status = status?.lowercased(), status.contains("closed") || status.contains("duplicate") else {
            return nil
        }
        return "its status is \"\(status.prefix(80))\""
    }

    /// Parts of an address in the order in which they are read, without the empty ones.
    static func address(_ parts: [String?]) -> String? {
        let filled = parts.compactMap { $0 }.filter { !$0.isEmpty }
        return filled.isEmpty ? nil : filled.joined(separator: ", ")
    }
}
