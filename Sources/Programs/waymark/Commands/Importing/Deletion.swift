import ArgumentParsing

/// What is deleted is asked about first.
enum Deletion {
    static let yes = Option.flag("yes", help: "do not ask before it is deleted")

    /// Whether it may be deleted.
    static func isAgreed(_ question: String, _ values: ParsedValues) throws -> Bool {
        if values[yes] { return true }
        return try ConfirmationPrompt.ask(question, elseNext: "give --yes")
    }
}
