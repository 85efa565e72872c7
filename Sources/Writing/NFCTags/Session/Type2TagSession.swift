public import Chips

/// A Type 2 tag in the field that has been identified. `TagSession` covers tags of every kind.
///
/// Writing goes in steps, so that a workflow can keep its journal between them: `identify`, `readImage`, a
/// `Type2WritePlan`, then, with the intent on record, `write`, and `verify`. After an error whose recovery is to select
/// again the session is over: identify anew.
///
/// Exchanges with a tag of the daily kind: 1 selection, 1 GET_VERSION, R reads, W writes, 1 selection, V reads. The whole
/// formula is in docs/exchanges.md.
/// - R: 1 on an NTAG213. Otherwise 1 for the first 60 pages, 1 for every further 60 that the old or the new message
///   reaches into, and 1 for lock bits and configuration, unless the last of these reads reaches them.
/// - W: the pages of the message block and terminator that differ; with more than one of them, the page with the
///   length counts in any case, and twice when an old message or NULLs have to be hidden first.
/// - V: 1 for every 60 pages from page 3 to the terminator.
public struct Type2TagSession: Sendable {
    let connection: TagConnection
    public let product: TagProduct

    public var uid: ChipUID { connection.uid }
}
