/// Versions of iOS on which invocations work alike, as far as Apple or a report says.
package struct SystemSpan: Sendable, Hashable, Codable {
    /// With `major.minor`.
    package let first: String
    package let last: String
    /// As a heading.
    package let name: String

    private init(_ first: String, to last: String, _ name: String) {
        self.first = first
        self.last = last
        self.name = name
    }

    /// From 16.0 to 26. The numbers between 18 and 26 were never versions of iOS.
    package static let all = [
        SystemSpan("16.0", to: "16.3", "iOS 16.0 to 16.3"), SystemSpan("16.4", to: "16.7", "iOS 16.4 to 16.7"),
        SystemSpan("17.0", to: "17.7", "iOS 17"), SystemSpan("18.0", to: "18.7", "iOS 18"),
        SystemSpan("26.0", to: "26.9", "iOS 26"),
    ]

    package var begin: SystemVersion { SystemVersion(first) ?? SystemVersion(major: 0) }
    package var end: SystemVersion { SystemVersion(last) ?? SystemVersion(major: 0) }
}
