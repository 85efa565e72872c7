/// How hardware behaves where data sheets leave it open, or where people report different things: one switch for each
/// question. What works with every combination does not depend on the answer.
///
/// `Antenna.variant` holds it for the chip and for every tag on that antenna. `switches` lists the switches; a further
/// question is a further enumeration and a further row there.
public struct HardwareVariant: Sendable, Hashable {
    /// From when on something that was written to a tag acts.
    public enum ActsFrom: String, Sendable, CaseIterable {
        /// From the next time the tag gets power.
        case powerUp = "power-up"
        /// From the next time the tag is selected.
        case selection
        /// At once.
        case write
    }

    /// What a chip sends in InListPassiveTarget. REQA wakes IDLE tags only, WUPA also those in HALT.
    public enum Poll: String, Sendable, CaseIterable {
        /// WUPA when the host names a serial number, else REQA: with this alone both nfc-list lists two tags and
        /// libfreefare finds a tag again that libnfc has deselected.
        case wakesNamedTags = "wakes-named-tags"
        case reqa
        case wupa
    }

    /// The status of InDataExchange for a tag's refusal.
    public enum RefusalStatus: String, Sendable, CaseIterable {
        /// 13, which libnfc's `utils/mifare.c` expects.
        case invalidFrame = "13"
        case crc = "02"
        case timeout = "01"
    }

    /// The status of InCommunicateThru for a 4-bit answer while the chip checks the CRC.
    public enum ShortAnswerStatus: String, Sendable, CaseIterable {
        /// An ACR122U (libnfc#564).
        case crc = "02"
        /// A PN533 (libfreefare#112).
        case timeout = "01"
    }

    /// How the n-th wrong password is refused where AUTHLIM is n.
    public enum LastWrongPassword: String, Sendable, CaseIterable {
        /// As the others, with 0; attempts after it with 4.
        case refusedAsOthers = "0"
        /// With 4 (flipperzero-firmware, pull request 3153).
        case refusedAsLimit = "4"
    }

    /// What READ_CNT answers while the NFC counter is off.
    public enum DisabledCounter: String, Sendable, CaseIterable {
        case refuses
        case reads
    }

    /// When a Type 4 tag asks for more time with S(WTX).
    public enum WaitingTime: String, Sendable, CaseIterable {
        case isEnough = "enough"
        /// With every UPDATE BINARY.
        case isExtendedForWrites = "extended-for-writes"
    }

    /// What READ BINARY answers when it asks for more bytes than there are up to the end of the file.
    public enum ReadPastEnd: String, Sendable, CaseIterable {
        /// What there is, and 9000.
        case isShort = "short"
        /// What there is, and the warning 6282.
        case isWarnedAbout = "6282"
        /// Nothing, and 6700.
        case isRefused = "6700"
    }

    /// Lock bits: NTAG203 8.5.2 and MF0ICU2 7.5.3 say from the next REQA or WUPA; the NTAG21x sheet does not say.
    public var lockBits = ActsFrom.selection
    /// MIRROR, AUTH0, PROT, CFGLCK, AUTHLIM: on silicon from the next power-up (flipperzero-firmware#4321).
    public var configuration = ActsFrom.powerUp
    public var poll = Poll.wakesNamedTags
    public var refusalStatus = RefusalStatus.invalidFrame
    public var shortAnswerStatus = ShortAnswerStatus.crc
    public var lastWrongPassword = LastWrongPassword.refusedAsOthers
    public var disabledCounter = DisabledCounter.refuses
    public var waitingTime = WaitingTime.isEnough
    public var readPastEnd = ReadPastEnd.isShort

    /// What is expected of hardware.
    public init() {}
}

extension HardwareVariant {
    /// One question with the answers there may be, the expected one first, as the console's verb `assume` spells them.
    public struct Switch: Sendable {
        public let name: String
        public let answers: [String]
        let set: @Sendable (inout HardwareVariant, _ answer: String) -> Void
    }

    /// Every switch there is.
    public static let switches: [Switch] = [
        Switch("lock-bits", { $0.lockBits }, { $0.lockBits = $1 }),
        Switch("configuration", { $0.configuration }, { $0.configuration = $1 }),
        Switch("poll", { $0.poll }, { $0.poll = $1 }),
        Switch("refusal-status", { $0.refusalStatus }, { $0.refusalStatus = $1 }),
        Switch("short-answer-status", { $0.shortAnswerStatus }, { $0.shortAnswerStatus = $1 }),
        Switch("last-wrong-password", { $0.lastWrongPassword }, { $0.lastWrongPassword = $1 }),
        Switch("disabled-counter", { $0.disabledCounter }, { $0.disabledCounter = $1 }),
        Switch("waiting-time", { $0.waitingTime }, { $0.waitingTime = $1 }),
        Switch("read-past-end", { $0.readPastEnd }, { $0.readPastEnd = $1 }),
    ]

    /// What is expected, then for each switch each other answer, everything else as expected.
    public static let eachAnswerAlone: [HardwareVariant] =
        [HardwareVariant()]
        + switches.flatMap { question in
            question.answers.dropFirst().map { answer in
                var variant = HardwareVariant()
                question.set(&variant, answer)
                return variant
            }
        }

    /// Every combination of answers.
    public static let everyCombination: [HardwareVariant] = switches.reduce([HardwareVariant()]) { variants, question in
        variants.flatMap { variant in
            question.answers.map { answer in
                var variant = variant
                question.set(&variant, answer)
                return variant
            }
        }
    }

    /// The variant with one answer changed; nil when there is no such switch or answer.
    public func assuming(_ name: String, _ answer: String) -> HardwareVariant? {
        guard let question = Self.switches.first(where: { $0.name == name }), question.answers.contains(answer) else {
            return nil
        }
        var variant = self
        question.set(&variant, answer)
        return variant
    }
}

extension HardwareVariant: CustomStringConvertible {
    /// The answers that are not the expected ones.
    public var description: String {
        let differing = Self.switches.compactMap { question in
            question.answers.dropFirst().first { assuming(question.name, $0) == self }.map { "\(question.name) \($0)" }
        }
        return differing.isEmpty ? "as expected" : differing.joined(separator: ", ")
    }
}

extension HardwareVariant.Switch {
    fileprivate init<Answer: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ get: @Sendable (HardwareVariant) -> Answer,
        _ set: @escaping @Sendable (inout HardwareVariant, Answer) -> Void
    ) {
        self.name = name
        let expected = get(HardwareVariant()).rawValue
        answers = [expected] + Answer.allCases.map(\.rawValue).filter { $0 != expected }
        self.set = { variant, answer in
            if let answer = Answer(rawValue: answer) { set(&variant, answer) }
        }
    }
}
