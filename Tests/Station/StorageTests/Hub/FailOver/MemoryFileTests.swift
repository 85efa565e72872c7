import Faults
import Foundation
import Grants
import Registry
import TestBench
import Testing
import UnixSystem

@testable import HubStorage

@Suite struct `The file of what a daemon knows` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> HubMemory {
        try HubMemory(in: folder.path, name: "hub", daemon: .drawn())
    }

    private func head(_ sequence: Int64) -> MemoryNote {
        .head(
            chain: ChainName(bits: 5), at: JournalPoint(sequence: sequence, digest: String(repeating: "d3", count: 32)))
    }

    @Test func `has every line that was written to its end, and belongs to one process`() throws {
        var memory: HubMemory? = try open()
        let daemon = try #require(memory?.known.daemon)
        try memory?.note([head(1)], forced: true)
        try memory?.note([head(2)], forced: false)
        let known = memory?.known
        #expect(throws: SystemError.self) { try open() }
        memory = nil
        let bytes = try File.read(folder["memory"], limit: 1 << 20)
        let last = try #require(bytes.dropLast().lastIndex(of: 0x0A))
        // A daemon or a machine may end within any byte of the last line.
        for end in last + 1..<bytes.count {
            try folder.write(bytes[..<end], to: "memory")
            #expect(try open().known.head?.point.sequence == 1)
        }
        try folder.write(bytes, to: "memory")
        #expect(try open().known == known)
        #expect(try open().known.daemon == daemon)
    }

    @Test func `is refused where another hand has changed it`() throws {
        _ = try open()
        let text = String(decoding: try File.read(folder["memory"], limit: 1 << 20), as: UTF8.self)
        for damaged in ["", text.dropLast(3) + "\n", text + "{}\n" + text, "\n" + text] {
            try folder.write(String(damaged), to: "memory")
            let refusal = #expect(throws: RegistryError.self) { try open() }
            #expect(refusal?.code == .registryDamaged)
            #expect(String(decoding: try File.read(folder["memory"], limit: 1 << 20), as: UTF8.self) == damaged)
        }
    }

    @Test func `is written anew when it has grown, and loses nothing`() throws {
        let memory = try open()
        let largest = 3 << 19
        for number in 1...20_000 { try memory.note([head(Int64(number))], forced: false) }
        #expect(try File.read(folder["memory"], limit: 1 << 30).count < largest)
        #expect(memory.known.head?.point.sequence == 20_000)
    }
}
