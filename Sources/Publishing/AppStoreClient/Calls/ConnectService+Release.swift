package import AppStoreConnect
internal import Faults

/// What is read beside the experiences of URLs: versions, default cards, sizes, territories.
extension ConnectService {
    /// Versions for iOS and the default experiences of an App Clip. Texts only of the version whose card is compared,
    /// and of the released one.
    func defaults(ofApp app: String, clip: String, version named: String?) async throws -> RegisteredDefaults {
        let versions: [RegisteredVersion] = try await pages(
            "/v1/apps/\(app)/appStoreVersions?\("filter[platform]=IOS&limit=\(Self.pageSize)".escapingBrackets)"
        ) { (page: Page<Resource<VersionAttributes>>) in
            page.data.compactMap { resource in
                guard let id = resource.id, let attributes = resource.attributes,
                    let name = attributes.versionString, let state = attributes.appVersionState
                else { return nil }
                return RegisteredVersion(id: id, name: name, state: state)
            }
        }
        let query = "limit=\(Self.pageSize)&include=releaseWithAppStoreVersion,appClipAppStoreReviewDetail"
        var experiences = try await pages("/v1/appClips/\(clip)/appClipDefaultExperiences?\(query)") {
            (page: Page<DefaultResource>) in page.defaultExperiences
        }
        let wanted = [
            RegisteredDefaults.target(in: versions, named: named), RegisteredDefaults.released(in: versions),
        ].compactMap { $0?.id }
        for index in experiences.indices where wanted.contains(experiences[index].version) {
            experiences[index].texts = try await texts(ofDefault: experiences[index].id)
        }
        return RegisteredDefaults(versions: versions, experiences: experiences)
    }

    private func texts(ofDefault id: String) async throws -> [String: RegisteredDefault.Text] {
        let path = "/v1/appClipDefaultExperiences/\(id)/appClipDefaultExperienceLocalizations"
        let texts = try await pages("\(path)?limit=\(Self.pageSize)&include=appClipHeaderImage") {
            (page: Page<DefaultTextResource>) in page.defaultTexts
        }
        return Dictionary(texts) { first, _ in first }
    }

    /// How large the App Clip's bundle of a build is on each kind of device.
    package func sizes(ofBuildBundle bundle: String) async throws -> [FileSizeAttributes] {
        try await pages("/v1/buildBundles/\(bundle)/buildBundleFileSizes?limit=\(Self.pageSize)") {
            (page: Page<Resource<FileSizeAttributes>>) in page.data.compactMap(\.attributes)
        }
    }

    /// Where an app is available. Empty for an app that was never made available.
    package func territories(ofApp app: String) async throws -> [ReleaseFacts.Territory] {
        let availability: Document<Resource<AvailabilityAttributes>>
        do {
            availability = try await call("GET", "/v1/apps/\(app)/appAvailabilityV2")
        } catch let error as ServiceError where error.code == .notFound {
            return []
        }
        guard let id = availability.data.id else { return [] }
        // The only resource that is in the second version of the API.
        let path = "/v2/appAvailabilities/\(id)/territoryAvailabilities"
        return try await pages("\(path)?limit=\(Self.pageSize)&include=territory") {
            (page: Page<TerritoryResource>) in
            page.data.compactMap { resource in
                resource.relationships?.territory?.data.map {
                    ReleaseFacts.Territory(
                        id: $0.id, isAvailable: resource.attributes?.available ?? false,
                        statuses: resource.attributes?.contentStatuses ?? [])
                }
            }
        }
    }

    /// Deletes a resource; that it is gone already is as good.
    func delete(_ path: String) async throws {
        do {
            try await send("DELETE", path)
        } catch let error as ServiceError where error.code == .notFound {
            // An earlier request without an answer has deleted it.
        }
    }
}
