import AppClips
import Audit
import Geodesy
import Registry
import Simulation

/// Stores with one tag each, whose customers' phones answer. Nothing else is seen of the tags.
struct Chain {
    /// How often customers open a tag, and what their phones answer.
    struct Customers {
        let scansADay: Double
        /// How often a tag that is where it belongs is refused.
        let refusalRate: Double

        /// How often a tag that is elsewhere is accepted.
        static let acceptanceRate = 0.02
        /// Scans after which no answer comes: the App Clip is closed at once, or location is declined on its card.
        static let silence = 0.4
        /// Scans by a phone that has opened this tag before.
        static let returning = 0.3
    }

    /// The phones that each tag that hangs elsewhere has refused, by the tag's number.
    private(set) var refusedPhones: [Int: Set<Int>] = [:]

    private let auditor: Auditor
    private let customers: Customers
    private let misplaced: Range<Int>
    private let movingDay: Int
    private let tags: Int
    private var phones: [[Int]]
    private var nextPhone = 0
    private var dice: Dice

    /// The tags `misplaced` hang elsewhere from `movingDay` on.
    init(tags: Int, misplaced: Range<Int>, from movingDay: Int, _ customers: Customers, seed: UInt64) throws {
        self.tags = tags
        self.misplaced = misplaced
        self.movingDay = movingDay
        self.customers = customers
        phones = Array(repeating: [], count: tags)
        dice = Dice(seed: seed)
        let stores = try (0..<tags).compactMap { number -> Store? in
            let place = try Coordinate(latitude: Double(number % 100) * 0.5, longitude: Double(number / 100) * 0.5)
            guard let id = StoreID("s\(number)") else { return nil }
            return Store(id: id, name: "Store \(number)", region: try Region(centre: place, radius: 100))
        }
        let card = try Card(title: "Chain", subtitle: "Coffee", action: .open)
        auditor = Auditor(
            AuditScope(
                stores: stores,
                experiences: [Experience(url: try InvocationURL("https://chain.example/"), card: card)],
                templates: [try URLTemplate("https://chain.example/{store}")]))
    }

    /// A day's customers, and the tags that an audit in the evening suspects.
    mutating func live(day: Int) -> Set<Int> {
        for tag in 0..<tags {
            var left = customers.scansADay
            while left > 0 {
                if dice.uniform() < left { open(tag, day: day) }
                left -= 1
            }
        }
        let found = auditor.outcome(threads: 2).findings.filter { $0.code == .customerRefused }
        return Set(found.flatMap(\.stores).compactMap { Int($0.dropFirst()) })
    }

    private mutating func open(_ tag: Int, day: Int) {
        let isElsewhere = misplaced.contains(tag) && day >= movingDay
        guard dice.uniform() >= Customers.silence else { return }
        let phone: Int
        if !phones[tag].isEmpty, dice.uniform() < Customers.returning {
            phone = phones[tag][dice.number(0..<phones[tag].count)]
        } else {
            phone = nextPhone
            nextPhone += 1
            phones[tag].append(phone)
        }
        let isRefused = dice.uniform() < (isElsewhere ? 1 - Customers.acceptanceRate : customers.refusalRate)
        if isElsewhere, isRefused { refusedPhones[tag, default: []].insert(phone) }
        let time = 1_790_000_000_000 + Int64(day) * 86_400_000 + Int64(dice.number(0..<80_000_000))
        auditor.intake.add(
            Confirmation(
                time: Timestamp(milliseconds: time), url: "https://chain.example/s\(tag)",
                outcome: isRefused ? .notInRegion : .inRegion, device: "phone-\(phone)"))
    }
}
