import AppClips
import Audit
import Geodesy
import Registry

/// Any bytes as a file of confirmations: refused, or audited with the same report however the file is cut into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let size = 1 + Int(bytes.first ?? 0)
    // Most inputs are rows: a header is hard to guess.
    if !bytes.starts(with: [0x74]) { bytes = Array("time,url,outcome,device\n".utf8) + bytes }
    let whole = report(bytes, pieces: bytes.count + 1)
    precondition(report(bytes, pieces: size) == whole, "pieces of \(size) bytes change the report")
    return 0
}

private let scope: AuditScope? = {
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
private func report(_ bytes: [UInt8], pieces size: Int) -> AuditReport? {
    guard let scope else { preconditionFailure("the scope is wrong") }
    let auditor = Auditor(scope, rules: AuditRules(now: Timestamp(milliseconds: 1_795_000_000_000)))
    let file = File(bytes, size)
    guard (try? auditor.readConfirmations("f.csv", read: { file.next() })) != nil else { return nil }
    return auditor.outcome(keepingEveryTag: true).report(listingTags: true)
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
