internal import ReaderProtocol
internal import UnixSystem

extension PCSCDevice {
    /// How often something may stay mute before it is said to be there.
    private static let mostMuteAnswers = 3

    /// Selects the tag in a new field. One that has just come was powered by pcscd; any other is without power for a
    /// moment (IccPowerOff, IccPowerOn), which takes a reader 150 to 400 ms.
    ///
    /// Of several tags the reader takes one, and PC/SC does not say that there are more.
    mutating func select() -> Answer {
        endSession()
        family = .unknown
        do {
            guard try power(), let card else { return .noTag }
            let answer = TagAnswerToReset(try card.answerToReset())
            let serial = try card.transmit(MemoryCommands.serialNumber)
            guard serial.isDone, !serial.data.isEmpty else { return .tagFailed("the reader gives no serial number") }
            family = answer.family
            muteAnswers = 0
            let uid = family == .type5 ? Self.leadingE0(serial.data) : serial.data
            return .selected(Selection(uid: uid, family: family, historicalBytes: answer.historicalBytes))
        } catch {
            return failedSelection(error)
        }
    }

    /// Readers give the serial number of ISO/IEC 15693 in either order; it begins with E0.
    static func leadingE0(_ uid: [UInt8]) -> [UInt8] { uid.first != 0xE0 && uid.last == 0xE0 ? uid.reversed() : uid }

    /// Whether a tag is there and has just been given power.
    private mutating func power() throws(PCSCStatus) -> Bool {
        if let card {
            try card.cyclePower()
            return true
        }
        guard try context.state(of: name).isTagThere else {
            mayRemember = false
            return try doubtThatNoneIsThere()
        }
        doubt.settle()
        let connected = try context.connect(name)
        // A reader that was plugged in anew may have the name of this one.
        if let place = connected.place, place != (device.bus, device.number) { throw .readerUnavailable }
        card = connected
        defer { mayRemember = true }
        if mayRemember { try connected.cyclePower() }
        return true
    }

    /// Asks the reader itself, when it is time to, and takes a tag that pcscd does not see. Whether it took one.
    ///
    /// pcscd waits for a word of the reader, up to 10 minutes, and it may have missed that word: see docs/readers.md.
    private mutating func doubtThatNoneIsThere() throws(PCSCStatus) -> Bool {
        // Another program that has the reader for itself has the tag as well.
        guard doubt.isDue(at: .now), let link = try? context.link(to: name) else { return false }
        guard link.place.map({ $0 == (device.bus, device.number) }) ?? true else { throw .readerUnavailable }
        guard doubt.isConfirmed(byTagThere: link.isTagThere ?? false) else { return false }
        try link.takeTag()
        card = link
        doubt.settle()
        return true
    }

    private mutating func failedSelection(_ status: PCSCStatus) -> Answer {
        card = nil
        switch status.meaning {
        case .noTag: return .noTag
        case .mute:
            // pcscd calls it mute as well when a tag has left while it got power.
            if (try? context.link(to: name))?.isTagThere == false { return .noTag }
            muteAnswers += 1
            return muteAnswers < Self.mostMuteAnswers
                ? .noTag : .tagFailed("something is on the reader and does not answer it (\(status.text))")
        case .tagFailed, .resetByOther: return .tagFailed(status.text)
        case .held: return .readerFailed("another program uses the reader: \(status.text)")
        case .readerGone, .serviceGone, .refused, .other: return .readerFailed(status.text)
        }
    }
}
