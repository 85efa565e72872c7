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

    /// Writes, and reads what it holds then; nil where that is the same. An acknowledgement alone says nothing.
    func put(_ bytes: [UInt8], on uid: ChipUID, over link: any TagLink) async throws -> [UInt8]? {
        try await write(bytes, to: uid, over: link)
        if isReadInNewField, try await link.select()?.uid != uid {
            throw UnexpectedAnswer("the tag was not selected again")
        }
        let found = try await read(of: uid, over: link)
        return found == bytes ? nil : found
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

    /// Gives back what is owed to one tag, which was selected just now. Returns what is still owed to this one and to others.
    static func giveBack(_ loans: [Loan], to uid: ChipUID, over link: any TagLink) async -> [Loan] {
        var owed: [Loan] = []
        for loan in loans {
            let isBack = loan.uid == uid ? await loan.isGivenBack(over: link) : false
            if !isBack { owed.append(loan) }
        }
        return owed
    }

    /// Whether the tag holds it in the end. What comes to nothing is tried again with the next question, and the form says so.
    private func isGivenBack(over link: any TagLink) async -> Bool {
        do {
            // What was refused has changed nothing.
            if try await scratch.read(of: uid, over: link) == bytes { return true }
            return try await scratch.put(bytes, on: uid, over: link) == nil
        } catch {
            return false
        }
    }

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
    /// Writes a page or block, reads it, writes back what was there, and reads it again. Returns what it held in place of what
    /// was written; nil where that is the same.
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
        let found = try await scratch.put(new, on: tag.uid, over: link)
        if let left = try await scratch.put(loan.bytes, on: tag.uid, over: link) { return left }
        forget(loan)
        return found
    }

    /// Writes back whatever this tag is owed. It was selected just now.
    func giveBack(to tag: SelectedTag) async { loans = await Loan.giveBack(loans, to: tag.uid, over: link) }

    /// The check is interrupted: a tag that is on the reader still gets back what it is owed, by a task that is not.
    func giveBackAtLast() async {
        guard !loans.isEmpty else { return }
        let (link, owed) = (link, loans)
        loans = await Task {
            guard let uid = try? await link.select()?.uid else { return owed }
            return await Loan.giveBack(owed, to: uid, over: link)
        }.value
    }

    /// The loan of the same place from an attempt before, or this one.
    private func lend(_ new: Loan) -> Loan {
        if let old = loans.first(where: { $0.isOfSamePlace(as: new) }) { return old }
        loans.append(new)
        return new
    }

    private func forget(_ loan: Loan) { loans.removeAll { $0.isOfSamePlace(as: loan) } }
}
