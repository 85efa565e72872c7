/// How the text of an option or argument becomes a value, and how help and messages speak of it.
package struct Conversion<Value: Sendable>: Sendable {
    /// The placeholder of the value in help: `FILE`.
    package let valueName: String
    /// What the value must be, as it follows "it takes": `a whole number from 1 to 65`.
    package let expectation: String
    /// What a shell may offer.
    package let completion: Completion
    private let parse: @Sendable (String) -> Value?

    /// A conversion of one's own.
    ///
    /// `parse` returns nil for text it does not accept. It must depend on the text alone, as it may be asked more
    /// than once.
    package init(
        valueName: String, expecting expectation: String, completion: Completion = .nothing,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.valueName = valueName
        self.expectation = expectation
        self.completion = completion
        self.parse = parse
    }

    func value(from text: String) throws(InvalidValue) -> Value {
        guard let value = parse(text) else { throw InvalidValue(text: text, expectation: expectation) }
        return value
    }
}

/// A text that a conversion did not accept.
package struct InvalidValue: Error, Sendable, Equatable {
    let text: String
    let expectation: String
}

/// What a shell may offer for a value.
package enum Completion: Sendable, Equatable {
    case nothing
    case files
    case folders
    case choices([String])
}
