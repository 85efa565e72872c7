internal import Faults
internal import Foundation

/// A sighting as JSON: the columns of a CSV file as members, or a GeoJSON feature (RFC 7946) with them as properties.
struct JSONSighting: Decodable {
    /// Nil for a feature that is not a point, or has no URL: a track, a car park.
    let record: SightingRecord?

    private enum Member: String, CodingKey {
        case time, url, uid, latitude, longitude, accuracy, source, device, confidence
        case type, geometry, properties
    }

    private struct Geometry: Decodable {
        let type: String
        let coordinates: Ignorable<[Double]>
    }

    /// Nil for whatever does not fit.
    private struct Ignorable<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            value = try? Value(from: decoder)
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let type = try members.decodeIfPresent(Ignorable<String>.self, forKey: .type)?.value
        guard type == "Feature" else {
            record = try Self.record(members)
            return
        }
        guard let geometry = try members.decodeIfPresent(Geometry.self, forKey: .geometry), geometry.type == "Point",
            (try? members.decodeNil(forKey: .properties)) == false
        else {
            record = nil
            return
        }
        let properties = try members.nestedContainer(keyedBy: Member.self, forKey: .properties)
        var record = try Self.record(properties)
        guard !record.url.isEmpty else {
            self.record = nil
            return
        }
        guard let position = geometry.coordinates.value, position.count >= 2 else {
            throw DecodingError.dataCorruptedError(
                forKey: .geometry, in: members, debugDescription: "its position is not made of numbers")
        }
        // Longitude first: RFC 7946 section 3.1.1.
        record.longitude = DecimalText.text(position[0])
        record.latitude = DecimalText.text(position[1])
        self.record = record
    }

    private static func record(_ members: KeyedDecodingContainer<Member>) throws -> SightingRecord {
        func text(_ member: Member) throws -> String {
            guard members.contains(member), try !members.decodeNil(forKey: member) else { return "" }
            if let text = try? members.decode(String.self, forKey: member) { return text }
            if let number = try? members.decode(Double.self, forKey: member) { return DecimalText.text(number) }
            throw DecodingError.dataCorruptedError(
                forKey: member, in: members, debugDescription: "it is neither a text nor a number")
        }
        return SightingRecord(
            time: try text(.time), url: try text(.url), uid: try text(.uid), latitude: try text(.latitude),
            longitude: try text(.longitude), accuracy: try text(.accuracy), source: try text(.source),
            device: try text(.device), confidence: try text(.confidence))
    }

    /// Puts one value into the rows, whatever it is. `start`: where its text begins in the file; nil for a line of its
    /// own, for which the column is enough.
    static func take(
        _ json: [UInt8], from start: JSONPlace?, with decoder: JSONDecoder, into rows: inout SightingRows
    ) {
        do {
            let sighting = try decoder.decode(JSONSighting.self, from: Data(json))
            if let record = sighting.record { rows.append(record) } else { rows.leaveOut() }
        } catch let error as DecodingError {
            rows.refuse(reason(of: error, json, start))
        } catch {
            rows.refuse("it is not JSON")
        }
    }

    private static func reason(of error: DecodingError, _ json: [UInt8], _ start: JSONPlace?) -> String {
        var (place, reason) = error.fault(in: json)
        if case .typeMismatch(_, let context) = error, context.codingPath.isEmpty {
            reason = "it is not a JSON object with the members of a sighting"
        }
        guard let place else { return reason }
        let told = start.map { "\(place.inText(from: $0))" } ?? "column \(place.column)"
        return "\(told): \(reason)"
    }
}
