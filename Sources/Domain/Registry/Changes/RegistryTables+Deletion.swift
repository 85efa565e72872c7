internal import AppClips
internal import Faults

/// How mistakes are taken back: what nothing uses is deleted. What was ever on a chip or a label stays.
extension RegistryTables {
    mutating func delete(_ deletion: BatchDeletion) throws {
        let failure = "batch \(deletion.batch) cannot be deleted"
        guard try head(deletion.batch) != nil else { throw RegistryError.unknownBatch(failure) }
        if let tag = try usedTag(of: deletion.batch), let reason = try tag.reasonToKeep(wasBegun: wasBegun(tag.id)) {
            throw RegistryError(
                .contradiction, failure, why: "tag \(tag.id) \(reason)",
                next: "delete the tags that were never begun (waymark tag delete), or retire tags (waymark tag retire)")
        }
        try remove(deletion.batch)
    }

    mutating func delete(_ deletion: TagDeletion) throws {
        let failure = "tag \(deletion.tag) cannot be deleted"
        guard let tag = try tag(deletion.tag), tag.batch == deletion.batch else {
            throw RegistryError(
                .unknownTag, failure, why: "batch \(deletion.batch) does not hold it", next: "see: waymark batch list")
        }
        if let reason = try tag.reasonToKeep(wasBegun: wasBegun(tag.id)) {
            throw RegistryError(
                .contradiction, failure, why: "it \(reason)",
                next: "retire it, and its identifier is not given out again: waymark tag retire \(tag.id)")
        }
        guard try countTags(of: tag.batch, upTo: 2) != 1 else {
            throw RegistryError(
                .contradiction, failure, why: "it is the only tag of batch \(tag.batch), and a batch is not empty",
                next: "delete the batch: waymark batch delete \(tag.batch)")
        }
        try remove(tag.id)
    }

    mutating func delete(_ deletion: StoreDeletion) throws {
        let failure = "store \(deletion.id.fullText) cannot be deleted"
        guard try store(deletion.id) != nil else {
            throw RegistryError(
                .unknownStore, failure, why: "no store has this identifier", next: "see: waymark store list")
        }
        let tags = try countTags(for: deletion.id)
        guard tags == 0 else {
            throw RegistryError(
                .contradiction, failure, why: "\(tags == 1 ? "1 tag is" : "\(tags) tags are") for it",
                next: "revise their batches first: waymark batch revise")
        }
        let directory = StoreDirectory(try stores().map(\.id))
        if let experience = try experiences().first(where: { directory.store(of: $0) == deletion.id }) {
            throw RegistryError(
                .contradiction, failure, why: "the experience \(experience.url) is for it",
                next: "import the experience for another store first, or delete it: waymark experience delete")
        }
        try remove(deletion.id)
    }

    mutating func delete(_ deletion: ExperienceDeletion) throws {
        let failure = "the experience \(deletion.url) cannot be deleted"
        let all = try experiences()
        guard let experience = all.first(where: { $0.url.text == deletion.url }) else {
            throw RegistryError.unknownExperience(failure)
        }
        if experience.status == .active, let tag = experience.opened(by: try tags(), among: all) {
            throw RegistryError(
                .contradiction, failure, why: "tag \(tag.id) of batch \(tag.batch) opens it",
                next: "set its status to retired in the experiences file, or revise the batch")
        }
        try removeExperience(deletion.url)
    }
}

extension Tag {
    /// Why a tag must not be forgotten; nil when no chip and no label ever had its identifier.
    fileprivate func reasonToKeep(wasBegun: @autoclosure () throws -> Bool) rethrows -> String? {
        guard life.state == .planned else { return "is \(life.state.rawValue)" }
        if life.prints > 0 { return "was printed" }
        return try wasBegun() ? "was on a chip" : nil
    }
}

extension Experience {
    /// The first tag in service whose URL invokes the experience.
    fileprivate func opened(by tags: [Tag], among all: [Experience]) -> Tag? {
        let finder = ExperienceFinder(all)
        return tags.first { tag in
            guard tag.state != .retired, let url = try? InvocationURL(tag.url) else { return false }
            return finder.experience(openedBy: url)?.url == self.url
        }
    }
}
