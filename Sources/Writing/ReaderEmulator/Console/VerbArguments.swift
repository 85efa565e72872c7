import Glibc

/// The words behind a verb, read as their values.
struct VerbArguments {
    let words: [String]
    let usage: String

    func word(_ index: Int) throws(EmulatorError) -> String {
        guard index < words.count else { throw wrong("something is missing") }
        return words[index]
    }

    func number(_ index: Int, atLeast least: Int = 1) throws(EmulatorError) -> Int {
        let word = try word(index)
        guard let number = Int(word), (least...1_000_000).contains(number) else {
            throw wrong("\(word) is not a number from \(least) to 1000000")
        }
        return number
    }

    /// A page in hexadecimal, as data sheets count pages.
    func page(_ index: Int) throws(EmulatorError) -> Int {
        let word = try word(index)
        guard let page = UInt8(word, radix: 16) else { throw wrong("\(word) is not a page from 00 to FF") }
        return Int(page)
    }

    /// A 4-bit answer in hexadecimal. Nil if it is left out.
    func nibble(_ index: Int) throws(EmulatorError) -> UInt8? {
        guard index < words.count else { return nil }
        guard let code = UInt8(words[index], radix: 16), code <= 0xF, code != 0xA else {
            throw wrong("\(words[index]) is not a refusal from 0 to F")
        }
        return code
    }

    func model(_ index: Int) throws(EmulatorError) -> TagModel {
        let word = try word(index)
        guard let model = TagModel(named: word) else {
            throw wrong("\(word) is none of \(TagModel.all.map(\.name).joined(separator: ", "))")
        }
        return model
    }

    /// Hexadecimal bytes, of which there must be `count` if that is given. Nil if they are left out.
    func bytes(_ index: Int, count: Int? = nil) throws(EmulatorError) -> [UInt8]? {
        guard index < words.count else { return nil }
        guard let bytes = ReaderEmulator.bytes(hexadecimal: words[index]),
            count == nil || bytes.count == count
        else {
            throw wrong("\(words[index]) is not \(count.map { "\($0) bytes" } ?? "bytes") in hexadecimal")
        }
        return bytes
    }

    func choice(_ index: Int, of choices: [String]) throws(EmulatorError) -> String? {
        guard index < words.count else { return nil }
        guard choices.contains(words[index]) else { throw wrong("\(words[index]) is not one of them") }
        return words[index]
    }

    /// The bytes in a file of hexadecimal digits.
    func file(_ index: Int) throws(EmulatorError) -> [UInt8] {
        let path = try word(index)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .system(.verb, "cannot read \(path)", next: "name a readable file")
        }
        defer { close(descriptor) }
        var text: [UInt8] = []
        while let part = readAvailable(from: descriptor) { text += part }
        guard let bytes = ReaderEmulator.bytes(hexadecimal: String(decoding: text, as: UTF8.self)) else {
            throw wrong("\(path) has other things in it than hexadecimal digits")
        }
        return bytes
    }

    private func wrong(_ reason: String) -> EmulatorError {
        .badVerb(reason, next: "say \(usage)")
    }
}

extension EmulatorError {
    static func noTag(_ name: String) -> EmulatorError {
        .badVerb("there is no tag \(name)", next: "say tag \(name) PRODUCT first")
    }
}

extension EmulatorConsole {
    /// Puts bytes into a tag from a page or block on, past all its rules.
    func change(_ name: String, put bytes: [UInt8], at page: Int) throws(EmulatorError) -> String {
        guard let tag = shelf[name] else { throw .noTag(name) }
        switch tag {
        case let tag as Type2Tag:
            try check(bytes, at: page, fit: tag.memory, of: name)
            _ = shelf.update(name) { (tag: inout Type2Tag) in tag.memory.put(bytes, at: page) }
        case let tag as Type5Tag:
            try check(bytes, at: page, fit: tag.memory, of: name)
            _ = shelf.update(name) { (tag: inout Type5Tag) in tag.memory.put(bytes, at: page) }
        default:
            throw .badVerb("\(name) has no pages", next: "write it through a reader")
        }
        return "\(name) \(bytes.count) bytes"
    }

    /// Puts a dump into a tag. The serial number stays: it is the tag's, not its content.
    func load(_ name: String, _ dump: [UInt8]) throws(EmulatorError) -> String {
        guard let tag = shelf[name] as? Type5Tag else {
            return try change(name, put: Array(dump.dropFirst(12)), at: 3)
        }
        // Behind the blocks comes one byte for each: whether it is locked.
        let size = tag.memory.bytes.count
        guard dump.count == size + tag.memory.pageCount else { return try change(name, put: dump, at: 0) }
        _ = shelf.update(name) { (tag: inout Type5Tag) in
            tag.memory.put(Array(dump.prefix(size)), at: 0)
            tag.lockedBlocks = Set((0..<tag.memory.pageCount).filter { dump[size + $0] != 0 })
        }
        return "\(name) \(dump.count) bytes"
    }

    private func check(
        _ bytes: [UInt8], at page: Int, fit memory: TagMemory, of name: String
    ) throws(EmulatorError) {
        guard page * 4 + bytes.count > memory.bytes.count else { return }
        throw .badVerb("the bytes do not fit \(name)", next: "\(name) ends with page \(memory.pageCount - 1)")
    }
}
