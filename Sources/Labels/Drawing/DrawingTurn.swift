import Synchronization

/// The right to call cairo and pango. There is one, and whoever holds it draws alone.
///
/// Both libraries say they may be used from several threads with separate objects, but the font maps,
/// fontconfig and the scaled-font cache below them are shared by the process. Until a run under the thread
/// sanitizer proves otherwise, every object of theirs is made, used and freed inside one turn; the functions
/// that do so ask for the turn, so the compiler keeps the rule. Turns do not nest.
struct DrawingTurn: ~Copyable {
    private static let taken = Mutex(())

    private init() {}

    /// Waits for the turn and holds it while `body` runs.
    static func take<Result: Sendable>(
        _ body: (borrowing DrawingTurn) throws(LabelsError) -> Result
    ) throws(LabelsError) -> Result {
        try taken.withLock { (_: inout ()) throws(LabelsError) -> Result in
            try body(DrawingTurn())
        }
    }
}
