internal import AppClips
internal import Registry

/// What an exported project says of itself: identifiers, hosts, versions.
struct ProjectSettings {
    /// The name of the project and of the app's target: letters and digits of the deployment's.
    let name: String
    let clip: String
    /// The full app, `TEAMID.bundle`.
    let app: String
    /// Sorted.
    let hosts: [String]
    /// The oldest iOS for which both are built.
    let minimumIOS: SystemVersion
    /// What the scheme of the App Clip is launched with.
    let launchURL: String
    let lifecycle: ProjectExport.Lifecycle

    /// Modules that the sources import: a target of such a name would hide the module.
    private static let taken: Set = [
        "AppClip", "AuthenticationServices", "Combine", "CoreLocation", "Deployment", "Foundation", "Swift", "SwiftUI",
        "UIKit", "UserNotifications", "XCTest",
    ]
    /// The sources need iOS 16.
    private static let oldest = SystemVersion(major: 16)

    init(
        _ profile: DeploymentProfile, clip: String, experiences: [Experience], _ file: HandoverFile,
        lifecycle: ProjectExport.Lifecycle
    ) {
        let words = profile.name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let own = joined.first?.isLetter == true ? joined : "The" + joined
        name = Self.taken.contains(own) || Self.taken.contains(own + "Clip") ? own + "Visit" : own
        self.clip = clip
        app = profile.fullApp(ofClip: clip) ?? clip.split(separator: ".").dropLast().joined(separator: ".")
        let active = experiences.filter { $0.status == .active }
        hosts = Set(active.map { $0.url.host.lowercased() }).sorted()
        minimumIOS = max(profile.minimumIOS.flatMap { SystemVersion($0) } ?? Self.oldest, Self.oldest)
        launchURL = file.tags.first?.url ?? active.first?.url.text ?? ""
        self.lifecycle = lifecycle
    }

    var team: String { String(clip.prefix { $0 != "." }) }
    var clipBundle: String { DeploymentProfile.bundle(ofApp: clip) }
    var appBundle: String { DeploymentProfile.bundle(ofApp: app) }
    var group: String { "group.\(appBundle)" }

    var files: [ProjectExport.File] {
        [
            file("project.yml", projectSpec), file("Shared/AppGroup.swift", appGroup), file("README.md", readMe),
            file("Clip/Info.plist", clipInformation.document),
            file("Clip/Clip.entitlements", clipEntitlements.document),
            file("App/Info.plist", appInformation.document),
            file("App/App.entitlements", appEntitlements.document),
            file("Clip/PrivacyInfo.xcprivacy", privacy.document), file("App/PrivacyInfo.xcprivacy", privacy.document),
        ]
    }

    private func file(_ path: String, _ text: String) -> ProjectExport.File {
        ProjectExport.File(path: path, bytes: Array(text.utf8), isData: false)
    }

    private var appGroup: String {
        """
        /// The App Group that the App Clip and the full app have in common.
        enum AppGroup {
            static let name = \(Self.quoted(group))
        }

        """
    }

    private var readMe: String {
        String(decoding: PackageResources.README_md_txt, as: UTF8.self).replacing("NAME", with: name)
            .replacing("CLIP", with: clip).replacing("GROUP", with: group)
            .replacing("HOSTS", with: hosts.joined(separator: ", "))
    }

    /// A text in double quotes, for Swift and for YAML alike.
    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
