import Testing

@testable import ReaderEmulator

@Suite struct `An operator's hands` {
    let write = AntennaEvent.command([0xA2, 4, 0, 0, 0, 0])
    let read = AntennaEvent.command([0x30, 4])

    /// Everything the feed does while these events happen.
    func actions(of feed: inout TagFeed, during events: [AntennaEvent]) -> [TagFeed.Action] {
        events.compactMap { feed.happened($0) }
    }

    @Test func `take a tag away after a write and two polls without a command`() {
        var feed = TagFeed(count: 2)
        #expect(
            actions(of: &feed, during: [.selected, .selected, .selected, read, .selected, .selected]) == [])
        #expect(actions(of: &feed, during: [write, .selected, read, .selected]) == [])
        #expect(actions(of: &feed, during: [.selected]) == [.takeAway])
        #expect(actions(of: &feed, during: [.removed, .foundNone]) == [.putDownNext])
        #expect(feed.done == 1)
        #expect(actions(of: &feed, during: [.inserted, .selected, write, .selected, .selected]) == [.finish])
        #expect(actions(of: &feed, during: [.removed, .foundNone, .foundNone]) == [])
        #expect(feed.done == 2)
    }

    @Test func `put a tag down again that was torn away`() {
        var feed = TagFeed(count: 1)
        #expect(actions(of: &feed, during: [.selected, write, .removed, .foundNone]) == [.putDownAgain])
        #expect(actions(of: &feed, during: [.inserted, .selected, .selected, .selected]) == [])
        #expect(actions(of: &feed, during: [write, .selected, .selected]) == [.finish])
    }
}
