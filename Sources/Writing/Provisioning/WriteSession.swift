package import Chips
package import Faults
package import NDEF
package import NFCTags
package import Registry

/// One reader writing one batch, as a state machine: what happened goes in, what is to be done comes out.
///
/// It has no clock and does no input or output, so every order of events can be tried. The order that it keeps:
/// identify, assign, read, plan, **journal the intent**, write, read back, and, where the batch says so, **journal the
/// intent to protect**, protect, verify; then **journal the result**. After an interruption the tag in the field is
/// looked at afresh; what it is, is decided by the journal and by what it holds, never by what this session remembers
/// of it.
package struct WriteSession: Sendable {
    package enum Event: Sendable {
        case started
        /// What is in the field.
        case field(SelectedTag?)
        /// More than one tag is in the field.
        case severalTags
        case identified(product: String)
        case assigned(SignQueue.Assignment)
        case image(TagImage)
        /// What the factory's signature says.
        case genuineness(Genuineness)
        case recorded
        /// A password opens the chip.
        case opened
        case written
        case mirrorSwitchedOff
        case verified
        /// Mirror and protection are verified.
        case treated
        /// A tag operation came to nothing.
        case failed(TagError)
        /// The registry refuses what was to be recorded: it knows something that the queue did not.
        case notRecorded(Complaint)
        case readerBack
        /// Which tag of the batch an unknown chip is, by the URL that it carries; nil for none.
        case lookedUp(Tag?)
        /// The registry could not be written for a while, and nothing was recorded: look again at whatever is on the
        /// reader now.
        case lookAgain
    }

    package enum Action: Sendable, Equatable {
        /// Select whatever is in the field; with a pause before, when nothing can have changed yet: the field was
        /// empty, or the tag in it is dealt with.
        case select(pause: Bool)
        case identify(SelectedTag)
        /// Ask the registry and the queue what this chip is to be.
        case assign(ChipUID)
        /// Read what planning needs; where the tag is to be locked, find out as well whether it can be.
        case read(for: NDEFMessage, toLock: Bool)
        /// Ask whether a chip that is not known here was written as a tag of this batch before the registry was
        /// restored. The tag is then given out for it, in place of any other.
        case lookUp(ChipUID, url: String)
        /// Put on record, durably, before anything else is done.
        case record(JournalEvent)
        /// Find out whether the password of one of these keys, or the factory's, opens the chip. Nothing is changed.
        case open(keys: [KeyName])
        /// Look at the factory's signature.
        case checkGenuineness
        /// Write; where that takes a password, with that of one of these keys.
        case write(WritePlan, keys: [KeyName])
        /// A chip of ours shows something in place of what is to be written: no more of that, for now.
        case switchMirrorOff(TagImage, keys: [KeyName])
        case verify(WritePlan)
        /// Select again and read back, also what planning a protection needs.
        case readBack(WritePlan)
        /// Mirror and protect a tag that was read back.
        case treat(TagImage, NDEFMessage, TagTreatment, keys: TreatmentKeys)
        case awaitReader
    }

    /// The keys that a chip's password may be made from now, and the one that it is to be made from.
    package struct TreatmentKeys: Sendable, Equatable {
        package let current: [KeyName]
        package let new: KeyName?
    }

    /// What is to be done next, and what is reported to the operator before that.
    package struct Step: Sendable, Equatable {
        package var reports: [WriteReport]
        package var action: Action
        /// What becomes of the tags that the queue gave out; the queue gets it before the action is carried out.
        package var queue: [QueueChange]
    }

    package enum QueueChange: Hashable, Sendable {
        /// The intent is in the journal.
        case intended(TagWrite)
        /// The result is in the journal.
        case finished(TagWrite)
        /// The chip was written before, as the registry says, and holds the message.
        case confirmed(Tag)
        case released(TagID)
        /// The chip is not known here, and another station of the hub may have written it.
        case unknown(ChipUID)
        /// The chip was taken away.
        case left(ChipUID)
        /// The chip may hold all of the message with this URL, and the result is not in the journal.
        case revealed(ChipUID, url: String)
        /// The reader is gone, and with it whatever it kept.
        case withdrawn
    }

    let batch: BatchName
    let reader: ReaderName
    let overwrite: Bool
    let rules: BatchRules
    let keys: AvailableKeys
    let isDoubtful: Bool
    let isUnderHub: Bool
    var state = State.looking
    /// The chip that was looked at last, and how many attempts at it in a row failed for reasons that selecting
    /// again may mend.
    var lastSeen: ChipUID?
    var failures = 0
    /// The chip that was assigned last and has not left since.
    var visitor: ChipUID?
    /// How many looks in a row showed a chip whose UID another reader has as well.
    var twinLooks = 0
    var monitor = FieldMonitor()

    /// How often in a row a tag is tried before it must be taken away first.
    static let attemptLimit = 3
    /// So many looks in a row must find the same UID at two readers: a chip that is moved from one reader to the other
    /// needs as long until the first one has seen that it is gone.
    static let twinLimit = 10

    /// - Parameters:
    ///   - batch: the batch that is written.
    ///   - reader: the reader that writes it.
    ///   - overwrite: whether chips that are not known here may lose what they carry.
    ///   - rules: what the batch asks of its chips.
    ///   - keys: the keys of the station.
    ///   - isDoubtful: whether chips may have been written for this batch that the registry does not know.
    ///   - isUnderHub: whether other stations may have written chips, so that the hub is asked for them.
    package init(
        batch: BatchName, reader: ReaderName, overwrite: Bool, rules: BatchRules = .usual,
        keys: AvailableKeys = AvailableKeys(),
        isDoubtful: Bool = false, isUnderHub: Bool = false
    ) {
        self.batch = batch
        self.reader = reader
        self.overwrite = overwrite
        self.rules = rules
        self.keys = keys
        self.isDoubtful = isDoubtful
        self.isUnderHub = isUnderHub
    }

    /// A chip under work.
    struct Chip: Sendable, Equatable {
        let uid: ChipUID
        var product = ""
        var tag: Tag?
        /// What is to become of it when its message is right; nil: nothing.
        var treatment: TagTreatment?
        var genuineness: Genuineness?
        /// Whether the queue has said that the chip carries the tag already.
        var isConfirmation = false
        /// The URL of the message that the chip took in an earlier attempt, so that it has to hold that; nil for none.
        var revealed: String?
        /// Whether it is known which tag of a doubtful batch it is, if any.
        var isLookedUp = false
        /// Whether its URL says which tag it is, and nothing else is known of it.
        var isRecognised = false
        /// Whether a password of the station's, or the factory's, has opened it.
        var isOpened = false
        /// Whether it counts wrong passwords: then only those are tried that are on record for it.
        var countsPasswords = false
    }

    enum State: Sendable, Equatable {
        case looking
        /// The tag in the field is dealt with; nothing happens until it leaves.
        case settled(ChipUID)
        case identifying(Chip)
        case assigning(Chip)
        case reading(Chip, NDEFMessage)
        case lookingUp(Chip)
        case opening(Chip, TagImage, NDEFMessage)
        case checking(Chip, WritePlan)
        case intending(Chip, WritePlan)
        /// The same look at the signature, before a mirror that is in the way is switched off.
        case checkingMirrored(Chip, TagImage, NDEFMessage)
        /// An intent is being recorded, after which the mirror that is in the way is switched off.
        case intendingUnmirrored(Chip, TagImage, NDEFMessage)
        case unmirroring(Chip, NDEFMessage)
        case readingUnmirrored(Chip, NDEFMessage)
        case writing(Chip, WritePlan)
        case verifying(Chip, WritePlan)
        case readingBack(Chip, WritePlan)
        case intendingTreatment(Chip, TagImage, NDEFMessage)
        case treating(Chip)
        case confirming(Chip)
        /// A problem is being recorded; then `next` is done, in `then`.
        indirect case recordingProblem(then: State, next: Action)
        case readerLost
    }
}
