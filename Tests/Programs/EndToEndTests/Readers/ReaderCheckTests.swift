import Foundation
import ReaderEmulator
import Synchronization
import TestBench
import Testing
import UnixSystem

/// `waymark reader check` with readers that are emulated, and a person who is: it does what it is told on standard error. The
/// pcscd is the real one where it is needed.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct `The check of a reader` {
    static let needsPCSC: Comment =
        "needs umockdev, and pcscd in a namespace: \(PrivatePCSCDaemon.obstacle ?? "which is there")"
    static var hasPCSC: Bool {
        PrivatePCSCDaemon.canRun
            && (USBTestbed.isLibraryInstalled || ProcessInfo.processInfo.environment["CI"] != nil)
    }

    /// A question's verdict and what was seen.
    struct Answer: Equatable {
        let verdict: String
        let seen: String
    }

    /// Runs a check. `hands` does what it is told, as long as the check runs.
    private static func check(
        _ words: [String], environment: [String: String] = [:], hands: @escaping @Sendable (String) -> Void
    ) async throws -> RunningProgram.Ending {
        let program = try RunningProgram(
            .commandLine, ["reader", "check"] + words + ["--yes"],
            environment: environment.merging(["WAYMARK_SOCKET": "/nowhere/waymarkd.sock"]) { $1 })
        async let following: Void = {
            for await line in program.errors.lines where line.hasPrefix("* ") { hands(line) }
        }()
        let ending = await program.wait()
        await following
        return ending
    }

    private static func answers(_ ending: RunningProgram.Ending) throws -> [String: Answer] {
        let all = try #require(ending.document["answers"] as? [[String: Any]], "\(ending)")
        return Dictionary(
            uniqueKeysWithValues: all.map { answer in
                let text = { (key: String) in answer[key] as? String ?? "" }
                return (text("question"), Answer(verdict: text("verdict"), seen: text("seen")))
            })
    }

    /// What went over, as `call sent received`.
    private static func exchanges(_ ending: RunningProgram.Ending, of question: String) -> [[String: Any]] {
        let all = ending.document["answers"] as? [[String: Any]] ?? []
        return all.first { $0["question"] as? String == question }?["exchanges"] as? [[String: Any]] ?? []
    }

    /// A reader under a pcscd of its own.
    private static func withPCSC(
        _ model: USBReaderModel,
        _ body: (EmulatedUSBReader, PrivatePCSCDaemon, [String: String]) async throws -> Void
    ) async throws {
        let testbed = try USBTestbed()
        let daemon = try await PrivatePCSCDaemon(
            testbed: testbed.environment, listing: [USBReaderModel.acr1552u.identifiers])
        let reader = try EmulatedUSBReader(model, on: testbed, port: "1-1.3")
        do {
            try await body(reader, daemon, testbed.environment.merging(daemon.environment) { $1 })
        } catch {
            await daemon.kill()
            reader.stop()
            throw error
        }
        await daemon.kill()
        reader.stop()
    }

    private static func tag(_ number: Int) -> Type2Tag { Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: number)) }

    /// Does as it is told with one tag of each kind.
    private static func obedient(_ antenna: Antenna) -> @Sendable (String) -> Void {
        { line in
            if line.contains("Take everything off") || line.contains("Take the tag away") {
                antenna.remove()
            } else if line.contains("Put a spare NTAG213") {
                antenna.insert(tag(1))
            } else if line.contains("Put a Type 4 tag") {
                antenna.insert(Type4Tag(.type4, uid: Type2Tag.uid(numbered: 2)) as any EmulatedTag)
            } else if line.contains("Put a spare ICODE") {
                antenna.insert(Type5Tag(.slix2, uid: Type5Tag.uid(of: .slix2, numbered: 1)) as any EmulatedTag)
            }
        }
    }

    private static let type2 = [
        "no-tag", "selection", "field-reset", "version", "read", "long-answer", "signature", "write", "refusal",
        "password", "message", "taken-away", "plain-read", "plain-write",
    ]
    private static let type5 = [
        "type5-selection", "type5-information", "type5-read", "type5-lock-status", "type5-signature",
        "type5-stranger", "type5-field-reset", "type5-refusal", "type5-write", "type5-plain", "type5-message",
    ]

    @Test(.enabled(if: hasPCSC, needsPCSC), arguments: USBReaderModel.forPCSC)
    func `asks a smart-card reader everything, in its own dialect only, and changes nothing for good`(
        model: USBReaderModel
    ) async throws {
        let hasType5 = model.identifiers == USBReaderModel.acr1552u.identifiers
        try await Self.withPCSC(model) { reader, _, environment in
            let ending = try await Self.check(
                ["pcsc:1-1.3", "--tags", "ntag", "type4", "type5", "--json"], environment: environment,
                hands: Self.obedient(reader.antenna))
            let answers = try Self.answers(ending)
            #expect(Set(answers.keys) == Set(Self.type2 + ["type4"] + (hasType5 ? Self.type5 : [])))
            #expect(answers.filter { $0.value.verdict != "expected" } == [:], "\(ending.errors)")
            #expect(ending.status == .exited(0))
            #expect(reader.refusedCommands == [])
            #expect(ending.document["schema"] as? Int == 1)
            let description = ending.document["reader"] as? [String: Any]
            let vendor = model.identifiers.vendor == 0x072F ? "072f:" : "04e6:"
            #expect((description?["usb"] as? String)?.hasPrefix(vendor) == true)
            // The trace is the worker's own: a session on the one family, FF EF on the other.
            let commands = Self.exchanges(ending, of: "write").compactMap { $0["sent"] as? String }
            let wrapped = model.identifiers.vendor == 0x072F ? "95 06 A2 27" : "FF EF 00 00 06 A2 27"
            #expect(commands.contains { $0.contains(wrapped) }, "\(commands)")
            #expect(Self.exchanges(ending, of: "field-reset").contains { $0["call"] as? String == "SCardReconnect" })
            let left = try #require(reader.antenna.anyTag as? Type2Tag)
            #expect(left.memory[2].suffix(2) == [0, 0] && left.memory[0x27] == [0, 0, 0, 0])
        }
    }

    @Test func `asks a reader of libnfc's what applies to it`() async throws {
        let folder = try TemporaryFolder()
        let reader = try EmulatedReader(link: folder["port"])
        defer { reader.stop() }
        let ending = try await Self.check(
            [try #require(reader.connectionString), "--json"], hands: Self.obedient(reader.antenna))
        let answers = try Self.answers(ending)
        #expect(Set(answers.keys) == Set(Self.type2.filter { !$0.hasPrefix("plain") }))
        #expect(answers.filter { $0.value.verdict != "expected" } == [:], "\(ending.errors)")
        #expect(ending.status == .exited(0))
    }

    @Test func `says what to do with a tag that left in the middle, and asks again`() async throws {
        let folder = try TemporaryFolder()
        let reader = try EmulatedReader(link: folder["port"])
        defer { reader.stop() }
        let antenna = reader.antenna
        let obedient = Self.obedient(antenna)
        let asked = Mutex(0)
        let ending = try await Self.check([try #require(reader.connectionString), "--json"]) { line in
            if line.contains("again, and leave it there") {
                asked.withLock { $0 += 1 }
                antenna.clearFaults()
                antenna.putBack()
            } else {
                obedient(line)
                if line.contains("Put a spare NTAG213") { antenna.tear(after: 20) }
            }
        }
        #expect(asked.withLock { $0 } >= 1)
        let answers = try Self.answers(ending)
        #expect(answers.filter { $0.value.verdict != "expected" } == [:], "\(ending.errors)")
    }

    /// pcscd notices a tag that came back within a moment; until then the check asks for it.
    @Test(.enabled(if: hasPCSC, needsPCSC), arguments: USBReaderModel.forPCSC)
    func `does so with smart-card readers`(model: USBReaderModel) async throws {
        try await Self.withPCSC(model) { reader, _, environment in
            let obedient = Self.obedient(reader.antenna)
            let asked = Mutex(0)
            let ending = try await Self.check(["pcsc:1-1.3", "--json"], environment: environment) { line in
                if line.contains("again, and leave it there") {
                    asked.withLock { $0 += 1 }
                    reader.antenna.clearFaults()
                    reader.antenna.putBack()
                } else {
                    obedient(line)
                    if asked.withLock({ $0 == 0 }), line.contains("Put a spare NTAG213") {
                        reader.antenna.tear(after: 20)
                    }
                }
            }
            #expect(asked.withLock { $0 } >= 1)
            let answers = try Self.answers(ending)
            #expect(answers.filter { $0.value.verdict != "expected" } == [:], "\(ending.errors)")
            #expect(reader.refusedCommands == [])
        }
    }

    @Test func `names a tag that is of no use, and takes the right one`() async throws {
        let folder = try TemporaryFolder()
        let reader = try EmulatedReader(link: folder["port"])
        defer { reader.stop() }
        let obedient = Self.obedient(reader.antenna)
        let told = Mutex<[String]>([])
        let ending = try await Self.check([try #require(reader.connectionString), "--json"]) { line in
            if line.contains("is of no use here") {
                told.withLock { $0.append(line) }
                reader.antenna.insert(Self.tag(1))
            } else if line.contains("Put a spare NTAG213") {
                reader.antenna.insert(Type2Tag(.ultralightUL11, uid: Type2Tag.uid(numbered: 9)))
            } else {
                obedient(line)
            }
        }
        #expect(told.withLock { $0 }.count == 1)
        #expect(try Self.answers(ending)["selection"]?.seen.contains("type2") == true)
        #expect(ending.status == .exited(0), "\(ending)")
    }

    @Test func `ends with 75 when no tag comes, and with the form all the same`() async throws {
        let folder = try TemporaryFolder()
        let reader = try EmulatedReader(link: folder["port"])
        defer { reader.stop() }
        let ending = try await Self.check(
            [try #require(reader.connectionString), "--timeout", "1"], hands: { _ in reader.antenna.remove() })
        #expect(ending.status == .exited(75), "\(ending)")
        #expect(ending.output.hasPrefix("waymark reader check, "))
        #expect(ending.output.contains("\nno-tag: expected\n"))
        #expect(ending.output.contains("\nmessage: unanswered\n"))
    }

    @Test(.enabled(if: hasPCSC, needsPCSC)) func `says that pcscd is missing`() async throws {
        try await Self.withPCSC(.acr1252u) { _, daemon, environment in
            await daemon.kill()
            let ending = try await Self.check(["pcsc:1-1.3"], environment: environment, hands: { _ in })
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("pcscd cannot be reached") && ending.output == "")
        }
    }

    @Test func `leaves a reader of the station alone, and asks before it begins`() async throws {
        try await TestStation.run { station in
            let reader = try await station.addReader("bench")
            let connection = try #require(reader.connectionString)
            let ending = try await station.waymark("reader", "check", connection, "--yes", expecting: 1)
            #expect(ending.errors.contains("waymark reader remove bench"))
            let unasked = try await station.waymark("reader", "check", "usb:9-9", expecting: 64)
            #expect(unasked.errors.contains("give --yes"))
        }
    }
}
