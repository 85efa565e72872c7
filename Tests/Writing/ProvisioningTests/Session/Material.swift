import Chips
import Faults
import NDEF
import NFCTags
import Provisioning
import ReaderEmulator
import Registry
import Testing

/// What events are made of: two chips, a batch of two tags, and what was read of the chips in several conditions.
struct Material {
    let batch: Batch
    /// By chip: blank, saying the URL of t-1, saying a foreign one.
    let images: [[TagImage]]

    init() async throws {
        batch = try Samples.batch(2)
        var images: [[TagImage]] = []
        for number in UInt8(1)...2 {
            let chips = [
                Samples.chip(number), try await Samples.chip(number, saying: NDEFMessage(uri: Samples.url(1))),
                try await Samples.chip(number, saying: NDEFMessage(uri: "https://other.example/")),
            ]
            var read: [TagImage] = []
            for chip in chips { read.append(try await Self.image(of: chip)) }
            images.append(read)
        }
        self.images = images
    }

    private static func image(of chip: ReaderEmulator.Type2Tag) async throws -> TagImage {
        let antenna = Antenna()
        antenna.insert(chip)
        let session = try #require(try await TagSession.identify(over: EmulatedTagLink(antenna)))
        return try await session.readImage(for: NDEFMessage(uri: Samples.url(1)))
    }

    static func session(overwrite: Bool = false, rules: BatchRules = .usual) throws -> WriteSession {
        WriteSession(
            batch: try #require(BatchName("opening")), reader: try #require(ReaderName("bench 1")),
            overwrite: overwrite, rules: rules, keys: AvailableKeys(current: Samples.key, older: [Samples.otherKey]))
    }

    static func selected(_ number: UInt8) throws -> SelectedTag {
        SelectedTag(uid: try #require(ChipUID(Samples.chip(number).uid)), atqa: [0x00, 0x44], sak: 0x00)
    }

    static func failure(_ code: TagError.Code) -> WriteSession.Event {
        .failed(TagError(code: code, message: "it failed", reason: "of this", next: "do that"))
    }

    /// One event of each kind, by name.
    func events() throws -> [(name: String, event: WriteSession.Event)] {
        [
            ("started", .started), ("field", .field(try Self.selected(1))), ("empty field", .field(nil)),
            ("several", .severalTags),
            ("identified", .identified(product: "NTAG213")), ("assigned", .assigned(.write(batch.tags[0]))),
            ("image", .image(images[0][0])), ("another's image", .image(images[1][0])), ("recorded", .recorded),
            ("written", .written), ("verified", .verified), ("back", .readerBack),
            ("genuine", .genuineness(.genuine)), ("treated", .treated),
            ("mirror off", .mirrorSwitchedOff), ("looked up", .lookedUp(nil)), ("opened", .opened),
            ("look again", .lookAgain),
        ]
    }

    /// A way into a session: the events up to a stage, which events belong there, and whether a tag is claimed.
    struct Stage {
        let name: String
        let events: [WriteSession.Event]
        let belonging: Set<String>
        let hasClaim: Bool
    }

    /// The way of a tag that is only written.
    func stages() throws -> [Stage] {
        let path: [(event: WriteSession.Event, name: String)] = [
            (.field(try Self.selected(1)), "field"), (.identified(product: "NTAG213"), "identified"),
            (.assigned(.write(batch.tags[0])), "assigned"), (.image(images[0][0]), "image"), (.recorded, "recorded"),
            (.written, "written"), (.verified, "verified"), (.recorded, "recorded"),
        ]
        let names = [
            "looking", "identifying", "assigning", "reading", "intending", "writing", "verifying", "confirming",
        ]
        let onTheWay = names.enumerated().map { index, name in
            Stage(
                name: name, events: path.prefix(index).map(\.event),
                belonging: index == 0 ? Self.looks : [path[index].name], hasClaim: index > 2)
        }
        return onTheWay + [
            Stage(name: "settled", events: path.map(\.event), belonging: Self.looks, hasClaim: false),
            Stage(
                name: "recording a problem", events: path.prefix(5).map(\.event) + [Self.failure(.writeUnknown)],
                belonging: ["recorded"], hasClaim: false),
            Stage(
                name: "without its reader", events: [Self.failure(.readerFailed)], belonging: ["back"],
                hasClaim: false),
        ]
    }

    /// The way of a tag that is checked, written and protected.
    func protectingStages() throws -> [Stage] {
        let path: [(event: WriteSession.Event, name: String)] = [
            (.field(try Self.selected(1)), "field"), (.identified(product: "NTAG213"), "identified"),
            (.assigned(.write(batch.tags[0])), "assigned"), (.image(images[0][0]), "image"),
            (.genuineness(.genuine), "genuine"), (.recorded, "recorded"), (.written, "written"),
            (.image(images[0][1]), "image"), (.recorded, "recorded"), (.treated, "treated"), (.recorded, "recorded"),
        ]
        let names = [
            "looking", "identifying", "assigning", "reading", "checking", "intending", "writing", "reading back",
            "intending to protect", "protecting", "confirming",
        ]
        return names.enumerated().map { index, name in
            Stage(
                name: name, events: path.prefix(index).map(\.event),
                belonging: index == 0 ? Self.looks : [path[index].name], hasClaim: index > 2)
        }
    }

    /// What a look at the field can show.
    private static let looks: Set = ["field", "empty field", "several"]
}
