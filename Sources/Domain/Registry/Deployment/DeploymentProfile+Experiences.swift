internal import AppClips

/// Which of several deployments an experience is of, and which of their apps it is about. Exports and checks ask here,
/// so that what is exported passes the checks.
extension [DeploymentProfile] {
    /// The deployment that an experience is of: the one that it names, else one that lists its App Clip, else the
    /// first.
    public func deployment(of experience: Experience) -> DeploymentProfile? { owners(of: experience).first }

    /// The App Clip that an experience opens.
    public func app(of experience: Experience) -> String? {
        experience.app ?? deployment(of: experience)?.app(of: experience)
    }

    /// The number in the App Store of the app that an experience's App Clip belongs to.
    public func appStoreID(of experience: Experience) -> String? {
        guard let app = app(of: experience) else { return nil }
        return (owners(of: experience) + self).lazy.compactMap { $0.appStoreIDs[app] }.first
    }

    /// The App Clips that a host has to vouch for because of an experience: the one that it names, else all of its
    /// deployment.
    public func apps(of experience: Experience) -> [String] {
        experience.app.map { [$0] } ?? owners(of: experience).flatMap(\.apps)
    }

    /// The App Clips that a host has to vouch for: those of the active experiences on it. `host` is in lower case.
    public func apps(on host: String, of experiences: [Experience]) -> Set<String> {
        Set(Self.active(on: host, experiences).flatMap { apps(of: $0) })
    }

    /// The full apps that have to get the URLs of an experience.
    public func fullApps(of experience: Experience) -> Set<String> {
        let owners = self.owners(of: experience)
        return Set(
            apps(of: experience).compactMap { clip -> String? in
                let listing = owners.filter { $0.apps.contains(clip) }
                return (listing.isEmpty ? owners : listing).lazy.compactMap { $0.fullApp(ofClip: clip) }.first
            })
    }

    /// The apps for Android that have to get the URLs of an experience.
    public func android(of experience: Experience) -> [AndroidApp] { owners(of: experience).flatMap(\.android) }

    /// The apps for Android that have to get URLs of a host: those of the active experiences on it. `host` is in lower
    /// case.
    public func android(on host: String, of experiences: [Experience]) -> [AndroidApp] {
        let owners = Set(Self.active(on: host, experiences).flatMap { self.owners(of: $0) })
        return filter { owners.contains($0) }.flatMap(\.android)
    }

    /// The deployments that an experience may be of: all, where it says nothing that tells them apart.
    private func owners(of experience: Experience) -> [DeploymentProfile] {
        if let name = experience.deployment {
            let own = filter { $0.identifier == name }
            if !own.isEmpty { return own }
        }
        guard let app = experience.app else { return self }
        let listing = filter { $0.apps.contains(app) }
        return listing.isEmpty ? self : listing
    }

    private static func active(on host: String, _ experiences: [Experience]) -> [Experience] {
        experiences.filter { $0.status == .active && $0.url.host.lowercased() == host }
    }
}
