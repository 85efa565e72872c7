internal import CSV
internal import Faults
internal import Foundation
internal import XML

extension OSMElement {
    /// Elements of an answer of Overpass in JSON. `remark` is what Overpass says when it has given up.
    static func json(
        _ bytes: [UInt8], file: String
    ) throws(PlaceFileError) -> (elements: [OSMElement], problems: [FileProblem], remark: String?) {
        let document = try JSONElements(bytes, names: ["elements"], file: file)
        let decoder = JSONDecoder()
        let shell = try? decoder.decode([String: JSONScalar].self, from: Data(document.shell))
        var elements: [OSMElement] = []
        var problems: [FileProblem] = []
        for (line, element) in document.elements {
            do {
                elements.append(try decoder.decode(Decoded.self, from: Data(element)).element(line))
            } catch let error as DecodingError {
                problems.append(FileProblem(file: file, line: line, reason: error.explanation(in: element)))
            } catch {
                problems.append(FileProblem(file: file, line: line, reason: "it is not an element"))
            }
        }
        return (elements, problems, shell?["remark"]?.text)
    }

    private struct Decoded: Decodable {
        struct Point: Decodable {
            let lat: Double
            let lon: Double
        }

        struct Part: Decodable {
            let type: String
            let ref: Int64
            let role: String?
            let geometry: [Point?]?
        }

        let type: String
        let id: Int64
        let lat: Double?
        let lon: Double?
        let center: Point?
        let nodes: [Int64]?
        let geometry: [Point?]?
        let members: [Part]?
        let tags: [String: String]?

        func element(_ line: Int) throws -> OSMElement {
            guard let kind = Kind(rawValue: type) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "its type is none of node, way, relation"))
            }
            var element = OSMElement(kind: kind, id: id, line: line)
            if let lat, let lon { element.position = (lat, lon) }
            element.centre = center.map { ($0.lat, $0.lon) }
            element.nodes = nodes ?? []
            element.outline = Self.outline(geometry)
            element.members = (members ?? []).map {
                Member(
                    reference: $0.ref, isWay: $0.type == "way", role: $0.role ?? "",
                    outline: Self.outline($0.geometry))
            }
            element.tags = tags ?? [:]
            return element
        }

        private static func outline(_ points: [Point?]?) -> Outline {
            Outline((points ?? []).map { point -> Position? in point.map { ($0.lat, $0.lon) } })
        }
    }

    /// Elements of an OSM XML file.
    static func xml(_ bytes: [UInt8], file: String) throws(PlaceFileError) -> [OSMElement] {
        var elements: [OSMElement] = []
        var open: OSMElement?
        do throws(XMLError) {
            var reader = try XMLReader()
            var (rest, line) = (bytes[...], 1)
            // By lines: events do not say where they were, and exports have an element a line.
            while true {
                let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
                let piece = Array(rest[..<end])
                rest = rest[end...]
                for event in try reader.read(piece, isLast: rest.isEmpty) { take(event, line: line, &open, &elements) }
                if rest.isEmpty { break }
                line += 1
            }
        } catch {
            let isLarge = error.code == .tooDeep || error.code == .tooLarge
            throw PlaceFileError(isLarge ? .tooLarge : .malformed, file: file, "line \(error.line): \(error.reason)")
        }
        return elements
    }

    private static func take(
        _ event: XMLEvent, line: Int, _ open: inout OSMElement?, _ elements: inout [OSMElement]
    ) {
        switch event {
        case .start(let name, let attributes):
            func position() -> Position? {
                guard let north = attributes["lat"].flatMap(Double.init),
                    let east = attributes["lon"].flatMap(Double.init)
                else { return nil }
                return (north, east)
            }
            let reference = attributes["ref"].flatMap { Int64($0) } ?? 0
            if let kind = Kind(rawValue: name), open == nil {
                open = OSMElement(kind: kind, id: attributes["id"].flatMap { Int64($0) } ?? 0, line: line)
                open?.position = position()
                // What an editor has deleted and not uploaded yet, and what history keeps.
                open?.isDeleted = attributes["action"] == "delete" || attributes["visible"] == "false"
                return
            }
            switch name {
            case "tag": if let key = attributes["k"] { open?.tags[key] = attributes["v"] ?? "" }
            case "center": open?.centre = position()
            case "member":
                open?.members.append(
                    Member(reference: reference, isWay: attributes["type"] == "way", role: attributes["role"] ?? ""))
            case "nd":
                let corner = position()
                if open?.kind == .relation, let last = open?.members.indices.last {
                    open?.members[last].outline.append(corner)
                } else {
                    open?.nodes.append(reference)
                    open?.outline.append(corner)
                }
            default: break
            }
        case .end(let name):
            if let element = open, name == element.kind.rawValue {
                if !element.isDeleted { elements.append(element) }
                open = nil
            }
        case .text: break
        }
    }
}
