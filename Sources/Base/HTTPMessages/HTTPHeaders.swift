internal import TextCoding

/// Header fields in their order. Names are compared without regard to case (RFC 9110, section 5.1).
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One field.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0, value: $1) }
    }

    /// The first value of a field; nil when it is absent. Setting replaces every value, nil removes them.
    package subscript(name: String) -> String? {
        get { values(of: name).first }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// The values of every line of a field. Those of a list are one list (RFC 9110, section 5.3).
    package func values(of name: String) -> [String] { fields.filter { Self.same($0.name, name) }.map(\.value) }

    /// Adds a value and keeps those that are there.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Field names are ASCII: only the letters A to Z have two forms.
    private static func same(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }
}
