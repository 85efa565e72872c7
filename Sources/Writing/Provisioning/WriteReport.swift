package import Chips
package import Faults
package import Registry

/// What the operator sees while a batch is written.
package enum WriteReport: Hashable, Sendable {
    case presented(ChipUID)
    /// The journal has the intent; the tag is being written.
    case writing(Tag, ChipUID, product: String)
    /// Read back, and in the journal.
    case written(Tag, ChipUID, product: String)
    /// Written before and still right; nothing was changed.
    case confirmed(Tag, ChipUID)
    /// Nothing was changed.
    case refused(Tag?, ChipUID?, Complaint)
    /// The tag holds its old message, none, or the new one; the same chip must be presented again.
    case interrupted(Tag, ChipUID, Complaint)
    case readerLost(Complaint)
    case readerBack
}
