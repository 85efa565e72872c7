/// Who did something, and where.
public struct Author: Hashable, Sendable, Codable {
    /// The machine: its host name, or the name in the configuration.
    public let station: String
    /// The person or program: `uid:1000 (alice)`, `token:tablet`, `waymarkd`.
    public let actor: String

    /// Control characters become spaces: a journal line stays one line.
    public init(station: String, actor: String) {
        self.station = Self.oneLine(station)
        self.actor = Self.oneLine(actor)
    }

    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 }))
    }
}
