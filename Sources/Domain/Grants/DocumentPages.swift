package import Registry

/// What a hub has for its stations of documents, a page at a time.
package protocol DocumentPages: Actor {
    /// The next page of what the tags need that a chain holds, as far as it may be another than at a mark. Whatever was
    /// committed before the first page is in one of them, in whichever order and by whichever daemon. A mark that means
    /// nothing here, or none, begins anew with everything.
    func documents(heldBy chain: ChainName, after mark: String?) async throws -> DocumentPage
}

/// A page of documents.
package struct DocumentPage: Hashable, Sendable {
    package let documents: HubDocuments
    /// With which the next page is asked for; behind the last one it brings what has changed since the first one.
    package let mark: String
    package let isLast: Bool

    package init(_ documents: HubDocuments, mark: String, isLast: Bool) {
        self.documents = documents
        self.mark = mark
        self.isLast = isLast
    }
}
