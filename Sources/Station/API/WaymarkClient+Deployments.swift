package import Registry

extension WaymarkClient {
    package func stores() async throws -> StoreList {
        StoreList(try await pages("/v1/stores") { (page: StoreList) in (page.stores, page.next) })
    }

    /// `isConfirmed`: regions may move away from deployed tags.
    package func importStores(
        _ csv: [UInt8], file: String, deployment: DeploymentName? = nil, isDryRun: Bool = false,
        isConfirmed: Bool = false
    ) async throws -> ImportResult {
        try await upload(
            "/v1/stores",
            [
                ("file", file), ("deployment", deployment?.text), ("dry-run", Self.flag(isDryRun)),
                ("confirmed", Self.flag(isConfirmed)),
            ], csv: csv)
    }

    package func importExperiences(
        _ csv: [UInt8], file: String, deployment: DeploymentName? = nil, isDryRun: Bool = false
    ) async throws -> ImportResult {
        try await upload(
            "/v1/experiences",
            [("file", file), ("deployment", deployment?.text), ("dry-run", Self.flag(isDryRun))], csv: csv)
    }

    package func match(_ url: String) async throws -> ExperienceAnswer {
        try await get("/v1/experiences/match", [("url", url)])
    }

    /// `isConfirmed`: regions may move away from deployed tags.
    package func load(
        _ deployment: DeploymentRequest, isDryRun: Bool = false, isConfirmed: Bool = false
    ) async throws -> DeploymentResult {
        try await post(
            "/v1/deployments", [("dry-run", Self.flag(isDryRun)), ("confirmed", Self.flag(isConfirmed))],
            body: deployment)
    }

    /// Everything that the check of the App Clip side looks at.
    package func holdings() async throws -> RegistryHoldings { try await get("/v1/registry") }
}
