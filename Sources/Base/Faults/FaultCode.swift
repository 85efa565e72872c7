/// A closed list of what can go wrong in a module. The text of a code is in kebab-case, and stays the same from version
/// to version.
public protocol FaultCode: RawRepresentable<String>, Hashable, Sendable {
    /// What faults of this module carry besides their sentences.
    associatedtype Context: Hashable, Sendable = NoContext
}

public struct NoContext: Hashable, Sendable {
    public init() {}
}

/// The code of a fault that came from another process, or from any module.
public struct OpenCode: FaultCode, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral text: String) {
        self.init(rawValue: text)
    }

    public var description: String { rawValue }
}
