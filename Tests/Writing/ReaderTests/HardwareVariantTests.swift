import Faults
import NDEF
import NFCTags
import ReaderEmulator
import ReaderSupervision
import Testing

/// The whole way down, libnfc included, on chips and tags that answer an open question one way or the other.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Writing through libnfc` {
    private static let password = TagPassword(password: [1, 2, 3, 4], acknowledgement: [5, 6])

    @Test(arguments: ["ntag213", "ntag424", "type4"])
    func `works whatever the hardware does where that is open`(product: String) async throws {
        try await ReaderBench.run { bench in
            let model = try #require(TagModel(named: product))
            let reader = try bench.emulatedReader()
            #expect(bench.supervisor.add(name: "bench", connection: try #require(reader.connectionString)))
            try await bench.untilReady()
            for (number, variant) in HardwareVariant.eachAnswerAlone.enumerated() {
                reader.antenna.variant = variant
                reader.antenna.insert(model.make(Type2Tag.uid(numbered: number + 1)))
                let link = try #require(bench.supervisor.link(to: "bench"))
                // Another tag beside it is seen, and nothing is done before it is taken away.
                reader.antenna.add(Type2Tag(.ntag215, uid: Type2Tag.uid(numbered: number + 100)))
                let several = await #expect(throws: TagError.self, "\(variant)") {
                    try await TagSession.identify(over: link)
                }
                #expect(several?.code == .severalTags, "\(variant)")
                reader.antenna.take(at: 1)
                let message = try NDEFMessage(uri: "https://clips.example/store/\(number)?tag=a")
                do {
                    let session = try #require(try await TagSession.identify(over: link), "\(variant)")
                    let image = try await session.readImage(for: message)
                    let isProtected = product == "ntag213"
                    let plan = try WritePlan(writing: message, to: image, hasPassword: isProtected)
                    try await session.write(plan)
                    if isProtected {
                        try await session.treat(
                            try await session.readBack(plan), holding: message,
                            as: TagTreatment(protection: .password),
                            passwords: TagPasswords(current: [], new: Self.password))
                    } else {
                        try await session.verify(plan)
                    }
                } catch {
                    Issue.record("\(variant): \(error)")
                }
            }
            #expect(try await bench.untilReady().restarts == 0)
        }
    }
}
