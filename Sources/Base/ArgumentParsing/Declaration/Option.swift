/// An option of a command. `Value` is what the command reads, so `Option<Int?>` may be left out.
///
/// ```
/// static let reader = Option.optional("reader", .text, valueName: "R", help: "write with this reader only")
/// values[reader]  // String?
/// ```
package struct Option<Value: Sendable>: ParameterKey {
    package let parameter: Parameter
    private let reading: @Sendable ([[String]]) throws(InvalidValue) -> Value

    package func read(_ uses: [[String]]) throws(InvalidValue) -> Value { try reading(uses) }

    fileprivate init(
        _ name: String, short: Character?, arity: Parameter.Arity, valueName: String, help: String,
        isRequired: Bool = false, isRepeatable: Bool = false, defaultText: String? = nil,
        completion: Completion,
        reading: @escaping @Sendable ([[String]]) throws(InvalidValue) -> Value
    ) {
        parameter = Parameter(
            label: "--\(name)", short: short.map { "-\($0)" }, isOption: true, arity: arity,
            valueName: valueName, help: help, isRequired: isRequired, isRepeatable: isRepeatable,
            defaultText: defaultText, completion: completion)
        self.reading = reading
    }
}

extension Option {
    /// There or not: `--shipping`.
    package static func flag(_ name: String, short: Character? = nil, help: String) -> Option
    where Value == Bool {
        Option(name, short: short, arity: .none, valueName: "", help: help, completion: .nothing) { uses in
            !uses.isEmpty
        }
    }

    /// One value or nil: `--reader R`.
    package static func optional<Wrapped>(
        _ name: String, short: Character? = nil, _ conversion: Conversion<Wrapped>,
        valueName: String? = nil,
        help: String
    ) -> Option where Value == Wrapped? {
        Option(
            name, short: short, arity: .one, valueName: valueName ?? conversion.valueName, help: help,
            completion: conversion.completion
        ) { (uses) throws(InvalidValue) in
            guard let text = uses.last?.last else { return nil }
            return try conversion.value(from: text)
        }
    }

    /// One value that must be given: `--from FILE`.
    package static func required(
        _ name: String, short: Character? = nil, _ conversion: Conversion<Value>, valueName: String? = nil,
        help: String
    ) -> Option {
        Option(
            name, short: short, arity: .one, valueName: valueName ?? conversion.valueName, help: help,
            isRequired: true, completion: conversion.completion
        ) { (uses) throws(InvalidValue) in
            try conversion.value(from: uses.last?.last ?? "")
        }
    }

    /// One value, or another when it is not given; help shows that one as `defaultText`.
    package static func defaulting(
        to absent: Value, shownAs defaultText: String? = nil, _ name: String, short: Character? = nil,
        _ conversion: Conversion<Value>, valueName: String? = nil, help: String
    ) -> Option {
        Option(
            name, short: short, arity: .one, valueName: valueName ?? conversion.valueName, help: help,
            defaultText: defaultText ?? (absent as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\(absent)",
            completion: conversion.completion
        ) { (uses) throws(InvalidValue) in
            guard let text = uses.last?.last else { return absent }
            return try conversion.value(from: text)
        }
    }

    /// One value each time it is given, none or more times: `--template A --template B`.
    package static func repeated<Element>(
        _ name: String, short: Character? = nil, _ conversion: Conversion<Element>,
        valueName: String? = nil,
        help: String
    ) -> Option where Value == [Element] {
        Option(
            name, short: short, arity: .one, valueName: valueName ?? conversion.valueName, help: help,
            isRepeatable: true, completion: conversion.completion, reading: elements(conversion))
    }

    /// Values up to the next option, once or more often: `--sightings A B --sightings C`.
    package static func list<Element>(
        _ name: String, short: Character? = nil, _ conversion: Conversion<Element>,
        valueName: String? = nil,
        isRequired: Bool = false, help: String
    ) -> Option where Value == [Element] {
        Option(
            name, short: short, arity: .several, valueName: valueName ?? conversion.valueName,
            help: help,
            isRequired: isRequired, isRepeatable: true, completion: conversion.completion,
            reading: elements(conversion))
    }

    /// There or not, and perhaps with a value: `--json` or `--json=tags`.
    package static func optionalValue<Wrapped>(
        _ name: String, short: Character? = nil, _ conversion: Conversion<Wrapped>,
        valueName: String? = nil,
        help: String
    ) -> Option where Value == OptionalValue<Wrapped> {
        Option(
            name, short: short, arity: .optional, valueName: valueName ?? conversion.valueName,
            help: help,
            completion: conversion.completion
        ) { (uses) throws(InvalidValue) in
            guard let use = uses.last else { return .absent }
            guard let text = use.last else { return .bare }
            return .value(try conversion.value(from: text))
        }
    }
}

/// What an option says that may have a value.
package enum OptionalValue<Value: Sendable>: Sendable {
    /// The option is not there.
    case absent
    /// It is there without a value.
    case bare
    case value(Value)
}

extension OptionalValue: Equatable where Value: Equatable {}

/// Reads every value of every use, in order.
func elements<Element: Sendable>(
    _ conversion: Conversion<Element>
) -> @Sendable ([[String]]) throws(InvalidValue) -> [Element] {
    { (uses) throws(InvalidValue) in
        var elements: [Element] = []
        for text in uses.joined() { elements.append(try conversion.value(from: text)) }
        return elements
    }
}
