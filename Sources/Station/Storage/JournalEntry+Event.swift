internal import FoundationEssentials
package import Registry

extension JournalEntry {
    /// The event again, as far as the entry tells it: what moves tags, grants, tokens and readers. Nil for other kinds, and for a
    /// payload that was tampered with.
    package var event: JournalEvent? {
        guard let kind = JournalEvent.Kind(rawValue: kind) else { return nil }
        return switch kind {
        case .writeIntended: particulars().map(JournalEvent.writeIntended)
        case .writeConfirmed: particulars().map(JournalEvent.writeConfirmed)
        case .protectionIntended: particulars().map(JournalEvent.protectionIntended)
        case .tagReplaced: particulars().map(JournalEvent.tagReplaced)
        case .tagRetired: particulars().map(JournalEvent.tagRetired)
        case .tagDeleted: particulars().map(JournalEvent.tagDeleted)
        case .tagCommissioned: particulars().map(JournalEvent.tagCommissioned)
        case .sheetMade: particulars().map(JournalEvent.sheetMade)
        case .readerAdded: particulars().map(JournalEvent.readerAdded)
        case .readerRemoved: particulars().map(JournalEvent.readerRemoved)
        case .tokenCreated:
            particulars().map { (made: TokenCreation) in .tokenCreated(made.token, digest: made.digest ?? "") }
        case .tokenRevoked: particulars().map(JournalEvent.tokenRevoked)
        case .sessionOpened: particulars().map(JournalEvent.sessionOpened)
        case .sessionEnded: particulars().map(JournalEvent.sessionEnded)
        case .registryRestored:
            particulars().map { .registryRestored($0, LostRecords(lives: [:], isProven: false, formerCarriers: [])) }
        case .hubJoined: particulars().map(JournalEvent.hubJoined)
        case .hubLeft: particulars().map(JournalEvent.hubLeft)
        case .registryHandedOver: particulars().map(JournalEvent.registryHandedOver)
        case .grantAsked: particulars().map { .grantMoved(.asked($0)) }
        case .grantTaken: particulars().map { .grantMoved(.taken($0, HubDocuments())) }
        case .grantDeclined: particulars().map { .grantMoved(.declined($0)) }
        case .grantReturned: particulars().map { .grantMoved(.returned($0)) }
        case .grantClosed: particulars().map { .grantMoved(.closed($0)) }
        case .eraAdopted: particulars().map { .grantMoved(.eraAdopted($0)) }
        case .grantGiven: particulars().map { .hubMoved(.given($0)) }
        case .conflictSettled: particulars().map { .hubMoved(.conflictSettled($0)) }
        default: nil
        }
    }

    /// What it says of documents; nothing in entries of earlier versions, or of a set that is digested otherwise by now.
    package var documents: [DocumentChange] {
        // Few kinds have the member, and there may be millions of entries.
        guard JournalEvent.Kind(rawValue: kind)?.concernsDocuments == true else { return [] }
        let member: DocumentsMember? = particulars()
        return member?.documents?.compactMap(\.change) ?? []
    }

    private struct DocumentsMember: Decodable {
        struct Element: Decodable {
            let change: DocumentChange?

            init(from decoder: any Decoder) { change = try? DocumentChange(from: decoder) }
        }

        let documents: [Element]?
    }

    /// The payload as what it was written from; nil for one that was tampered with.
    func particulars<Payload: Decodable>() -> Payload? {
        try? JSONDecoder().decode(Payload.self, from: Data(payload.utf8))
    }
}
