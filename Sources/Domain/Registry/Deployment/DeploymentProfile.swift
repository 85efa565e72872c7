/// What a deployment says of itself beside its stores, experiences and tags.
public struct DeploymentProfile: Hashable, Sendable, Codable {
    public let name: String
    /// The URL template of rows that bring no URL of their own.
    public let template: String?
    /// App identifiers of the App Clips, `TEAMID.bundle.Clip`.
    public let apps: [String]
    /// By app identifier: the number in the App Store of the app that the App Clip belongs to, for the banner.
    public let appStoreIDs: [String: String]
    /// The URL template of a push notification's `target-content-id`; without it the tag's own URL is meant.
    public let push: String?
    /// The chip that the deployment's NFC tags are bought with: `NTAG213`.
    public let chip: String?

    public init(
        name: String, template: String? = nil, apps: [String] = [], appStoreIDs: [String: String] = [:],
        push: String? = nil, chip: String? = nil
    ) {
        self.name = name
        self.template = template
        self.apps = apps
        self.appStoreIDs = appStoreIDs
        self.push = push
        self.chip = chip
    }

    /// The App Clip's bundle identifier, without the team's: that of `TEAMID.bundle.Clip` is `bundle.Clip`.
    public static func bundle(ofApp app: String) -> String {
        app.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init) ?? app
    }

    /// The App Clip that an experience opens: the first one, where it names none.
    public func app(of experience: Experience) -> String? { experience.app ?? apps.first }

    /// The name as stores, experiences and batches have it; nil for a name that an older version let through.
    public var identifier: DeploymentName? { DeploymentName(name) }
}
