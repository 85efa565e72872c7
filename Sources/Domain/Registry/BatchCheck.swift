internal import AppClips
public import Geodesy

/// Whether a batch may be put on tags: what would make its tags fail in a customer's hand.
public enum BatchCheck {
    /// Why a tag must not be put up as it is planned.
    public struct Doubt: Hashable, Sendable {
        public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
            /// No registered experience certainly answers for its URL.
            case unregistered
            /// Its URL, or the experience that answers, is another store's.
            case otherStore = "other-store"
        }

        public let tag: Tag
        public let code: Code
        public let why: String

        public init(tag: Tag, code: Code, why: String) {
            self.tag = tag
            self.code = code
            self.why = why
        }

        /// What to do about it.
        public var next: String {
            switch code {
            case .otherStore:
                "correct the tag's URL or its store (waymark batch revise \(tag.batch)), or the store of the experience; "
                    + "see: waymark experience match \(tag.url)"
            case .unregistered:
                "import the experience (waymark experience import), or correct the URL; "
                    + "see: waymark experience match \(tag.url)"
            }
        }
    }

    /// The tags that would fail in a customer's hand: no registered experience answers for their URL with certainty, or
    /// the URL means another store than theirs.
    ///
    /// Retired experiences do not count. `templates` say which store a URL names.
    public static func doubts(
        about tags: [Tag], stores: [Store], experiences: [Experience], templates: [StoreTemplate]
    ) -> [Doubt] {
        let reader = BatchReader(stores: stores, experiences: experiences, templates: templates)
        return tags.compactMap { tag in
            guard let url = try? InvocationURL(tag.url) else {
                return Doubt(tag: tag, code: .unregistered, why: "its URL cannot be read")
            }
            return reader.fault(of: tag, url).map { Doubt(tag: tag, code: $0.code, why: $0.why) }
        }
    }

    /// Why a tag that exists no longer does what it should.
    public struct Reason: Hashable, Sendable {
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// The tag was given another URL after it was written or printed.
            case outdated
            /// No registered experience answers for its URL any more.
            case unregistered
            /// The experience that answers is another store's.
            case otherStore = "other-store"

            fileprivate init(_ code: Doubt.Code) {
                switch code {
                case .unregistered: self = .unregistered
                case .otherStore: self = .otherStore
                }
            }
        }

        public let code: Code
        public let why: String
        public let next: String
    }

    /// Which of these tags, which exist as chips or labels, are to be done again, and why.
    public static func outdated(
        _ tags: [Tag], stores: [Store], experiences: [Experience], templates: [StoreTemplate]
    ) -> [(tag: Tag, reason: Reason)] {
        let reader = BatchReader(stores: stores, experiences: experiences, templates: templates)
        return tags.compactMap { tag in
            if tag.state == .outdated {
                let former = tag.writtenURL.map { "it carries \($0)" } ?? "it was printed with another URL"
                let next =
                    tag.medium == .nfc
                    ? "put its chip on a reader while the batch is written" : "print it again, and change the label"
                // The same URL: the batch's rules have changed, or the key.
                let why =
                    tag.writtenURL == tag.url
                    ? "its batch asks for another protection, mirror or key" : "\(former), and is to carry \(tag.url)"
                return (tag, Reason(code: .outdated, why: why, next: next))
            }
            guard let url = try? InvocationURL(tag.url), let fault = reader.fault(of: tag, url) else { return nil }
            let next =
                fault.code == .otherStore
                ? "correct the experience, or revise the batch: waymark batch revise \(tag.batch)"
                : "register the experience (waymark experience import), or revise the batch: "
                    + "waymark batch revise \(tag.batch)"
            return (tag, Reason(code: Reason.Code(fault.code), why: fault.why, next: next))
        }
    }

    /// The stores that a place is outside of, nearest first. Roaming stores are nowhere, so never elsewhere.
    public static func stores(_ stores: [Store], elsewhereThan place: Coordinate) -> [(store: Store, metres: Double)] {
        stores.compactMap { store -> (store: Store, metres: Double)? in
            guard let region = store.region else { return nil }
            let distance = region.centre.distance(to: place)
            return distance > region.radius ? (store, distance) : nil
        }.sorted { $0.metres < $1.metres }
    }
}

/// What the URLs of a batch come to, as the audit and the App Clip read them.
private struct BatchReader {
    private let finder: StoreFinder

    init(stores: [Store], experiences: [Experience], templates: [StoreTemplate]) {
        finder = StoreFinder(stores: stores, templates: templates, experiences: experiences)
    }

    func fault(of tag: Tag, _ url: InvocationURL) -> (code: BatchCheck.Doubt.Code, why: String)? {
        let status = finder.experiences.status(of: url).amongActive
        guard case .registered(let experience) = status else {
            if case .ambiguous(let question, _) = status {
                return (.unregistered, "whether one matches is not certain: \(question)")
            }
            return status.objection.map { (.unregistered, $0) }
        }
        switch finder.contradiction(of: tag, url) {
        case .store(let named):
            return (.otherStore, "its URL names store \(named), and the tag is for \(tag.store)")
        case .place: return (.otherStore, "its URL names a position that is not in the region of \(tag.store)")
        case nil: break
        }
        guard experience.isForAnother(than: tag.store), let store = experience.store else { return nil }
        return (.otherStore, "the experience \(experience.url) is store \(store)'s")
    }
}
