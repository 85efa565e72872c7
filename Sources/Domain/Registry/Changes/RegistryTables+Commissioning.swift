internal import Faults

/// Noting where a tag was put up.
extension RegistryTables {
    mutating func commission(_ commissioning: TagCommissioning) throws {
        let id = commissioning.tag
        guard var tag = try tag(id), tag.batch == commissioning.batch else { throw RegistryError.unknownTag(id) }
        guard tag.state != .retired else {
            throw RegistryError(
                .contradiction, "tag \(id) is not commissioned", why: "it is retired",
                next: "put up another tag in its place")
        }
        guard let known = tag.deployed, known != commissioning.deployed else {
            tag.deployed = commissioning.deployed
            return try put(tag)
        }
        throw RegistryError(
            .contradiction, "tag \(id) is not commissioned again",
            why: "its position was noted" + (known.time.map { " at \($0)" } ?? " before"),
            next: "if it hangs elsewhere now, change its row in the batch file, and load it again")
    }
}
