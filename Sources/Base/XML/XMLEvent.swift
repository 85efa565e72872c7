/// One thing that a document says, in the order of the document.
package enum XMLEvent: Sendable, Equatable {
    /// An element begins. `name` has no prefix when the reader distinguishes names by their local part.
    case start(name: String, attributes: [String: String])
    /// Text in the element that was opened last; long text comes in pieces.
    case text(String)
    case end(name: String)
}
