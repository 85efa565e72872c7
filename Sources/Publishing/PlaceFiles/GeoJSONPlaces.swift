internal import CSV
internal import Faults
internal import Foundation

/// GeoJSON (RFC 7946): points, polygons and multipolygons with their properties; also as overpass-turbo writes it.
struct GeoJSONPlaces {
    private struct Shell: Decodable {
        struct System: Decodable {
            let properties: [String: JSONScalar]?
        }

        let type: String?
        let crs: System?
    }

    private struct Feature: Decodable {
        struct Geometry: Decodable {
            let type: String
            let coordinates: NestedNumbers?
        }

        let type: String?
        let id: JSONScalar?
        let geometry: Geometry?
        let properties: [String: JSONScalar]?
    }

    private(set) var drafts: [PlaceDraft] = []
    private(set) var problems: [FileProblem] = []

    init(_ bytes: [UInt8], file: String, idName: String?) throws(PlaceFileError) {
        let document = try JSONElements(bytes, names: ["features"], file: file)
        let decoder = JSONDecoder()
        do {
            let shell = try decoder.decode(Shell.self, from: Data(document.hasList ? document.shell : bytes))
            let name = shell.crs?.properties?["name"]?.text ?? ""
            guard shell.crs == nil || name.hasSuffix("CRS84") || name.hasSuffix("4326") else {
                throw PlaceFileError(
                    .otherCoordinates, file: file, "its coordinates are of the system \(name.prefix(80)), not of WGS 84"
                )
            }
        } catch let error as DecodingError {
            throw PlaceFileError(
                .malformed, file: file, error.explanation(in: document.hasList ? document.shell : bytes))
        } catch let error as PlaceFileError {
            throw error
        } catch {
            throw PlaceFileError(.malformed, file: file, "it is not JSON")
        }
        for (line, element) in document.elements {
            do {
                try take(try decoder.decode(Feature.self, from: Data(element)), line: line, file: file, idName: idName)
            } catch let error as DecodingError {
                problems.append(FileProblem(file: file, line: line, reason: error.explanation(in: element)))
            } catch {
                problems.append(FileProblem(file: file, line: line, reason: "it is not a feature"))
            }
        }
    }

    private mutating func take(_ feature: Feature, line: Int, file: String, idName: String?) throws {
        func refuse(_ reason: String) { problems.append(FileProblem(file: file, line: line, reason: reason)) }
        guard feature.type == "Feature" else {
            return refuse("it is a \(feature.type?.prefix(40) ?? "value"), not a feature with properties")
        }
        let members = feature.properties ?? [:]
        var draft = PlaceDraft(line: line)
        let id =
            idName.map { members[$0]?.text } ?? members["store"]?.text ?? feature.id?.text ?? members["@id"]?.text
            ?? members["id"]?.text
        // OpenStreetMap's way/7 would be two parts of a path.
        draft.id = id?.replacing("/", with: "-")
        draft.label = id ?? ""
        draft.name = members["name"]?.text ?? members["brand"]?.text ?? members["title"]?.text
        draft.address = members["address"]?.text ?? OSMElement.address(members.compactMapValues(\.text))
        guard let geometry = feature.geometry, let numbers = geometry.coordinates else {
            return refuse("it has no geometry")
        }
        var isWhole = true
        func ring(_ list: NestedNumbers) -> [(latitude: Double, longitude: Double)] {
            let positions = list.items.compactMap(\.position)
            if positions.count != list.items.count || positions.count < 4 { isWhole = false }
            return positions
        }
        switch geometry.type {
        case "Point":
            draft.position = numbers.position
            isWhole = draft.position != nil
        // The first ring is the outer one, the others are holes (RFC 7946, 3.1.6).
        case "Polygon": draft.rings = numbers.items.prefix(1).map(ring)
        case "MultiPolygon": draft.rings = numbers.items.compactMap { $0.items.first }.map(ring)
        default: return refuse("its geometry is a \(geometry.type.prefix(40)): a store has a point or an outline")
        }
        guard isWhole else { return refuse("its coordinates do not make a \(geometry.type)") }
        drafts.append(draft)
    }
}
