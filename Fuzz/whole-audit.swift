import AppClips
import Audit
import Chips
import Geodesy
import Registry

/// Whole audits: the first bytes choose what sightings are compared with, each further handful is a sighting of one of few
/// tags, so that they meet. The report is the same whether what is fine is looked at or merely counted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    guard let chain = FuzzedChain(&bytes) else { return 0 }
    let auditor = Auditor(chain.scope, rules: chain.rules)
    while !bytes.isEmpty { auditor.intake.add(chain.sighting(&bytes)) }
    _ = AuditAgreement.report(auditor)
    return 0
}

/// The fuzzer's bytes as choices; zeros when they are used up.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[byte() % elements.count] }
}

/// What the sightings of one run are compared with.
struct FuzzedChain {
    let scope: AuditScope
    let rules: AuditRules
    private let urls: [String]

    private static let now: Int64 = 1_795_000_000
    private static let chips = ["04A1B2C3D4E5F6", "04000000000001", "04000000000002", "01020304"].map { ChipUID($0) }
    private static let names = ["a", "b", "c"]
    private static let shapes = [
        ["https://a.example/{store}{?tag}"], ["https://a.example/s/{store}/{tag}"], ["https://a.example/{store}"],
        ["https://a.example/{store}{?tag}", "https://a.example/{store}{?code}"], ["https://a.example{?tag,store}"], [],
    ]
    private static let origin = try? Coordinate(latitude: 37.3, longitude: -122)

    init?(_ choices: inout Choices) {
        guard let origin = Self.origin, let home = try? InvocationURL("https://a.example/"),
            let other = try? InvocationURL("https://a.example/b"),
            let card = try? Card(title: "Chain", subtitle: "Coffee", action: .open)
        else { return nil }
        // A few hundred metres apart: their regions may overlap.
        let radius = Double(choices.one(of: [100, 250, 400]))
        let stores = Self.names.enumerated().compactMap { number, name -> Store? in
            guard let id = StoreID(name) else { return nil }
            let centre = origin.moved(by: Double(number) * 500, azimuth: 80)
            let region = number == 2 && choices.flag() ? nil : try? Region(centre: centre, radius: radius)
            return Store(id: id, name: name, region: region)
        }
        var experiences = [Experience(url: home, card: card)]
        if choices.flag() {
            experiences.append(
                Experience(url: other, card: card, store: StoreName("b"), status: choices.flag() ? .retired : .active))
        }
        let urls = ["t1", "t2", "t3"].flatMap { tag in
            Self.names.flatMap { ["https://a.example/\($0)?tag=\(tag)", "https://a.example/s/\($0)/\(tag)"] }
        }
        self.urls =
            urls + [
                "https://a.example/a", "https://b.example/a?tag=t1", "https://a.example/?tag=t1&store=a",
                "https://a.example/a?tag=t1&x=2", "https://a.example/a?code=t1", "https://a.example/%61?tag=t1",
                "tel:1",
                "https://a.example/z?tag=t9", "https://a.example/a?tag=",
            ]
        let known = choices.flag() ? Self.tags(urls, &choices) : nil
        let earlier = (0..<choices.byte() % 4).map { _ in
            KnownTag(
                url: choices.one(of: urls), uid: choices.one(of: Self.chips + [nil]),
                lastSeen: Self.now - Int64(choices.byte()) * 86_400,
                lastInside: choices.flag() ? Self.now - Int64(choices.byte()) * 86_400 : nil)
        }
        let former = (0..<choices.byte() % 3).compactMap { _ -> FormerCarrier? in
            guard let id = TagID(choices.one(of: ["t1", "t2", "t3"])) else { return nil }
            return FormerCarrier(
                tag: id, uid: choices.one(of: Self.chips + [nil]), url: choices.one(of: urls),
                cause: choices.one(of: [.replaced, .retired, .revised]),
                ended: Timestamp(milliseconds: (Self.now - 86_400) * 1_000))
        }
        scope = AuditScope(
            stores: stores, experiences: experiences,
            templates: choices.one(of: Self.shapes).compactMap { try? URLTemplate($0) }, tags: known,
            tagsAreDeployed: choices.flag(), knownTags: earlier, formerCarriers: former)
        rules = AuditRules(
            now: Timestamp(milliseconds: Self.now * 1_000), staleAfterDays: choices.one(of: [nil, 1, 30, 400]))
    }

    private static func tags(_ urls: [String], _ choices: inout Choices) -> [Tag] {
        ["t1", "t2", "t3"].compactMap { name in
            guard let id = TagID(name), let batch = BatchName(choices.one(of: ["x", "y"])),
                let store = StoreID(choices.one(of: names))
            else { return nil }
            let isChip = choices.flag()
            return Tag(
                id: id, batch: batch, store: store, placement: "door", medium: isChip ? .nfc : .qr,
                url: choices.one(of: urls),
                life: TagLife(
                    state: choices.one(of: [.planned, .written, .retired, .outdated]),
                    uid: isChip ? choices.one(of: chips + [nil]) : nil, prints: choices.byte() % 2))
        }
    }

    func sighting(_ choices: inout Choices) -> Sighting {
        let url = choices.one(of: urls)
        let uid = choices.one(of: Self.chips + [nil, nil, nil, nil])
        let day = Int64(choices.byte() % 64)
        let slot = Int64(choices.byte())
        let metres = Double(choices.byte()) * 8
        let azimuth = Double(choices.byte()) * 360 / 256
        let sigma = Double(choices.one(of: [0, 3, 8, 30, 120, 1_000]))
        guard let origin = Self.origin, let error = try? PositionError(sigma: sigma) else {
            preconditionFailure("the chain is wrong")
        }
        return Sighting(
            time: Timestamp(milliseconds: (Self.now - day * 86_400 - slot * 200) * 1_000), url: url, uid: uid,
            place: origin.moved(by: metres, azimuth: azimuth), error: error,
            device: choices.one(of: [nil, "p1", "p2"]))
    }
}
