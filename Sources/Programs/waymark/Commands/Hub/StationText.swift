import API
import Chips
import Registry

/// A station's place under its hub, for people.
enum StationText {
    /// How the hub hears of a station that has left.
    static let lastRound = "waymark station sync --once"

    static func of(_ status: HubStatus) -> String {
        guard let membership = status.membership else { return "This station is under no hub." }
        var lines = [
            status.isParted
                ? "This was station \(membership.name) of \(membership.hub); nothing of the hub's is written any more."
                : "Station \(membership.name) of \(membership.hub)",
            "chain \(membership.chain), era \(status.era.map { "\($0)" } ?? "none")",
        ]
        if !status.grants.isEmpty {
            var table = Table(["REQUEST", "BATCH", "CAME", "PLANNED", "WRITTEN", "LENT FOR CHIP"])
            for grant in status.grants {
                table.append([
                    "\(grant.request)", grant.batch.text, "\(grant.size)", "\(grant.planned)", "\(grant.written)",
                    grant.chip?.hexadecimal ?? "",
                ])
            }
            lines.append(table.text)
        }
        for request in status.requests {
            let wanted = request.chip.map { "the tag on chip \($0)" } ?? "\(request.count) tags of \(request.batch)"
            lines.append("request \(request.number) waits for \(wanted)")
        }
        for refused in status.refused {
            let words = refused.refusal.words(for: refused.uid)
            lines.append("\(words.reason); \(words.next)")
        }
        if status.grants.isEmpty && status.requests.isEmpty && !status.isParted {
            lines.append("It holds no tags; ask for some: waymark station take BATCH COUNT")
        }
        return lines.joined(separator: "\n")
    }
}
