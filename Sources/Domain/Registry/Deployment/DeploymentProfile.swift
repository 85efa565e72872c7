public import AppClips

/// What a deployment says of itself beside its stores, experiences and tags.
public struct DeploymentProfile: Hashable, Sendable, Codable {
    public let name: String
    /// The URL template of rows that bring no URL of their own.
    public let template: String?
    /// App identifiers of the App Clips, `TEAMID.bundle.Clip`.
    public let apps: [String]
    /// By app identifier: the number in the App Store of the app that the App Clip belongs to, for the banner.
    public let appStoreIDs: [String: String]
    /// App identifiers of the full apps, `TEAMID.bundle`: who installs one gets the tags' URLs there.
    public let fullApps: [String]
    /// The oldest iOS that the App Clips run on; nil where it is not said.
    public let minimumIOS: String?
    /// The URL template of a push notification's `target-content-id`; without it the tag's own URL is meant.
    public let push: String?
    /// The chip that the deployment's NFC tags are bought with: `NTAG213`.
    public let chip: String?
    /// Apps for Android that get the tags' URLs there.
    public let android: [AndroidApp]
    /// Where people without the App Clip order.
    public let order: WebOrder?

    public init(
        name: String, template: String? = nil, apps: [String] = [], appStoreIDs: [String: String] = [:],
        fullApps: [String] = [], minimumIOS: String? = nil, push: String? = nil, chip: String? = nil,
        android: [AndroidApp] = [], order: WebOrder? = nil
    ) {
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
    }

    /// What an older version wrote lacks the later keys.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            template: try container.decodeIfPresent(String.self, forKey: .template),
            apps: try container.decode([String].self, forKey: .apps),
            appStoreIDs: try container.decode([String: String].self, forKey: .appStoreIDs),
            fullApps: try container.decodeIfPresent([String].self, forKey: .fullApps) ?? [],
            minimumIOS: try container.decodeIfPresent(String.self, forKey: .minimumIOS),
            push: try container.decodeIfPresent(String.self, forKey: .push),
            chip: try container.decodeIfPresent(String.self, forKey: .chip),
            android: try container.decodeIfPresent([AndroidApp].self, forKey: .android) ?? [],
            order: try container.decodeIfPresent(WebOrder.self, forKey: .order))
    }

    /// Whether every phone that runs the App Clips is of this version or a later one; false where it is not said.
    public func runsOnly(since version: SystemVersion) -> Bool {
        minimumIOS.flatMap { SystemVersion($0) }.map { $0 >= version } ?? false
    }

    /// The full app of an App Clip: its identifier begins that of its App Clip (App Clips, "Creating an App Clip with
    /// Xcode"). Nil where the deployment names none.
    public func fullApp(ofClip app: String) -> String? { fullApps.first { app.hasPrefix("\($0).") } }

    /// The App Clip's bundle identifier, without the team's: that of `TEAMID.bundle.Clip` is `bundle.Clip`.
    public static func bundle(ofApp app: String) -> String {
        app.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init) ?? app
    }

    /// The App Clip that an experience opens: the first one, where it names none.
    public func app(of experience: Experience) -> String? { experience.app ?? apps.first }

    /// The name as stores, experiences and batches have it; nil for a name that an older version let through.
    public var identifier: DeploymentName? { DeploymentName(name) }
}
