internal import CSV
internal import Faults
internal import Foundation

/// Locations as Apple Business' API has them. See: Apple Business Connect API, "Location".
struct ApplePlaces {
    private struct Location: Decodable {
        struct Text: Decodable {
            let name: String?
            let primary: Bool?
        }

        struct Address: Decodable {
            let fullAddress: String?
            let structuredAddress: Structured?
        }

        struct Structured: Decodable {
            let fullThoroughfare: String?
            let thoroughfare: String?
            let subThoroughfare: String?
            let subLocality: String?
            let locality: String?
            let administrativeArea: String?
            let postCode: String?
            let countryCode: String?
        }

        struct Status: Decodable {
            /// `OPEN`, `TEMPORARILY_CLOSED`, `CLOSED`
            let status: String?
        }

        struct Point: Decodable {
            /// Texts or numbers.
            let coordinates: [String: JSONScalar]?
        }

        let partnersLocationId: JSONScalar?
        let storeCode: JSONScalar?
        let displayNames: [Text]?
        let mainAddress: Address?
        let displayPoint: Point?
        let locationStatus: Status?
    }

    private struct Wrapped: Decodable {
        let locationDetails: Location?
    }

    private(set) var drafts: [PlaceDraft] = []
    private(set) var problems: [FileProblem] = []

    init(_ bytes: [UInt8], file: String, idName: String?) throws(PlaceFileError) {
        let decoder = JSONDecoder()
        for (line, element) in try JSONElements(bytes, names: ["data", "locations"], file: file).elements {
            do {
                let wrapped = try decoder.decode(Wrapped.self, from: Data(element)).locationDetails
                let location = try wrapped ?? decoder.decode(Location.self, from: Data(element))
                if let refusal = PlaceDraft.refusal(ofStatus: location.locationStatus?.status) {
                    problems.append(FileProblem(file: file, line: line, reason: refusal))
                    continue
                }
                drafts.append(Self.draft(location, line: line, idName: idName))
            } catch let error as DecodingError {
                problems.append(FileProblem(file: file, line: line, reason: error.explanation(in: element)))
            } catch {
                problems.append(FileProblem(file: file, line: line, reason: "it is not a location"))
            }
        }
    }

    private static func draft(_ location: Location, line: Int, idName: String?) -> PlaceDraft {
        var draft = PlaceDraft(line: line)
        let partners = location.partnersLocationId?.text
        draft.id = idName == "partnersLocationId" ? partners : location.storeCode?.text ?? partners
        draft.label = draft.id ?? ""
        let names = location.displayNames ?? []
        draft.name = (names.first { $0.primary == true } ?? names.first)?.name
        let parts = location.mainAddress?.structuredAddress
        let street =
            parts?.fullThoroughfare
            ?? [parts?.thoroughfare, parts?.subThoroughfare].compactMap { $0 }.joined(separator: " ")
        draft.address =
            location.mainAddress?.fullAddress
            ?? PlaceDraft.address([
                street, parts?.subLocality, parts?.locality, parts?.administrativeArea, parts?.postCode,
                parts?.countryCode,
            ])
        if let north = location.displayPoint?.coordinates?["latitude"]?.number,
            let east = location.displayPoint?.coordinates?["longitude"]?.number
        {
            draft.position = (north, east)
        }
        return draft
    }
}
