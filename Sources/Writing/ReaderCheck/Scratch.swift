internal import Chips
internal import NFCTags
internal import TextCoding

/// A page or block that is written to see whether that works, and then gets its content back.
enum Scratch: Hashable {
    case page(UInt8)
    /// A block, by frames that name the tag.
    case block(UInt8)
    /// A block, by the reader's own commands for the tag that it has chosen.
    case plainBlock(UInt8)

    var name: String {
        switch self {
        case .page(let number): "page \(Hexadecimal.spaced([number]))"
        case .block(let number), .plainBlock(let number): "block \(Hexadecimal.spaced([number]))"
        }
    }

    /// Whether what was written is looked at after a selection.
    var isReadInNewField: Bool {
        switch self {
        case .page, .block: true
        case .plainBlock: false
        }
    }

    /// The four bytes that it holds.
    func read(of uid: ChipUID, over link: any TagLink) async throws -> [UInt8] {
        let bytes: [UInt8]
        switch self {
        case .page(let page):
            bytes = Array(try await link.transceive([0x30, page - 3], expecting: .data).suffix(4))
        case .block(let block):
            let frame = HardwareCheck.frame(0x20, to: uid.bytes, [block])
            bytes = Array(try await link.transceive(frame, expecting: .data).dropFirst())
        case .plainBlock(let block):
            try await Self.compare(uid, over: link)
            bytes = try await link.transceive([0x20, block], expecting: .plain)
        }
        guard bytes.count == 4 else { throw UnexpectedAnswer("a read of \(name) brings \(bytes.count) bytes") }
        return bytes
    }

    /// Only a good answer says that it was done.
    func write(_ bytes: [UInt8], to uid: ChipUID, over link: any TagLink) async throws {
        switch self {
        case .page(let page):
            _ = try await link.transceive([0xA2, page] + bytes, expecting: .acknowledgement)
        case .block(let block):
            let frame = HardwareCheck.frame(0x21, to: uid.bytes, [block] + bytes)
            let answer = try await link.transceive(frame, expecting: .data)
            guard answer == [0] else { throw UnexpectedAnswer("answered \(Hexadecimal.spaced(answer))") }
        case .plainBlock(let block):
            try await Self.compare(uid, over: link)
            _ = try await link.transceive([0x21, block] + bytes, expecting: .plain)
        }
    }

    /// Where the reader chooses the tag, none but this one is read or written.
    private static func compare(_ uid: ChipUID, over link: any TagLink) async throws {
        let chosen = try await link.transceive([0x01], expecting: .plain)
        guard chosen == uid.bytes else { throw UnexpectedAnswer("the reader has tag \(Hexadecimal.spaced(chosen))") }
    }
}

/// What a tag held before a question wrote to it, until it holds that again.
struct Loan {
    let question: CheckQuestion
    let uid: ChipUID
    let scratch: Scratch
    let bytes: [UInt8]

    /// A block is the same by whichever commands it is reached.
    func isOfSamePlace(as other: Loan) -> Bool { uid == other.uid && scratch.name == other.scratch.name }

    /// For people.
    var debt: String {
        "\(scratch.name) of tag \(uid) held \(Hexadecimal.spaced(bytes)) before, which was not written back"
    }
}

/// What was seen in place of what a question counts on: it ends an attempt.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension HardwareCheck {
    /// Writes a page or block, reads it, and writes back what was there. Returns what it held in place of what was written;
    /// nil where that is the same.
    ///
    /// What was there is known across attempts: a tag that leaves in the middle keeps what was written, and gets its own
    /// content back when it is there again.
    func tryWriting(
        _ scratch: Scratch, of tag: SelectedTag, for question: CheckQuestion
    ) async throws -> [UInt8]? {
        let held = try await scratch.read(of: tag.uid, over: link)
        let loan = lend(Loan(question: question, uid: tag.uid, scratch: scratch, bytes: held))
        if held != loan.bytes { try await scratch.write(loan.bytes, to: tag.uid, over: link) }
        let new = loan.bytes.map { $0 ^ 0xFF }
        try await scratch.write(new, to: tag.uid, over: link)
        if scratch.isReadInNewField, try await link.select()?.uid != tag.uid {
            throw UnexpectedAnswer("the tag was not selected again")
        }
        let found = try await scratch.read(of: tag.uid, over: link)
        try await scratch.write(loan.bytes, to: tag.uid, over: link)
        forget(loan)
        return found == new ? nil : found
    }

    /// Writes back whatever this tag is owed. It was selected just now.
    func giveBack(to tag: SelectedTag) async {
        for loan in loans where loan.uid == tag.uid {
            do {
                // What was refused has changed nothing.
                if try await loan.scratch.read(of: loan.uid, over: link) != loan.bytes {
                    try await loan.scratch.write(loan.bytes, to: loan.uid, over: link)
                }
                forget(loan)
            } catch {
                // It stays: it is tried again with the next question, and the form says so.
                continue
            }
        }
    }

    /// The loan of the same place from an attempt before, or this one.
    private func lend(_ new: Loan) -> Loan {
        if let old = loans.first(where: { $0.isOfSamePlace(as: new) }) { return old }
        loans.append(new)
        return new
    }

    private func forget(_ loan: Loan) { loans.removeAll { $0.isOfSamePlace(as: loan) } }
}
