internal import Faults
package import Registry

/// An Xcode project for the App Clip of a deployment, and for the app that it belongs to, as files. Deterministic.
///
/// The sources are the same for every deployment; what differs is one JSON resource, the vectors of the tests, and the
/// settings of the project.
package struct ProjectExport: Sendable {
    package struct File: Sendable, Equatable {
        /// Below the project's folder.
        package let path: String
        package let bytes: [UInt8]
        /// Whether it holds data alone: another export takes its place, whatever is there.
        package let isData: Bool
    }

    /// How the App Clip is launched.
    package enum Lifecycle: String, Sendable, CaseIterable {
        case swiftUI = "swiftui"
        case scene
    }

    /// Sorted by path.
    package let files: [File]
    /// The App Clip, `TEAMID.bundle.Clip`.
    package let clip: String

    /// The project of one of the deployment's App Clips: `clip`, or the first.
    package init(
        _ deployment: LoadedDeployment, clip: String? = nil, lifecycle: Lifecycle = .swiftUI
    ) throws {
        let profile = deployment.profile
        guard let clip = clip ?? profile.apps.first, profile.apps.contains(clip) else {
            throw ExportError(
                code: .noClip, message: "cannot export a project of \(profile.name)",
                reason: clip.map { "\($0) is not among its apps" } ?? "the deployment names no App Clip",
                next: "list TEAMID.bundle.Clip under apps in deployment.json")
        }
        self.clip = clip
        let own = deployment.experiences.filter { ($0.app ?? clip) == clip }
        let registered = Set(own.map(\.url))
        let others = deployment.experiences.filter { !registered.contains($0.url) }
        let finder = ExperienceFinder(deployment.experiences)
        // A tag that opens another App Clip is left out.
        let tags = deployment.batches.flatMap(\.tags).filter { tag in
            guard case .registered(let winner) = finder.status(of: tag.url) else { return others.isEmpty }
            return registered.contains(winner.url)
        }
        let handover = try HandoverFile(profile, stores: deployment.stores, experiences: own, tags: tags)
        let settings = ProjectSettings(profile, clip: clip, experiences: own, handover, lifecycle: lifecycle)
        var files = Self.sources(lifecycle) + settings.files
        files.append(
            File(
                path: "Deployment/Sources/Deployment/deployment.json",
                bytes: try ProjectData(handover).json, isData: true))
        files.append(
            File(
                path: "Deployment/Tests/DeploymentTests/vectors.json",
                bytes: try ProjectVectors(handover).json, isData: true))
        self.files = files.sorted { $0.path < $1.path }
    }

    private static func sources(_ lifecycle: Lifecycle) -> [File] {
        ProjectSource.all.filter { $0.lifecycle == nil || $0.lifecycle == lifecycle }.map {
            File(path: $0.path, bytes: $0.bytes, isData: false)
        }
    }
}
