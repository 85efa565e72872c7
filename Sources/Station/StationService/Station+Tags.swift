internal import API
internal import Faults
internal import Registry

extension Station {
    func detail(of id: TagID) async throws -> TagDetail {
        guard let tag = try await catalogue.tag(id) else {
            throw RegistryError(
                .unknownTag, "there is no tag \(id)", why: "no batch holds it", next: "see: waymark batch list")
        }
        return TagDetail(tag, history: try await catalogue.journal(about: id))
    }

    /// Frees a tag's identifier, or takes it out of service.
    func release(_ id: TagID, retire: Bool, reason: String, by author: Author) async throws -> TagDetail {
        let tag = try await detail(of: id).tag
        let release = TagRelease(tag: id, uid: tag.uid, reason: reason)
        try await storage.record(retire ? .tagRetired(release) : .tagReplaced(release), by: author)
        try await jobs.refresh(tag.batch)
        return try await detail(of: id)
    }
}
