/// A process of `waymark station sync`.
package struct HubRounds: Hashable, Sendable {
    /// The path of the file with the station's key and token that it was given; nil for the usual one. Relative where its
    /// folder is not seen.
    package let credentials: String?

    /// Nil for another command.
    init?(_ arguments: [String], in folder: String?) {
        guard arguments.indices.contains(where: { arguments[$0...].starts(with: ["station", "sync"]) }) else {
            return nil
        }
        let option = "--credentials"
        let given =
            if let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1) {
                Optional(arguments[place + 1])
            } else {
                arguments.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
            }
        credentials = given.map { path in
            guard let folder, !path.hasPrefix("/") else { return path }
            return "\(folder)/\(path)"
        }
    }
}
