/// A version of the app for iOS.
package struct RegisteredVersion: Sendable, Hashable {
    package let id: String
    /// Such as `2.1`.
    package let name: String
    package let state: Tolerated<VersionState>

    package init(id: String, name: String, state: Tolerated<VersionState>) {
        self.id = id
        self.name = name
        self.state = state
    }

    var isEditable: Bool {
        if case .known(let state) = state { state.isEditable } else { false }
    }

    var isInFlight: Bool {
        if case .known(let state) = state { state.isInFlight } else { false }
    }

    var isReleased: Bool { state == .known(.readyForDistribution) }
}

/// The default experience of a version as App Store Connect has it.
package struct RegisteredDefault: Sendable, Hashable {
    /// The card in one locale.
    package struct Text: Sendable, Hashable {
        package let id: String
        package let subtitle: String?
        package let imageID: String?
        package let image: ImageAttributes?

        package init(id: String, subtitle: String?, imageID: String? = nil, image: ImageAttributes? = nil) {
            self.id = id
            self.subtitle = subtitle
            self.imageID = imageID
            self.image = image
        }
    }

    package let id: String
    /// The version that it goes out with.
    package let version: String
    package let action: Tolerated<ActionWord>?
    package let reviewID: String?
    package let invocationURLs: [String]
    /// By locale.
    package var texts: [String: Text]

    package init(
        id: String, version: String, action: Tolerated<ActionWord>?, reviewID: String? = nil,
        invocationURLs: [String] = [], texts: [String: Text] = [:]
    ) {
        self.id = id
        self.version = version
        self.action = action
        self.reviewID = reviewID
        self.invocationURLs = invocationURLs
        self.texts = texts
    }

    /// What must change so that this card is as wanted.
    package func changes(to wanted: WantedDefault) -> [Change] {
        var changes: [Change] = []
        if action != wanted.action { changes.append(Change("action", from: action?.text, to: wanted.action.text)) }
        for locale in Set(texts.keys).union(wanted.texts.keys).sorted() {
            let (old, new) = (texts[locale], wanted.texts[locale])
            if old?.subtitle != new?.subtitle || (old == nil) != (new == nil) {
                changes.append(Change("subtitle.\(locale)", from: old?.subtitle, to: new?.subtitle))
            }
            if let image = new?.image, old?.image?.isSame(as: image) != true {
                changes.append(Change("headerImage.\(locale)", from: old?.image?.fileName, to: image.path))
            }
        }
        if let urls = wanted.invocationURLs, urls != invocationURLs {
            changes.append(
                Change(
                    "invocationURLs", from: invocationURLs.isEmpty ? nil : invocationURLs.joined(separator: " "),
                    to: urls.joined(separator: " ")))
        }
        return changes
    }
}

/// The versions of an app, and the default experiences of its App Clip.
package struct RegisteredDefaults: Sendable, Hashable {
    package let versions: [RegisteredVersion]
    /// Those of versions that are of interest have their texts.
    package let experiences: [RegisteredDefault]

    package init(versions: [RegisteredVersion], experiences: [RegisteredDefault]) {
        self.versions = versions
        self.experiences = experiences
    }

    /// The version whose card is to be as wanted: the one that is named, else the one that can be changed, else the one
    /// on its way, which follows the released one, else that.
    package static func target(in versions: [RegisteredVersion], named name: String?) -> RegisteredVersion? {
        if let name { return versions.first { $0.name == name } }
        return versions.first { $0.isEditable } ?? versions.first { $0.isInFlight } ?? released(in: versions)
            ?? versions.first
    }

    package static func released(in versions: [RegisteredVersion]) -> RegisteredVersion? {
        versions.first { $0.isReleased }
    }

    func experience(of version: RegisteredVersion) -> RegisteredDefault? {
        experiences.first { $0.version == version.id }
    }
}
