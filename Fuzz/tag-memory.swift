import Chips
import Faults
import NDEF
import NFCTags
import Synchronization

/// Any memory on a tag: capability container, TLV blocks, lock bits. It is refused or written, and what is written can
/// be read; nothing outside the user's pages is changed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let here = HereExecutor()
    Task(executorPreference: here) {
        await present(FuzzedTag(bytes), length: Int(bytes[1]))
        here.end()
    }
    here.run()
    return 0
}

/// Runs a task on the fuzzer's own thread: a hop to another one takes longer than a case.
private final class HereExecutor: TaskExecutor {
    private let state = Mutex((jobs: [UnownedJob](), hasEnded: false))

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    func end() { state.withLock { $0.hasEnded = true } }

    func run() {
        while let job = state.withLock({ $0.hasEnded || $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        precondition(state.withLock { $0.hasEnded }, "the task waits for something outside")
    }
}

private func present(_ tag: FuzzedTag, length: Int) async {
    guard let session = try? await TagSession.identify(over: tag) else { return }
    _ = try? await session.readContent()
    let url = "https://a.ex/" + String(repeating: "x", count: length)
    guard let message = try? NDEFMessage(uri: url), let image = try? await session.readImage(for: message),
        let plan = try? WritePlan(writing: message, to: image)
    else { return }
    guard case .type2(let writing) = plan else { return }
    for write in writing.writes { precondition((4..<0xE2).contains(write.page), "page \(write.page) is written") }
    guard (try? await session.write(plan)) != nil else { return }
    guard (try? await session.verify(plan)) != nil, let content = try? await session.readContent() else {
        preconditionFailure("what was written is not read back")
    }
    precondition(content == .url(url), "\(content)")
}

/// The first byte chooses the product; the third and all that follow are the memory from page 2 on. Every page can be
/// read and written, whatever its lock bits say: the plan has to see to them.
private final class FuzzedTag: TagLink, @unchecked Sendable {
    private let version: [UInt8]
    private var memory: [UInt8]

    init(_ bytes: [UInt8]) {
        let products: [(pages: Int, storage: UInt8)] = [(45, 0x0F), (135, 0x11), (231, 0x13)]
        let product = products[Int(bytes[0]) % products.count]
        version = [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, product.storage, 0x03]
        memory = [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0x80] + bytes.dropFirst(2)
        memory = Array((memory + Array(repeating: 0, count: product.pages * 4)).prefix(product.pages * 4))
    }

    func select() async throws(TagLinkError) -> SelectedTag? {
        ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]).map {
            SelectedTag(uid: $0, atqa: [0x00, 0x44], sak: 0, ats: [])
        }
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        let pages = memory.count / 4
        switch command.first {
        case 0x60: return version
        case 0x30 where command.count == 2 && Int(command[1]) < pages:
            return (0..<16).map { memory[(Int(command[1]) * 4 + $0) % memory.count] }
        case 0x3A where command.count == 3 && command[1] <= command[2] && Int(command[2]) < pages:
            return Array(memory[Int(command[1]) * 4..<(Int(command[2]) + 1) * 4])
        case 0xA2 where command.count == 6 && Int(command[1]) < pages:
            memory.replaceSubrange(Int(command[1]) * 4..<Int(command[1]) * 4 + 4, with: command[2...])
            return []
        default:
            throw TagLinkError(code: .unknown, message: "refused", reason: "the tag says no", next: "select again")
        }
    }
}
