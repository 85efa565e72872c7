internal import Synchronization

/// Cairo's table of scaled fonts and their glyphs, which all threads of the process share.
///
/// It has locks of its own, which cairo 1.16 takes in two orders. A thread that removes glyphs for others, from 512 pages of 32 on,
/// holds the table's lock and waits for that of a font whose page it takes; a thread that measures or draws with that font holds
/// the font's lock and waits for the table's. Both wait for ever. So one thread at a time measures or draws text; the rest of
/// a page is drawn, and checked, by several.
enum ScaledFonts {
    private static let lock = Mutex(())

    /// Runs `body` while no other thread measures or draws text. `body` does not come here again.
    static func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try lock.withLock { _ throws(Failure) in try body() }
    }
}
