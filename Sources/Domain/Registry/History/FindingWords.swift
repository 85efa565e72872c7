public import Languages

/// What a finding says, as keys and values: in English it is its message and its next step, and readers of other languages
/// get it in theirs.
public struct FindingWords: Hashable, Sendable, Codable {
    public let message: [Sentence]
    public let next: [Sentence]

    package init(message: [Sentence], next: [Sentence]) {
        self.message = message
        self.next = next
    }

    package init(_ message: Sentence, next: Sentence...) {
        self.init(message: [message], next: next)
    }
}
