package import Chips
package import Registry

/// What the hub knows of its own memory: one row.
package struct HubStanding: Hashable, Sendable {
    package var era: Era
    /// Chains that may hold a grant and have not adopted the era yet. Nothing is given while there is one, except tags
    /// that were renewed in this era.
    package var awaited: Set<ChainName> = []
    /// A chain was declared lost while it was awaited: what it has taken along is not known until the rest have adopted.
    package var hasUnheardLoss = false
    /// Whether every daemon has found in the database what it had answered, since the server is the one it is: see
    /// ``DaemonMemory``. Nothing at all is given while one has not.
    package var isProven = true

    package init(era: Era) {
        self.era = era
    }

    package var isSettled: Bool { awaited.isEmpty }

    /// Whether a station may have taken a tag along that no chain has by the tables.
    package func mayHaveForgotten(_ tag: GrantedTag) -> Bool {
        !isProven || !isSettled && tag.renewedIn != era
    }
}

/// What the hub knows of a chain.
package struct ChainStanding: Hashable, Sendable {
    package var isLost = false
    /// The newest era that the chain's applied entries adopt; nil before the first, and of a chain that was lost before it
    /// was heard.
    package var adopted: Era?
    /// Number of the newest request that the chain's applied entries name; 0 before the first.
    package var newestRequest = 0

    package init(adopted: Era? = nil) {
        self.adopted = adopted
    }
}

/// A tag as grants see it.
package struct GrantedTag: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// No chip has the identifier.
        case planned
        /// A chip has it, or may have it.
        case written
        /// Nothing may be written with it any more; its batch's row has a fresh identifier.
        case retired
    }

    package let id: TagID
    /// Nil for a tag that the hub does not know: its batch came after the backup that the hub was restored from.
    package let batch: BatchName?
    package var state = State.planned
    /// The chip that carries it, or may carry it, since an intent to write it that was applied.
    package var chip: ChipUID?
    /// The chains that have it by the entries that were applied and the grants that were given. At most one when settled.
    package var claimants: Set<ChainName> = []
    /// The era in which it took the place of another identifier.
    package var renewedIn: Era?

    package init(_ id: TagID, batch: BatchName?, renewedIn: Era? = nil) {
        self.id = id
        self.batch = batch
        self.renewedIn = renewedIn
    }

    /// Whether it may be given to a chain.
    package func isFree(of batch: BatchName, in hub: HubStanding) -> Bool {
        state == .planned && claimants.isEmpty && self.batch == batch && !hub.mayHaveForgotten(self)
    }
}

/// A request as the hub remembers it. It is never forgotten within an era: a late copy of it must not be given anything.
package struct GrantStanding: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// The answer is on its way.
        case given
        /// The chain's journal says that it has the tags.
        case taken
        case closed
    }

    package var state: State
    /// What was given; nil where the chain has closed the request before the hub saw it.
    package var grant: Grant?

    package init(_ state: State, _ grant: Grant?) {
        self.state = state
        self.grant = grant
    }
}
