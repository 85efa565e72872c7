public import Faults
internal import Geodesy

/// What an import changes at a store that exists already.
public struct StoreChange: Hashable, Sendable, Codable {
    public let store: StoreName
    public let deployment: DeploymentName?
    /// How far the centre of the region moves, in metres; nil without a region before or after.
    public let metres: Double?
    /// How many tags of the store exist as chips or labels.
    public let tags: Int
    /// Whether it is to be confirmed: location confirmation would say no where tags are deployed.
    public let needsConfirmation: Bool
    /// The change in one sentence.
    public let message: String

    /// A region that moves by less than this is not asked about.
    static let leastMove = 1.0

    /// Nil when nothing about the store changes. `deployed`: how many of its tags exist as chips or labels.
    init?(from old: Store, to new: Store, deployed: Int) {
        var parts: [String] = []
        var metres: Double?
        var losesPlace = false
        if old.name != new.name { parts.append("is renamed from \"\(old.name)\" to \"\(new.name)\"") }
        switch (old.region, new.region) {
        case (nil, nil): break
        case (nil, _?): parts.append("gets a region")
        case (_?, nil):
            parts.append("loses its region")
            losesPlace = true
        case (let before?, let after?):
            let distance = before.centre.distance(to: after.centre)
            if before.centre != after.centre {
                metres = distance
                losesPlace = distance >= Self.leastMove
                parts.append("its region moves by \(DistanceText.text(distance))")
            }
            if before.radius != after.radius {
                parts.append(
                    "its radius changes from \(DistanceText.text(before.radius)) to \(DistanceText.text(after.radius))")
            }
        }
        if old.address != new.address { parts.append("its address changes") }
        if old.isRoaming != new.isRoaming { parts.append(new.isRoaming ? "it roams now" : "it roams no longer") }
        if old.place != new.place { parts.append("its place in App Store Connect changes") }
        guard !parts.isEmpty else { return nil }
        store = new.id.name
        deployment = new.id.deployment
        self.metres = metres
        tags = deployed
        needsConfirmation = losesPlace && deployed > 0
        let noun = deployed == 1 ? "1 tag is" : "\(deployed) tags are"
        message =
            "store \(new.id.fullText): \(parts.joined(separator: ", "))"
            + (losesPlace && deployed > 0 ? "; \(noun) deployed there" : "")
    }
}

extension StoreChange {
    /// What becomes of stores that exist already. `former`: the store as it is now; `deployed`: how many of its tags exist.
    public static func changes(
        by stores: [Store], former: (StoreID) -> Store?, deployed: (StoreID) -> Int
    ) -> [StoreChange] {
        stores.compactMap { store in
            former(store.id).flatMap { StoreChange(from: $0, to: store, deployed: deployed($0.id)) }
        }
    }
}

extension [StoreChange] {
    /// Refuses to move a region away from tags that are deployed there, unless a person has confirmed it.
    public func check(isConfirmed: Bool, _ failure: String) throws(RegistryError) {
        let doubtful = filter(\.needsConfirmation)
        guard !doubtful.isEmpty, !isConfirmed else { return }
        throw RegistryError(
            .regionMoves, failure, why: doubtful.map(\.message).joined(separator: "\n"),
            next: "compare the coordinates with the stores; if the stores have moved, confirm it: --yes")
    }
}

extension Tag {
    /// Whether a chip or a label of it exists, as far as the journal knows.
    public var exists: Bool { life.state != .retired && (life.state != .planned || life.prints > 0) }
}
