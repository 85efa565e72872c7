internal import Glibc

/// The station's name in the journal, unless it is given another one.
package enum HostName {
    /// See: man 2 gethostname
    package static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "station" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
