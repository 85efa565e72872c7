import Foundation
import Glibc
import NDEF
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Synchronization

/// Smart-card readers under real pcscd, and Type 5 tags. What the libraries take is measured by the worker's own trace; how long
/// a real reader takes over it is not known here.
enum SmartCards {
    /// A reader, a tag, and the commands that it takes by docs/exchanges.md.
    private struct Row {
        let model: USBReaderModel
        let tag: any EmulatedTag
        let length: Int
        let minimum: Int
    }

    private static let writes = 5

    static func run(worker: String, folder: String) async throws {
        let testbed = try USBTestbed()
        let service = try await SmartCardService(testbed, folder: "\(folder)/pcscd")
        for (key, value) in testbed.environment.merging(service.environment, uniquingKeysWith: { $1 }) {
            setenv(key, value, 1)
        }
        let exchanges = Mutex<[TracedExchange]>([])
        let ours = try await Ours(worker: worker, folder: "\(folder)/cards") { exchange in
            exchanges.withLock { $0.append(exchange) }
        }
        print("READER\tTAG\tURL\tMINIMUM\tCOMMANDS (SELECTIONS)\tON AIR\tTRANSMITTING\tRESETS")
        // They stay plugged in until pcscd has ended, which takes 16 of them.
        var readers: [EmulatedUSBReader] = []
        for (number, row) in try await rows().enumerated() {
            let reader = try EmulatedUSBReader(row.model, on: testbed, port: "1-1.\(number + 1)")
            readers.append(reader)
            let name = "card-\(number)"
            let link = try await ours.open(reader, name: name)
            for _ in 1...writes {
                reader.antenna.remove()
                while try await link.select() != nil {}
                reader.antenna.insert(row.tag)
                while try await link.select() == nil {}
                let before = reader.antenna.airTime
                reader.antenna.resetCounts()
                exchanges.withLock { $0 = [] }
                try await Ours.write(url(of: row.length), over: link)
                let (counts, traced) = (reader.antenna.counts, exchanges.withLock { $0 })
                let time = { (call: String) in
                    traced.filter { $0.call == call }.reduce(0) { $0 + Int($1.duration) } / 1_000
                }
                print(
                    "\(row.model)\t\(row.tag.productName)\t\(row.length)\t\(row.minimum)\t"
                        + "\(counts.commands) (\(counts.selections))\t\(Int((reader.antenna.airTime - before) / .milliseconds(1))) ms\t"
                        + "\(time("SCardTransmit")) ms\t\(time("SCardReconnect")) ms")
            }
            await ours.close(name)
        }
        await ours.end()
        await service.end()
        for reader in readers { reader.stop() }
    }

    private static func rows() async throws -> [Row] {
        var rows: [Row] = []
        for model in USBReaderModel.forPCSC {
            for length in [40, 80, 130] {
                rows.append(
                    Row(
                        model: model, tag: blank(.ntag213), length: length,
                        minimum: try await Minimum.commands(for: url(of: length), on: blank(.ntag213))))
            }
        }
        for (product, length) in [(Type5Product.slix, 40), (.slix, 80), (.slix2, 40), (.slix2, 80), (.slix2, 130)] {
            let tag = Type5Tag(product, uid: Type5Tag.uid(of: product, numbered: 1))
            rows.append(
                Row(
                    model: .acr1552u, tag: tag, length: length,
                    minimum: try Minimum.vicinityCommands(for: url(of: length))))
        }
        return rows
    }
}
