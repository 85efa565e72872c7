/// One WRITE command: the four bytes that a page is to hold.
public struct PageWrite: Hashable, Sendable {
    /// Page number, counted from 0.
    public let page: Int
    public let bytes: [UInt8]
}
