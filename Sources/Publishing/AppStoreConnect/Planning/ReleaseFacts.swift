/// What App Store Connect says of the build and the app, which no step changes.
package struct ReleaseFacts: Sendable, Hashable {
    /// Whether the app can be had in a country or region.
    package struct Territory: Sendable, Hashable {
        /// Such as `USA`.
        package let id: String
        package let isAvailable: Bool
        package let statuses: [String]

        package init(id: String, isAvailable: Bool, statuses: [String] = []) {
            self.id = id
            self.isAvailable = isAvailable
            self.statuses = statuses
        }
    }

    /// Of the App Clip's bundle of a build; nil: it was not asked for.
    package let sizes: [FileSizeAttributes]?
    /// Nil: it was not asked for.
    package let territories: [Territory]?

    package init(sizes: [FileSizeAttributes]? = nil, territories: [Territory]? = nil) {
        self.sizes = sizes
        self.territories = territories
    }

    /// Findings about what is wanted.
    func findings(for wanted: WantedState) -> [ConnectPlan.Finding] {
        [tooLarge(wanted.sizeLimit)].compactMap { $0 } + unavailable(wanted.territories ?? [])
    }

    /// What is so and asks for nothing.
    func notes(for wanted: WantedState) -> [String] {
        guard let limit = wanted.sizeLimit, let bytes = sizes?.compactMap(\.installBytes).max(), bytes <= limit.bytes
        else {
            return []
        }
        return ["the App Clip has \(Self.megabytes(bytes)) MB at most; \(limit.reason)"]
    }

    /// With one decimal.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func tooLarge(_ limit: SizeLimit?) -> ConnectPlan.Finding? {
        guard let limit, let largest = (sizes ?? []).max(by: { $0.installBytes ?? 0 < $1.installBytes ?? 0 }),
            let bytes = largest.installBytes, bytes > limit.bytes
        else { return nil }
        let count = (sizes ?? []).count { $0.installBytes ?? 0 > limit.bytes }
        return .init(
            kind: .size, url: ConnectPlan.appClip,
            text:
                "the App Clip has \(Self.megabytes(bytes)) MB on \(largest.deviceModel ?? "a device"), and is too large on "
                + "\(count) of \((sizes ?? []).count) kinds of devices: \(limit.reason)",
            next: "take pictures and libraries out of the App Clip, or load them later; tags do not open it as it is")
    }

    private func unavailable(_ wanted: [String]) -> [ConnectPlan.Finding] {
        guard let territories else { return [] }
        let known = Dictionary(territories.map { ($0.id, $0) }) { first, _ in first }
        return wanted.compactMap { id in
            let found = known[id]
            guard found?.isAvailable != true else { return nil }
            let why = found.map { $0.statuses.joined(separator: ", ") } ?? "App Store Connect does not list it"
            return .init(
                kind: .territory, url: ConnectPlan.appClip,
                text: "the app is not available in \(id)" + (why.isEmpty ? "" : " (\(why))")
                    + ": tags there open no App Clip",
                next: "make it available there in App Store Connect, or take \(id) out of territories",
                id: id)
        }
    }
}
