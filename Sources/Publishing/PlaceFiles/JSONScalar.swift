/// A member of unknown kind: its text where it is a text, a number or a truth value, nil for anything else.
struct JSONScalar: Decodable {
    let text: String?
    let number: Double?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            (self.text, number) = (text, Double(text))
        } else if let whole = try? container.decode(Int64.self) {
            (text, number) = (String(whole), Double(whole))
        } else if let value = try? container.decode(Double.self) {
            (text, number) = (String(value), value)
        } else {
            (text, number) = (nil, nil)
        }
    }
}

/// Lists within lists of numbers, as GeoJSON's coordinates are.
indirect enum NestedNumbers: Decodable {
    case number(Double)
    case list([NestedNumbers])

    init(from decoder: any Decoder) throws {
        if let number = try? decoder.singleValueContainer().decode(Double.self) {
            self = .number(number)
        } else {
            self = .list(try [NestedNumbers](from: decoder))
        }
    }

    /// A position, longitude first (RFC 7946, 3.1.1).
    var position: (latitude: Double, longitude: Double)? {
        guard case .list(let parts) = self, parts.count >= 2, case .number(let east) = parts[0],
            case .number(let north) = parts[1]
        else { return nil }
        return (north, east)
    }

    var items: [NestedNumbers] { if case .list(let parts) = self { parts } else { [] } }
}
