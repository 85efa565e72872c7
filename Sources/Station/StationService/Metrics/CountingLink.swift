internal import Metrics
internal import NFCTags

/// A tag link whose exchanges are counted.
struct CountingLink: TagLink {
    let link: any TagLink
    let reader: String
    let metrics: StationMetrics

    var capabilities: LinkCapabilities { get async { await link.capabilities } }

    func select() async throws(TagLinkError) -> SelectedTag? {
        let start = ContinuousClock.now
        do throws(TagLinkError) {
            let tag = try await link.select()
            note(start, isAnswered: true)
            return tag
        } catch {
            note(start, isAnswered: false)
            throw error
        }
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        let start = ContinuousClock.now
        do throws(TagLinkError) {
            let answer = try await link.transceive(command, expecting: reply)
            note(start, isAnswered: true)
            return answer
        } catch {
            note(start, isAnswered: false)
            throw error
        }
    }

    private func note(_ start: ContinuousClock.Instant, isAnswered: Bool) {
        metrics.store.add(to: StationMetrics.exchanges, reader, isAnswered ? "answered" : "failed")
        metrics.store.observe((ContinuousClock.now - start).seconds, in: StationMetrics.exchangeSeconds, reader)
    }
}
