/// A positional argument of a command: known by its place, called by a name in capitals.
package struct Argument<Value: Sendable>: ParameterKey {
    package let parameter: Parameter
    private let reading: @Sendable ([[String]]) throws(InvalidValue) -> Value

    package func read(_ uses: [[String]]) throws(InvalidValue) -> Value { try reading(uses) }

    private init(
        _ name: String, help: String, isRequired: Bool, isRepeatable: Bool = false, completion: Completion,
        reading: @escaping @Sendable ([[String]]) throws(InvalidValue) -> Value
    ) {
        parameter = Parameter(
            label: name, short: nil, isOption: false, arity: .one, valueName: name, help: help,
            isRequired: isRequired, isRepeatable: isRepeatable, defaultText: nil, completion: completion)
        self.reading = reading
    }

    /// One value that must be given: `NAME`.
    package static func required(_ name: String, _ conversion: Conversion<Value>, help: String) -> Argument {
        Argument(
            name, help: help, isRequired: true, completion: conversion.completion
        ) { (uses) throws(InvalidValue) in
            try conversion.value(from: uses.last?.last ?? "")
        }
    }

    /// One value or nil: `[NAME]`.
    package static func optional<Wrapped>(
        _ name: String, _ conversion: Conversion<Wrapped>, help: String
    ) -> Argument where Value == Wrapped? {
        Argument(
            name, help: help, isRequired: false, completion: conversion.completion
        ) { (uses) throws(InvalidValue) in
            guard let text = uses.last?.last else { return nil }
            return try conversion.value(from: text)
        }
    }

    /// All values that are left: `FILE...`. Only the last argument can be a list.
    package static func list<Element>(
        _ name: String, _ conversion: Conversion<Element>, isRequired: Bool, help: String
    ) -> Argument where Value == [Element] {
        Argument(
            name, help: help, isRequired: isRequired, isRepeatable: true, completion: conversion.completion,
            reading: elements(conversion))
    }
}
