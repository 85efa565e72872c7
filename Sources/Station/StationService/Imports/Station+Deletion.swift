internal import API
internal import AppClips
internal import Faults
internal import Registry

/// How mistakes are taken back.
extension Station {
    func deleteBatch(
        _ name: BatchName, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> BatchDeletion {
        guard let batch = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
        try await refuseInWork(name, "batch \(name) is not deleted")
        let deletion = BatchDeletion(batch: name, tags: batch.tags.count)
        try await storage.record(.batchDeleted(deletion), expecting: seen, by: author)
        try await jobs.refresh(name)
        return deletion
    }

    func deleteTag(
        _ id: TagID, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> TagDeletion {
        let tag = try await detail(of: id).tag
        try await refuseInWork(tag.batch, "tag \(id) is not deleted")
        let deletion = TagDeletion(tag: id, batch: tag.batch)
        try await storage.record(.tagDeleted(deletion), expecting: seen, by: author)
        try await jobs.refresh(tag.batch)
        return deletion
    }

    func deleteStore(_ name: StoreName, of deployment: DeploymentName?, by author: Author) async throws -> StoreDeletion
    {
        let deletion = StoreDeletion(try await store(name, of: deployment).id)
        try await storage.record(.storeDeleted(deletion), by: author)
        return deletion
    }

    func deleteExperience(_ url: String, by author: Author) async throws -> ExperienceDeletion {
        guard let experience = try await storage.experiences().first(where: { $0.url.text == url }) else {
            throw RegistryError.unknownExperience("the experience \(url.prefix(200)) is not deleted")
        }
        let deletion = ExperienceDeletion(experience)
        try await storage.record(.experienceDeleted(deletion), by: author)
        return deletion
    }
}
