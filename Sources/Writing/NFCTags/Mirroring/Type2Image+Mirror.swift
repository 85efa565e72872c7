public import NDEF

extension Type2Image {
    /// Whether its configuration shows this mirror at its place to every phone, counter and all.
    func shows(_ mirror: TextMirror, in message: NDEFMessage?) -> Bool {
        guard case .password(let page) = product.protection, let cfg1 = self[page: page + 1],
            let memory = try? MemoryState(of: self, mirror: mirror, message: message, laysOutAnew: true)
        else { return false }
        return memory.allowedMirror != nil && (!mirror.kind.counts || cfg1[0] & 0x18 == 0x10)
    }

    /// CFG1 with the counter on. With NFC_CNT_PWD_PROT the counter is shown after PWD_AUTH alone, which no phone sends: the
    /// placeholder would be seen for ever (NTAG213/215/216 data sheet, 8.7.2). What would act with a password alone, PROT and
    /// AUTHLIM, goes off where none is set: lost power within this page may have left it there.
    func countingCFG1(from sound: [UInt8]) -> [UInt8] {
        let isOpen = (try? TagConfiguration(of: self)).map { $0.firstProtectedPage > product.lastPage } ?? false
        return [sound[0] & (isOpen ? 0x40 : 0xF7) | 0x10] + sound.dropFirst()
    }
}

extension TagTreatment {
    /// Whether a tag shows of itself what it is to show, in this message.
    public func isShown(by image: TagImage, in message: NDEFMessage) -> Bool {
        guard let mirror else { return true }
        guard case .type2(let image) = image else { return false }
        return image.shows(mirror, in: message)
    }
}

extension TagImage {
    /// Whether the tag may hold `message` under what it shows in place of a part of it: all that can be seen is the same.
    public func mayHold(_ message: NDEFMessage) -> Bool { mayHold(message, from: 0) }

    /// The same but for the pages with its beginning, which are the last that a write changes.
    public func mayHoldBody(_ message: NDEFMessage) -> Bool {
        mayHold(message, from: TLVBlock.headerSize(forValue: message.encoded.count))
    }

    /// `header`: how many bytes at the beginning are of no account, with the rest of their pages.
    private func mayHold(_ message: NDEFMessage, from header: Int) -> Bool {
        guard case .type2(let image) = self else { return false }
        // With a mirror over the head of the data area, nothing behind it can be seen for what it is.
        guard let memory = try? MemoryState(of: image) else { return true }
        guard let window = memory.configuration.mirror else { return false }
        let block = TLVBlock.message(message.encoded).dropLast()
        let head = Set(memory.addresses.prefix(header).map { $0 / 4 })
        return block.count <= memory.addresses.count
            && zip(memory.addresses, block).allSatisfy { address, byte in
                window.addresses.contains(address) || head.contains(address / 4) || image[byte: address] == byte
            }
    }
}
