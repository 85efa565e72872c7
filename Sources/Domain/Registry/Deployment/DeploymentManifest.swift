internal import AppClips

/// `deployment.json`: what a folder under `tags/` holds.
public struct DeploymentManifest: Hashable, Sendable, Codable {
    /// Paths relative to the deployment's folder.
    public struct Files: Hashable, Sendable, Codable {
        public let stores: [String]
        public let experiences: [String]
        public let batches: [String]
        public let sightings: [String]
        public let confirmations: [String]

        public init(
            stores: [String] = [], experiences: [String] = [], batches: [String] = [],
            sightings: [String] = [], confirmations: [String] = []
        ) {
            self.stores = stores
            self.experiences = experiences
            self.batches = batches
            self.sightings = sightings
            self.confirmations = confirmations
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func paths(_ key: CodingKeys) throws -> [String] {
                try container.decodeIfPresent([String].self, forKey: key) ?? []
            }
            stores = try paths(.stores)
            experiences = try paths(.experiences)
            batches = try paths(.batches)
            sightings = try paths(.sightings)
            confirmations = try paths(.confirmations)
        }
    }

    public let schema: Int
    public let name: String
    /// The URL template (RFC 6570) of batches and rows that bring none of their own.
    public let template: String?
    /// App identifiers of the App Clips, `TEAMID.bundle.Clip`.
    public let apps: [String]
    /// By app identifier: the number in the App Store of the app that the App Clip belongs to.
    public let appStoreIDs: [String: String]?
    /// App identifiers of the full apps, `TEAMID.bundle`.
    public let fullApps: [String]?
    /// The oldest iOS that the App Clips run on: `16.4`.
    public let minimumIOS: String?
    /// The URL template of a push notification's `target-content-id`.
    public let push: String?
    /// The chip that the deployment's NFC tags are bought with.
    public let chip: String?
    /// Apps for Android that get the tags' URLs there.
    public let android: [AndroidApp]?
    /// Where people without the App Clip order.
    public let order: WebOrder?
    /// How the chips of the deployment's batches are protected, and what they show of themselves.
    public let protection: Protection?
    public let mirror: ChipMirror?
    public let files: Files

    public init(
        schema: Int = 1, name: String, template: String?, apps: [String], appStoreIDs: [String: String]? = nil,
        fullApps: [String]? = nil, minimumIOS: String? = nil, push: String? = nil, chip: String? = nil,
        android: [AndroidApp]? = nil, order: WebOrder? = nil, protection: Protection? = nil, mirror: ChipMirror? = nil,
        files: Files
    ) {
        self.protection = protection
        self.mirror = mirror
        self.schema = schema
        self.name = name
        self.template = template
        self.apps = apps
        self.appStoreIDs = appStoreIDs
        self.fullApps = fullApps
        self.minimumIOS = minimumIOS
        self.push = push
        self.chip = chip
        self.android = android
        self.order = order
        self.files = files
    }

    public static var fileName: String { "deployment.json" }

    /// The files that the registry takes in: sightings and confirmations are evidence for audits.
    public var registryFiles: [String] { files.stores + files.experiences + files.batches }

    /// What it says beside its files.
    public var profile: DeploymentProfile {
        DeploymentProfile(
            name: name, template: template, apps: apps, appStoreIDs: appStoreIDs ?? [:], fullApps: fullApps ?? [],
            minimumIOS: minimumIOS, push: push, chip: chip, android: android ?? [], order: order)
    }

    /// The rules that its batches are created with.
    public var rules: BatchRules { BatchRules(protection: protection ?? .none, mirror: mirror) }

    /// Everything that is wrong with the manifest itself, one sentence each.
    public var complaints: [String] {
        var complaints: [String] = []
        if schema != 1 { complaints.append("schema is \(schema), this version reads schema 1") }
        if let complaint = BatchName.complaint(about: name) { complaints.append("name \(complaint)") }
        for (app, number) in (appStoreIDs ?? [:]).sorted(by: { $0.key < $1.key }) {
            if !apps.contains(app) { complaints.append("appStoreIDs names \"\(app)\", which is not among apps") }
            if number.isEmpty || !number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                complaints.append("the App Store number \"\(number)\" of \(app) is not a number")
            }
        }
        for app in fullApps ?? [] where !apps.contains(where: { $0.hasPrefix("\(app).") }) {
            complaints.append("fullApps names \"\(app)\", with which none of apps begins: TEAMID.bundle is meant")
        }
        if let minimumIOS, SystemVersion(minimumIOS) == nil {
            complaints.append("minimumIOS is \"\(minimumIOS)\", which is not a version such as 16.4")
        }
        complaints += (android ?? []).flatMap(\.complaints) + (order?.complaints ?? [])
        for (name, same) in Dictionary(grouping: android ?? [], by: \.name).sorted(by: { $0.key < $1.key })
        where same.count > 1 {
            complaints.append("android names the package \"\(name)\" twice: list all its fingerprints in one place")
        }
        let paths = registryFiles + files.sightings + files.confirmations
        for path in paths where !Self.staysInside(path) {
            complaints.append("the path \"\(path)\" leaves the deployment's folder")
        }
        var seen: Set<String> = []
        for path in paths where !seen.insert(path).inserted {
            complaints.append("the file \"\(path)\" is named twice")
        }
        return complaints
    }

    private static func staysInside(_ path: String) -> Bool {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        return !components.contains { $0.isEmpty || $0 == ".." || $0 == "." || $0.contains("\0") }
    }
}
