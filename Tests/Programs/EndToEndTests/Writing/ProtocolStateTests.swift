import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// NTAG 424 through the whole product, on a line that keeps every card silent that has answered RATS.
@Suite(.timeLimit(.minutes(10))) struct `A card that is silent until the field goes` {
    @Test(arguments: ["ntag424", "type4"])
    func `is written, read back and done at its first placement`(product: String) async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try station.emulatedReader()
            let filter = try ProtocolFilter(to: try #require(reader.path))
            defer { filter.stop() }
            let model = try #require(TagModel(named: product))
            reader.antenna.insert(model.make(ReaderEmulator.Type2Tag.uid(numbered: 1)))
            try await station.waymark("reader", "add", filter.connectionString, "--name", "bench")
            try await station.waymark("write", "a")
            let card = try #require(reader.antenna.anyTag as? ReaderEmulator.Type4Tag)
            let record = [0x55, 0x04] + Array(TestStation.url("a1").dropFirst("https://".count).utf8)
            let message = [0xD1, 0x01, UInt8(record.count - 1)] + record
            #expect(Array(card.file.prefix(2 + message.count)) == [0x00, UInt8(message.count)] + message)
            let tags = try await station.api.tags(of: "a")
            #expect(tags.map(\.state) == ["written"])
            // The filter was in the way, and the way round it is the field.
            #expect(filter.suppressed > 0 && filter.fieldsOff > 1)
            #expect(station.log.contains("has left the reader") == false)
        }
    }
}
