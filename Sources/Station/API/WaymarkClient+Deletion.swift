package import Registry
internal import TextCoding

extension WaymarkClient {
    /// Deletes a batch whose tags were never on a chip or a label.
    package func deleteBatch(_ name: BatchName) async throws -> BatchDeletion {
        try await delete("/v1/batches/\(PercentCoding.encode(name.text))")
    }

    /// Deletes a tag that was never on a chip or a label.
    package func deleteTag(_ id: TagID) async throws -> TagDeletion {
        try await delete("/v1/tags/\(PercentCoding.encode(id.text))")
    }

    /// Deletes a store that no tag and no experience is for.
    package func deleteStore(_ name: StoreName, of deployment: DeploymentName?) async throws -> StoreDeletion {
        try await delete("/v1/stores/\(PercentCoding.encode(name.text))", [("deployment", deployment?.text)])
    }

    /// Deletes an experience that no tag opens.
    package func deleteExperience(_ url: String) async throws -> ExperienceDeletion {
        try await delete("/v1/experiences", [("url", url)])
    }
}
