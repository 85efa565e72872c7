import AppClips
import Audit
import Geodesy
import Registry

/// Any bytes as a file for an audit: refused, or audited with the same report however the file is cut into pieces.
enum AuditInPieces {
    /// Takes one of the kinds of file that an auditor reads.
    typealias Intake = (Auditor, _ next: @escaping @Sendable () -> [UInt8]) throws -> Void

    static func check(_ input: UnsafeBufferPointer<UInt8>, header: String, intake: Intake) {
        var bytes = Array(input)
        let size = 1 + Int(bytes.first ?? 0)
        // Most inputs are rows: a header is hard to guess.
        if !bytes.starts(with: [0x74]) { bytes = Array("\(header)\n".utf8) + bytes }
        let whole = report(bytes, pieces: bytes.count + 1, intake)
        precondition(report(bytes, pieces: size, intake) == whole, "pieces of \(size) bytes change the report")
    }

    private static let scope: AuditScope? = {
        guard let id = StoreID("a"), let centre = try? Coordinate(latitude: 1, longitude: 2),
            let region = try? Region(centre: centre, radius: 100), let url = try? InvocationURL("https://a.example/"),
            let card = try? Card(title: "Chain", subtitle: "Coffee", action: .open),
            let template = try? URLTemplate("https://a.example/{store}{?tag}")
        else { return nil }
        return AuditScope(
            stores: [Store(id: id, name: "A", region: region)], experiences: [Experience(url: url, card: card)],
            templates: [template])
    }()

    /// Nil when the file is refused as a whole.
    private static func report(_ bytes: [UInt8], pieces size: Int, _ intake: Intake) -> AuditReport? {
        guard let scope else { preconditionFailure("the scope is wrong") }
        let auditor = Auditor(scope, rules: AuditRules(now: Timestamp(milliseconds: 1_795_000_000_000)))
        let file = File(bytes, size)
        guard (try? intake(auditor) { file.next() }) != nil else { return nil }
        return AuditAgreement.report(auditor)
    }

    /// Only one thread reads it.
    private final class File: @unchecked Sendable {
        private var rest: ArraySlice<UInt8>
        private let size: Int

        init(_ bytes: [UInt8], _ size: Int) {
            rest = bytes[...]
            self.size = size
        }

        func next() -> [UInt8] {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }
}
