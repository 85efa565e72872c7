internal import Chips
internal import OpenAPI
internal import Registry

/// A variable of the path or an item of the query: what it may be, and how it is read.
struct RequestParameter<Value: Sendable>: DescribedParameter {
    let name: String
    let place: APIOperation.Parameter.Place
    let schema: Schema
    let help: String
    /// Its value where it is left out; nil where it must not be.
    let defaultValue: Value?
    /// Nil for a text that cannot be one.
    let read: @Sendable (String) -> Value?
    /// What it has to be, for people: "a whole number from 1 to 1000".
    let expecting: String

    var description: APIOperation.Parameter {
        APIOperation.Parameter(name, in: place, schema, help: help, isRequired: defaultValue == nil)
    }

    func value(of text: String?) throws -> any Sendable {
        guard let text else {
            guard let defaultValue else { throw refusal("it is missing, and has to be \(expecting)") }
            return defaultValue
        }
        guard let value = read(text) else { throw refusal("\"\(text.prefix(80))\" is not \(expecting)") }
        return value
    }

    private func refusal(_ why: String) -> StationError {
        StationError(.badRequest, "\(name) is refused", why: why, next: "correct the request")
    }
}

/// A parameter of whatever type.
protocol DescribedParameter: Sendable {
    var name: String { get }
    var place: APIOperation.Parameter.Place { get }
    var description: APIOperation.Parameter { get }
    func value(of text: String?) throws -> any Sendable
}

extension RequestParameter {
    /// A name in the path.
    static func path<Subject>(_ name: String, _ help: String) -> RequestParameter where Value == Identifier<Subject> {
        RequestParameter(
            name: name, place: .path, schema: Value.schema, help: help, defaultValue: nil, read: { Value($0) },
            expecting: "a name of 1 to \(Value.longest) characters, none of them a control character")
    }

    /// A number in the path, from 1.
    static func path(_ name: String, _ help: String) -> RequestParameter where Value == Int {
        number(name, at: .path, in: 1...Int.max, default: nil, help)
    }

    /// An identifier of ours in the path: small letters and digits.
    static func word(_ name: String, _ help: String) -> RequestParameter where Value == String {
        RequestParameter(
            name: name, place: .path, schema: .text(["pattern": "^[0-9a-z]{1,40}$"]), help: help, defaultValue: nil,
            read: { text in
                let isWord = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
                return isWord && (1...40).contains(text.utf8.count) ? text : nil
            }, expecting: "1 to 40 small letters and digits")
    }

    static func query(
        _ name: String, in range: ClosedRange<Int>, default value: Int, _ help: String
    ) -> RequestParameter where Value == Int {
        number(name, at: .query, in: range, default: value, "\(help) (default: \(value))")
    }

    private static func number(
        _ name: String, at place: APIOperation.Parameter.Place, in range: ClosedRange<Int>, default value: Int?,
        _ help: String
    ) -> RequestParameter where Value == Int {
        RequestParameter(
            name: name, place: place, schema: .integer(range), help: help, defaultValue: value,
            read: { text in
                // As JSON writes it: one number has one form.
                guard let number = Int(text), "\(number)" == text, range.contains(number) else { return nil }
                return number
            }, expecting: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// Numbers from 1, with commas between them.
    static func numbers(
        _ name: String, atMost limit: Int, _ help: String
    ) -> RequestParameter where Value == [Int] {
        let number = RequestParameter<Int>.query(name, in: 1...Int.max, default: 1, help)
        return RequestParameter(
            name: name, place: .query,
            schema: .text(["pattern": .text("^[1-9][0-9]{0,17}(,[1-9][0-9]{0,17}){0,\(limit - 1)}$")]), help: help,
            defaultValue: nil,
            read: { text in
                let parts = text.split(separator: ",", omittingEmptySubsequences: false)
                let numbers = parts.compactMap { number.read(String($0)) }
                return numbers.count == parts.count && parts.count <= limit ? numbers : nil
            }, expecting: "1 to \(limit) whole numbers from 1, with commas between them")
    }

    static func optionalNumber(_ name: String, _ help: String) -> RequestParameter where Value == Int? {
        let number = RequestParameter<Int>.query(name, in: 1...Int.max, default: 1, help)
        return RequestParameter(
            name: name, place: .query, schema: number.schema, help: help, defaultValue: .some(nil),
            read: { number.read($0).map { .some($0) } }, expecting: number.expecting)
    }

    /// Any text of at most so many characters.
    static func text(
        _ name: String, atMost limit: Int = 500, _ help: String
    ) -> RequestParameter where Value == String? {
        RequestParameter(
            name: name, place: .query, schema: .text(["maxLength": .integer(limit), "pattern": "^[^\\u0000]*$"]),
            help: help, defaultValue: .some(nil),
            read: { $0.unicodeScalars.count <= limit ? .some($0) : nil },
            expecting: "a text of at most \(limit) characters")
    }

    static func requiredText(
        _ name: String, atMost limit: Int, _ help: String
    ) -> RequestParameter where Value == String {
        RequestParameter(
            name: name, place: .query, schema: .text(["maxLength": .integer(limit), "pattern": "^[^\\u0000]*$"]),
            help: help, defaultValue: nil,
            read: { $0.unicodeScalars.count <= limit ? $0 : nil }, expecting: "a text of at most \(limit) characters")
    }

    static func name<Subject>(_ name: String, _ help: String) -> RequestParameter where Value == Identifier<Subject>? {
        let path = RequestParameter<Identifier<Subject>>.path(name, help)
        return RequestParameter(
            name: name, place: .query, schema: path.schema, help: help, defaultValue: .some(nil),
            read: { path.read($0).map { .some($0) } }, expecting: path.expecting)
    }

    static func chip(_ name: String, _ help: String) -> RequestParameter where Value == ChipUID? {
        RequestParameter(
            name: name, place: .query, schema: ChipUID.schema, help: help, defaultValue: .some(nil),
            read: { ChipUID($0).map { .some($0) } }, expecting: "a UID of 4, 7, 8 or 10 bytes in hexadecimal")
    }

    static func time(_ name: String, _ help: String) -> RequestParameter where Value == Timestamp? {
        RequestParameter(
            name: name, place: .query, schema: Timestamp.schema, help: help, defaultValue: .some(nil),
            read: { Timestamp(iso8601: $0).map { .some($0) } }, expecting: "an ISO 8601 time with an offset")
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ help: String
    ) -> RequestParameter where Value == Choice? {
        let words = Choice.allCases.map(\.rawValue)
        return RequestParameter(
            name: name, place: .query, schema: .choice(words), help: help, defaultValue: .some(nil),
            read: { Choice(rawValue: $0).map { .some($0) } }, expecting: "one of: \(words.joined(separator: ", "))")
    }

    static func flag(_ name: String, _ help: String) -> RequestParameter where Value == Bool {
        RequestParameter(
            name: name, place: .query, schema: .boolean, help: help, defaultValue: false,
            read: { ["true": true, "false": false][$0] }, expecting: "true or false")
    }

    /// Some of a few words, with commas between them.
    static func choices<Choice: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
        _ name: String, default value: Set<Choice>, _ help: String
    ) -> RequestParameter where Value == Set<Choice> {
        let words = Choice.allCases.map(\.rawValue)
        let one = "(" + words.joined(separator: "|") + ")"
        return RequestParameter(
            name: name, place: .query, schema: .text(["pattern": .text("^\(one)(,\(one))*$")]), help: help,
            defaultValue: value,
            read: { text in
                let found = text.split(separator: ",", omittingEmptySubsequences: false)
                    .map { Choice(rawValue: String($0)) }
                return found.contains { $0 == nil } ? nil : Set(found.compactMap(\.self))
            }, expecting: "some of: \(words.joined(separator: ", ")), with commas between them")
    }
}
