package import AppStoreConnect
internal import Faults

extension ConnectService {
    /// The most that a page may hold.
    static var pageSize: Int { 200 }

    /// The identifier of an app's App Clip.
    package func clip(ofApp app: String, bundleIdentifier: String) async throws -> String {
        let clips: [Resource<ClipAttributes>] = try await pages("/v1/apps/\(app)/appClips?limit=\(Self.pageSize)") {
            (page: Page<Resource<ClipAttributes>>) in page.data
        }
        if let id = clips.first(where: { $0.attributes?.bundleId == bundleIdentifier })?.id { return id }
        let names = clips.compactMap { $0.attributes?.bundleId }.sorted().joined(separator: ", ")
        throw ServiceError(
            code: .notFound, message: "the app \(app) has no App Clip \(bundleIdentifier)",
            reason: names.isEmpty ? "App Store Connect knows none" : "App Store Connect knows: \(names)",
            next: "correct app and clip in \(ConnectSettings.fileName)")
    }

    /// Every experience of an App Clip, with texts and images.
    package func experiences(ofClip clip: String) async throws -> [RegisteredExperience] {
        let query = "limit=\(Self.pageSize)&include=headerImage,localizations&limit[localizations]=50"
        return try await pages("/v1/appClips/\(clip)/appClipAdvancedExperiences?\(query.escapingBrackets)") {
            (page: Page<ExperienceResource>) in page.experiences
        }
    }

    /// The invocations for testers of a build.
    package func invocations(ofBuildBundle bundle: String) async throws -> [RegisteredInvocation] {
        let path = "/v1/buildBundles/\(bundle)/betaAppClipInvocations"
        return try await pages("\(path)?limit=\(Self.pageSize)&include=betaAppClipInvocationLocalizations") {
            (page: Page<InvocationResource>) in page.invocations
        }
    }

    /// The registered state of an App Clip: invocations only of a build that is named, the default card only where it is
    /// in the scope. `facts`, which no step changes, are passed on.
    package func state(of scope: ConnectScope, facts: ReleaseFacts) async throws -> RegisteredState {
        let experiences = try await experiences(ofClip: scope.clip)
        var invocations: [RegisteredInvocation] = []
        if let bundle = scope.buildBundle { invocations = try await self.invocations(ofBuildBundle: bundle) }
        var defaults: RegisteredDefaults?
        if case .version(let name) = scope.defaults {
            defaults = try await self.defaults(ofApp: scope.app, clip: scope.clip, version: name)
        }
        return RegisteredState(experiences: experiences, invocations: invocations, defaults: defaults, facts: facts)
    }

    /// Association files as phones get them from Apple's servers.
    package func cachedDomains(ofBuildBundle bundle: String) async throws -> DomainStatus {
        try await domains("/v1/buildBundles/\(bundle)/appClipDomainCacheStatus")
    }

    /// Association files as Apple's servers find them when they look now.
    package func liveDomains(ofBuildBundle bundle: String) async throws -> DomainStatus {
        try await domains("/v1/buildBundles/\(bundle)/appClipDomainDebugStatus")
    }

    private func domains(_ path: String) async throws -> DomainStatus {
        let document: Document<Resource<DomainStatus>> = try await call("GET", path)
        return document.data.attributes ?? DomainStatus(domains: [])
    }

    func pages<Data: Codable & Sendable, Element>(
        _ first: String, _ elements: (Page<Data>) -> [Element]
    ) async throws -> [Element] {
        var found: [Element] = []
        var path: String? = first
        var seen: Set<String> = []
        while let current = path {
            // A server that names a page twice would never end.
            guard seen.insert(current).inserted else { break }
            let page: Page<Data> = try await call("GET", current)
            found += elements(page)
            path = page.links?.next
        }
        return found
    }
}

extension String {
    /// Unescaped brackets are not allowed in a query (RFC 3986, 3.4).
    var escapingBrackets: String {
        var text = ""
        for character in self {
            switch character {
            case "[": text += "%5B"
            case "]": text += "%5D"
            default: text.append(character)
            }
        }
        return text
    }
}
