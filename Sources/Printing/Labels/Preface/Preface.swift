public import Faults

/// Pages of words before the labels of a sheet: what to do with them, and what else there is to do.
public struct Preface: Sendable, Equatable {
    public enum Line: Sendable, Equatable {
        case title(String)
        case heading(String)
        case text(String)
        /// Something to do, with a box to tick. `detail` is set small below it; empty for none.
        case task(String, detail: String)
        /// An identifier and where it belongs, with a box to tick.
        case item(String, place: String)
    }

    public var lines: [Line]

    /// More than this is too much for a person.
    public static let mostLines = 20_000
    /// Characters of a line. Longer ones are for the caller to cut.
    public static let longestLine = 2_000

    /// Throws when there is nothing to say or too much, and for text that cannot be printed.
    public init(_ lines: [Line]) throws(LabelsError) {
        guard (1...Self.mostLines).contains(lines.count) else {
            throw LabelsError(
                code: .contentIncomplete, message: "cannot print the pages before the labels",
                reason: "they have \(lines.count) lines; 1 to \(Self.mostLines) can be printed",
                next: "choose less work for one order")
        }
        for text in lines.flatMap(\.texts) {
            try LabelsError.refuseControlCharacters(in: text, what: "line of the order")
            guard text.unicodeScalars.count <= Self.longestLine else {
                throw LabelsError(
                    code: .textDoesNotFit, message: "cannot print a line of the order",
                    reason: "it has more than \(Self.longestLine) characters", next: "shorten it")
            }
        }
        self.lines = lines
    }
}

extension Preface.Line {
    var texts: [String] {
        switch self {
        case .title(let text), .heading(let text), .text(let text): [text]
        case .task(let text, let detail): [text, detail]
        case .item(let text, let place): [text, place]
        }
    }

    /// Whether it must not be the last one on a page.
    var needsCompany: Bool {
        switch self {
        case .title, .heading, .task: true
        case .text, .item: false
        }
    }
}
