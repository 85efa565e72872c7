import Metrics
import Testing

@Suite struct `Figures of a program` {
    private static let plain = MetricFamily("plain_total", .counter, help: "It counts.")
    private static let labelled = MetricFamily("rooms", .gauge, labels: ["name"], help: "A \\ and\na line.")
    private static let seconds = MetricFamily("wait_seconds", .histogram([0.1, 1]), help: "It waits.")

    @Test func `are told in the text format, in one order`() {
        let store = MetricStore([Self.plain, Self.labelled, Self.seconds])
        store.add(to: Self.plain)
        store.add(1.5, to: Self.plain)
        store.set(Self.labelled, to: 2, "b \"c\"\n\\")
        store.set(Self.labelled, to: 1, "a")
        for value in [0.05, 0.1, 0.5, 7] { store.observe(value, in: Self.seconds) }
        #expect(
            store.exposition == #"""
                # HELP plain_total It counts.
                # TYPE plain_total counter
                plain_total 2.5
                # HELP rooms A \\ and\na line.
                # TYPE rooms gauge
                rooms{name="a"} 1
                rooms{name="b \"c\"\n\\"} 2
                # HELP wait_seconds It waits.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.1"} 2
                wait_seconds_bucket{le="1"} 3
                wait_seconds_bucket{le="+Inf"} 4
                wait_seconds_sum 7.65
                wait_seconds_count 4

                """#)
    }

    @Test func `without labels are there from the start, and those with labels when there is something to tell`() {
        let store = MetricStore([Self.plain, Self.labelled])
        #expect(store.exposition.contains("\nplain_total 0\n"))
        #expect(!store.exposition.contains("\nrooms{"))
        store.set(Self.labelled, to: 1, "a")
        store.clear(Self.labelled)
        #expect(!store.exposition.contains("\nrooms{"))
    }
}
