internal import AppClips

/// Experiences, readers and tokens: each name is given once.
extension RegistryTables {
    /// A URL is one experience's. An import without a deployment keeps the one that the experience has.
    mutating func take(_ experience: Experience) throws {
        let owner = try self.experience(experience.url.text)?.deployment
        if let owner, let other = experience.deployment, other != owner {
            throw RegistryError.ownedExperience(experience.url.text, by: owner, not: other)
        }
        try put(experience.of(experience.deployment ?? owner))
    }

    mutating func take(_ reader: ReaderRecord) throws {
        try RegistryError.requireReadable(reader.name.text, of: "reader")
        guard try !readers().contains(where: { $0.name == reader.name }) else {
            throw RegistryError.readerExists(reader.name)
        }
        try put(reader)
    }

    mutating func forget(_ reader: ReaderRecord) throws {
        guard try readers().contains(where: { $0.name == reader.name }) else {
            throw RegistryError.unremovable(reader.name)
        }
        try remove(reader.name)
    }

    mutating func take(_ token: KeptToken) throws {
        try RegistryError.requireReadable(token.token.name.text, of: "token")
        guard try !tokens().contains(where: { $0.token.name == token.token.name }) else {
            throw RegistryError.tokenExists(token.token.name)
        }
        try put(token)
    }

    mutating func open(_ session: Session) throws {
        guard try tokens().contains(where: { $0.token.name == session.token }) else {
            throw RegistryError.unknownToken(session.token)
        }
        try put(session)
    }

    mutating func revoke(_ token: AccessToken) throws {
        guard try tokens().contains(where: { $0.token.name == token.name }) else {
            throw RegistryError.unrevokable(token.name)
        }
        try remove(token.name)
    }
}
