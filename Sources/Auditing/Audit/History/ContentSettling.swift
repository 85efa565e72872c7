internal import AuditLedger
internal import Dispatch
internal import Registry
internal import Synchronization

/// What an audit of everything leaves of the contents that it judged. A URL is settled when nothing about it is remarkable,
/// on whatever chips it is.
struct ContentSettling: Sendable {
    private let counted: [CountedTag]
    private let remarkable: Set<String>
    private let mirrored: MirroredURLs
    private let planned: PlannedTags

    init(counted: [CountedTag], remarkable: Set<String>, _ tables: PreparedScope) {
        self.counted = counted
        self.remarkable = remarkable
        mirrored = tables.mirrored
        planned = tables.evaluator.reader.planned
    }

    /// Those about which there is something to say: of the tags that were not merely counted, those that customers' phones
    /// give a reason to look at, and those that findings name: an audit that ends one of these looks at all of its tags.
    static func remarkableURLs(
        _ tags: [AuditedTag], refused: Set<String>, watching watched: Set<String>, of counted: [CountedTag]
    ) -> Set<String> {
        var urls = refused.union(tags.lazy.map(\.url))
        for tag in counted where watched.contains(tag.verdict.label) { urls.insert(tag.verdict.url) }
        return urls
    }

    /// The same for any number of threads, but for the order.
    func settling(
        _ judged: [SettledContent], by mark: JudgingMark, ofPart isPart: Bool = false, threads: Int
    ) -> Settling {
        // A content and its tag are in one part.
        let tags = Self.parts(threads, of: counted, by: \.verdict.url)
        let contents = Self.parts(threads, of: judged, by: \.content.url)
        let parts = Mutex([Part?](repeating: nil, count: threads))
        DispatchQueue.concurrentPerform(iterations: threads) { number in
            let part = settle(contents[number], of: judged, tags: tags[number])
            parts.withLock { $0[number] = part }
        }
        let all = parts.withLock { $0.compactMap(\.self) }
        return Settling(
            mark: mark, settled: all.flatMap(\.settled), remarkable: all.flatMap(\.remarkable), isPart: isPart)
    }

    private struct Part: Sendable {
        var settled: [SettledContent] = []
        var remarkable: [SeenContent] = []
    }

    private func settle(_ positions: [Int], of judged: [SettledContent], tags: [Int]) -> Part {
        var settled: [ExactContent: SettledTag] = Dictionary(minimumCapacity: tags.count)
        for position in tags { settled[ExactContent(counted[position].verdict)] = counted[position].settled }
        var part = Part()
        part.settled.reserveCapacity(positions.count)
        for position in positions {
            let seen = judged[position]
            let url = mirrored.plain(seen.content.url)
            if url != seen.content.url || remarkable.contains(url) || isAwaited(url) {
                part.remarkable.append(seen.content)
            } else {
                part.settled.append(
                    SettledContent(
                        seen.content, sightings: seen.sightings, confirmations: seen.confirmations,
                        tag: settled[ExactContent(seen.content)]))
            }
        }
        return part
    }

    /// Whether it may turn out to be another tag's URL without any news of it.
    private func isAwaited(_ url: String) -> Bool {
        mirrored.mayBecomePlain(url) && planned.position(url: url) == nil
    }

    /// Positions, parted by URLs.
    private static func parts<Element>(
        _ count: Int, of elements: [Element], by url: (Element) -> String
    ) -> [[Int]] {
        guard count > 1 else { return [Array(elements.indices)] }
        var parts = [[Int]](repeating: [], count: count)
        for (position, element) in elements.enumerated() {
            let hash = ExactContent.hash(of: url(element))
            parts[Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(count)).high)].append(position)
        }
        return parts
    }
}

extension MirroredURLs {
    func plain(_ url: String) -> String {
        isEmpty ? url : String(decoding: plain(Array(url.utf8)), as: UTF8.self)
    }
}
