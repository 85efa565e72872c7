internal import Languages

/// Sentences for the page's script (Parts/data.js), without their keys and names: those of thousands of findings would be
/// most of the page. A sentence is `[shape, value, ...]`, and its shape has its key and the names of the values.
struct SentenceRows {
    /// `[key, name, ...]`, by number.
    private(set) var shapes: [[String]] = []
    private var numbers: [[String]: Int] = [:]
    private let english: TextTable

    init(_ english: TextTable) {
        self.english = english
    }

    indirect enum Cell: Encodable, Sendable {
        case text(String)
        case number(Double)
        case row([Cell])
        case marked(String, Cell)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .number(let number): try number.encode(to: encoder)
            case .row(let cells): try cells.encode(to: encoder)
            case .marked(let mark, let cell): try [mark: cell].encode(to: encoder)
            }
        }
    }

    mutating func row(_ sentence: Sentence) -> Cell {
        // What no text of it says is left out; a count chooses the form.
        let places = english.places(of: sentence.key)
        let values = sentence.values.filter { $0.key == "count" || places.contains($0.key) }.sorted { $0.key < $1.key }
        let shape = [sentence.key] + values.map(\.key)
        let number = numbers[shape] ?? shapes.count
        if number == shapes.count {
            shapes.append(shape)
            numbers[shape] = number
        }
        return .row([.number(Double(number))] + values.map { cell($0.value) })
    }

    private mutating func cell(_ value: Sentence.Value) -> Cell {
        switch value {
        case .text(let text): .text(text)
        case .number(let number): .number(Double(number))
        case .metres(let metres): .marked("metres", .number(metres.rounded()))
        case .day(let day): .marked("day", .text(day))
        case .list(let items): .marked("list", .row(items.map { cell($0) }))
        case .series(let items): .marked("series", .row(items.map { cell($0) }))
        case .sentence(let sentence): row(sentence)
        }
    }
}
