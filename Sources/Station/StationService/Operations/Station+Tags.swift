internal import API
internal import Faults
internal import Registry

extension Station {
    func detail(of id: TagID) async throws -> TagDetail {
        guard let tag = try await queries.tag(id) else {
            throw RegistryError.unknownTag(id)
        }
        return TagDetail(tag, history: try await queries.journal(about: id))
    }

    /// Frees a tag's identifier, or takes it out of service.
    func release(
        _ id: TagID, retire: Bool, reason: String, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> TagDetail {
        try StatedReason.check(reason)
        let tag = try await detail(of: id).tag
        let release = TagRelease(tag: id, uid: tag.uid, reason: reason)
        // The entry names the chip that the tag was on.
        try await storage.record(
            retire ? .tagRetired(release) : .tagReplaced(release), expecting: seen ?? EditBasis.tag(tag), by: author)
        try await jobs.refresh(tag.batch)
        return try await detail(of: id)
    }
}
