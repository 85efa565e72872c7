/// The identifiers of one sequence of events: `5f2a91c3-17`. Another daemon numbers from 1, too, and has another era.
struct EventEra: Sendable {
    private let prefix = String(UInt32.random(in: .min ... .max), radix: 16) + "-"

    func identifier(of number: Int) -> String { prefix + String(number) }

    /// The number of an event of ours; nil for any other text.
    func number(of identifier: String?) -> Int? {
        guard let identifier, let number = Int(identifier.dropFirst(prefix.utf8.count)),
            self.identifier(of: number) == identifier
        else { return nil }
        return number
    }
}
