internal import Chips
internal import Faults
internal import NFCTags

extension HardwareCheck {
    /// How many commands a tag gets while it is taken away: some 30 seconds of them.
    private static let commands = 10_000

    func checkPair(_ tag: SelectedTag) async throws {
        bench.instruct("Put another tag beside tag \(tag.uid), as near as it goes.")
        // No tag is asked for: which of them is selected is the question.
        try await ask(.pair, of: nil) { link in
            let end = ContinuousClock.now + bench.tagTimeout
            var seen: Set<SelectedTag> = []
            repeat {
                try Task.checkCancellation()
                do throws(TagLinkError) {
                    if let tag = try await link.select() { seen.insert(tag) }
                    if seen.count > 1 {
                        return .unexpected(
                            "it selects now the one and now the other: "
                                + seen.map { "\($0.uid)" }.sorted().joined(separator: ", "))
                    }
                } catch {
                    if error.code == .severalTags { return .expected(error.reason) }
                    if error.concernsReader { throw error }
                }
                try await Task.sleep(for: .milliseconds(100))
            } while ContinuousClock.now < end
            return .unanswered("it showed \(seen.map { "\($0.uid)" }.joined()) alone, if two tags were there")
        }
        bench.instruct("Take the other tag away, and leave tag \(tag.uid) where it is.")
    }

    func checkLeaving(_ tag: SelectedTag) async throws {
        try await ask(.takenAway, of: nil) { link in
            let isThere = try await waitFor { $0?.uid == tag.uid ? true : nil }
            guard isThere == true else { return .unanswered("tag \(tag.uid) was not there any more") }
            // What went over so far is as it always is.
            _ = bench.takeTrace()
            bench.instruct("Take the tag away now.")
            let end = ContinuousClock.now + bench.tagTimeout
            for _ in 1...Self.commands where ContinuousClock.now < end {
                try Task.checkCancellation()
                do throws(TagLinkError) {
                    _ = try await link.transceive([0x30, 0x04], expecting: .data)
                    _ = bench.takeTrace()
                } catch {
                    if error.concernsReader { throw error }
                    let isGone = try await waitFor { $0 == nil ? true : nil } ?? false
                    return .when(isGone, "\(error.reason); then \(isGone ? "no tag" : "a tag") is there")
                }
            }
            return .unanswered("the tag was not taken away in time")
        }
    }

    func checkType4() async throws {
        guard let (tag, session) = try await usableTag(.type4) else {
            return leaveOut([.type4], because: "no Type 4 tag came in time")
        }
        try await ask(.type4, of: tag) { link in
            _ = try await TagSession.identify(tag, over: link).readContent()
            return .expected("\(session.productName), whose message was read")
        }
    }

    /// The commands for memory that every smart-card reader has, which a station uses where nothing else is known.
    func checkPlain() async throws {
        guard let plain = try await bench.reopenPlain() else {
            return leaveOut([.plainRead, .plainWrite], because: "the reader could not be opened for them")
        }
        link = plain
        guard let (tag, session) = try await usableTag(.ntag) else {
            return leaveOut([.plainRead, .plainWrite], because: "no tag that may be used came in time")
        }
        try await ask(.plainRead, of: tag) { link in
            let bytes = try await link.transceive([0x30, 0x04], expecting: .data)
            return .when(bytes.count == 16, "\(bytes.count) bytes by four commands")
        }
        try await checkWrite(.plainWrite, to: tag, session)
    }
}
