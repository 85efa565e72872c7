internal import CNFC
internal import Glibc
internal import ReaderProtocol
internal import WorkerService

/// What the last selection has found, on which the next one depends.
struct FieldKnowledge {
    /// The tag that was selected last; nil when there was none, or more than one.
    var lastTag: [UInt8]?
    /// The last look for a tag switched the field off and on, and found none.
    var wasCycled = false
}

/// One look for a tag.
private enum Look {
    case found(Selection)
    case nothing
    case failed(Answer)
}

extension NFCDevice {
    /// How long the field stays off, and how long it is on before a tag is called, in microseconds. A card has lost its
    /// power 5 ms after the field went, and listens 5 ms after it came (ISO/IEC 14443-3, 5).
    private static let pause: UInt32 = 5_100

    /// Selects the tag in a new field: whatever is answered here as selected was without power right before.
    ///
    /// A tag that was selected stays silent when it is called again: one that speaks ISO/IEC 14443-4 until the field
    /// goes, one of Type 2 for the first request. And CFGLCK, AUTH0 and lock bits act from power-up. So the field is
    /// switched off and on first, which libnfc does not do by itself, and a tag that was there a moment ago is called
    /// twice before it is said to be gone. Chip commands: 3, which are RFConfiguration twice and InListPassiveTarget.
    ///
    /// Without a tag in the field, every second look skips the cycle: a tag that comes into the field has just been powered.
    /// Not all of them, because one whose answer to RATS was lost is silent until the field goes. A tag that comes
    /// takes 5 chip commands more, to see whether another one is beside it.
    mutating func select() -> Answer {
        let answer = field.lastTag.map { selectAgain($0) } ?? selectNew()
        field.lastTag = nil
        if case .selected(let selection) = answer { field.lastTag = selection.uid }
        return answer
    }

    private mutating func selectAgain(_ last: [UInt8]) -> Answer {
        for _ in 1...2 {
            switch lookInNewField() {
            case .found(let selection): return selection.uid == last ? .selected(selection) : check(selection)
            case .nothing: continue
            case .failed(let answer): return answer
            }
        }
        return .noTag
    }

    private mutating func selectNew() -> Answer {
        let look = field.wasCycled ? look() : lookInNewField()
        return switch look {
        case .found(let selection): check(selection)
        case .nothing: .noTag
        case .failed(let answer): answer
        }
    }

    /// Looks whether a tag that has come is alone, and selects it in a new field.
    ///
    /// Of two tags the anticollision always finds the same one. Put to sleep (HLTA, or S(DESELECT)), it does not answer
    /// the next call, and the other one does. A chip that calls with WUPA wakes the first one as well, and finds it a
    /// second time: it is then asked for two tags at once in a new field, which is 3 chip commands more.
    private mutating func check(_ first: Selection) -> Answer {
        let slept = unsafe nfc_initiator_deselect_target(device)
        if slept < 0, case .readerFailed(let text) = failure(slept) { return .readerFailed(text) }
        switch look() {
        case .found(let second) where second.uid != first.uid: return .several([first, second])
        case .found:
            let listed = listTwo()
            if case .readerFailed = listed { return listed }
            if case .several(let tags) = listed, let other = tags.first(where: { $0.uid != first.uid }) {
                return .several([first, other])
            }
        case .nothing: break
        case .failed(let answer): return answer
        }
        return switch lookInNewField() {
        case .found(let again): again.uid == first.uid ? .selected(again) : .several([first, again])
        case .nothing: .noTag
        case .failed(let answer): answer
        }
    }

    /// Switches the field off and on and calls.
    private mutating func lookInNewField() -> Look {
        if let failure = cycleField() { return .failed(failure) }
        let result = look()
        // A tag that was found and is called again without a cycle would be silent.
        if case .nothing = result { field.wasCycled = true }
        return result
    }

    /// Switches the field off and on; nil when that was done.
    private borrowing func cycleField() -> Answer? {
        for isOn in [false, true] {
            let result = unsafe nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, isOn)
            // No tag has a part in this, whatever the code.
            guard result >= 0 else { return .readerFailed(text(of: result)) }
            usleep(Self.pause)
        }
        return nil
    }

    /// Wraps `nfc_initiator_select_passive_target`. The chip calls three times: libnfc sets MxRtyPassiveActivation to 2.
    ///
    /// libnfc waits 300 ms for the answer, whatever timeout is set, 200 of which are gone over USB before it reads. The
    /// chip needs far less: some 5 ms for the anticollision, and at most 12.8 ms for RATS, three times.
    private mutating func look() -> Look {
        field.wasCycled = false
        let start = ContinuousClock.now
        var target = nfc_target()
        let modulation = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
        var found = unsafe nfc_initiator_select_passive_target(device, modulation, nil, 0, &target)
        // A busy machine is late now and then. Only for serial ports: there a late answer is thrown away before the next
        // command. Over USB it would be taken for the next answer; the worker ends, and another opens the reader anew.
        if found == NFC_ETIMEOUT, isSerial {
            found = unsafe nfc_initiator_select_passive_target(device, modulation, nil, 0, &target)
        }
        let uid = unsafe found > 0 ? Self.bytes(of: target.nti.nai.abtUid, count: target.nti.nai.szUidLen) : []
        trace?.note(
            "nfc_initiator_select_passive_target", since: start, received: uid,
            failure: found < 0 ? text(of: found) : nil)
        if found < 0 { return .failed(failure(found)) }
        guard found > 0 else {
            if case .readerFailed(let text) = answerToNothing(.noTag) { return .failed(.readerFailed(text)) }
            return .nothing
        }
        let info = unsafe target.nti.nai
        return .found(
            Selection(
                uid: uid,
                atqa: Self.bytes(of: info.abtAtqa, count: 2),
                sak: info.btSak,
                ats: Self.bytes(of: info.abtAts, count: info.szAtsLen)))
    }

    /// InListPassiveTarget with MaxTg 2 in a new field, which libnfc never sends: the chip puts the first tag to sleep
    /// itself and looks for another one. All that are found, as several; none when no tag answers. Every driver that
    /// `ConnectionForm` takes is one of PN53x chips.
    private mutating func listTwo() -> Answer {
        if let failure = cycleField() { return failure }
        field.wasCycled = false
        var list = [UInt8](repeating: 0, count: 264)
        let count = unsafe pn53x_transceive(device, [0x4A, 0x02, 0x00], 3, &list, list.count, Self.listingTime)
        guard count >= 0 else { return failure(count) }
        return ListedTargets(Array(list.prefix(Int(count)))).map { .several($0.selections) } ?? .noTag
    }

    /// As long as libnfc waits for one tag, in milliseconds.
    private static let listingTime: Int32 = 300

    private static func bytes<Tuple>(of tuple: Tuple, count: Int) -> [UInt8] {
        unsafe withUnsafeBytes(of: tuple) { unsafe Array($0.prefix(count)) }
    }
}
