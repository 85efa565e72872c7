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

    /// What its sentences name as what a tag holds.
    var contents: [String] { (message + next).flatMap { $0.texts(at: "url") } }

    package init(_ message: Sentence, next: Sentence...) {
        self.init(message: [message], next: next)
    }
}

extension Sentence {
    fileprivate func texts(at name: String) -> [String] {
        values.flatMap { place, value -> [String] in
            switch value {
            case .text(let text): place == name ? [text] : []
            case .sentence(let sentence): sentence.texts(at: name)
            case .number, .list, .series, .metres, .day: []
            }
        }
    }
}
