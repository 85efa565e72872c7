/// A process of `waymark station sync`.
package struct HubRounds: Hashable, Sendable {
    /// The file with the station's key and token that it was given; nil for the usual one.
    package let credentials: String?

    /// Nil for another command.
    init?(_ arguments: [String]) {
        guard arguments.indices.contains(where: { arguments[$0...].starts(with: ["station", "sync"]) }) else {
            return nil
        }
        let option = "--credentials"
        if let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1) {
            credentials = arguments[place + 1]
        } else {
            credentials = arguments.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
        }
    }
}
