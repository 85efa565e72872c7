import ReaderEmulator

/// How a tag is protected, told from its memory and literal bytes of the data sheets' tables.
enum Protected {
    /// Whether a bit is set that makes anything read-only for ever, or says so.
    static func isLockBegun(_ tag: any EmulatedTag) -> Bool {
        if let tag = tag as? Type4Tag { return tag.capabilityContainer[14] == 0xFF }
        if let tag = tag as? Type5Tag { return tag.memory[0][1] == 0x43 || !tag.lockedBlocks.isEmpty }
        guard let tag = tag as? ReaderEmulator.Type2Tag else { return false }
        let dynamic = tag.product.dynamicLockPage.map { Array(tag.memory[$0][0..<3]) } ?? []
        return tag.memory[2][2...3] != [0, 0] || dynamic.contains { $0 != 0 } || tag.memory[3][3] & 0x0F != 0
    }

    /// Whether all lock bits of the data are set and frozen.
    static func isLocked(_ tag: any EmulatedTag) -> Bool {
        if let tag = tag as? Type4Tag { return tag.capabilityContainer[14] == 0xFF }
        if let tag = tag as? Type5Tag {
            // Container and data area: 26 blocks behind block 0 on a SLIX, 78 on a SLIX2.
            return tag.lockedBlocks == Set(0...(tag.product.name == "slix" ? 26 : 78)) && tag.memory[0][1] == 0x43
        }
        guard let tag = tag as? ReaderEmulator.Type2Tag else { return false }
        let tables: [String: [UInt8]] = [
            "ntag213": [0xFF, 0x0F, 0x3F], "ntag213f": [0xFF, 0x0F, 0x3F], "ntag213tt": [0xFF, 0x0F, 0x3F],
            "ntag215": [0xFF, 0x00, 0x0F], "ntag216": [0xFF, 0x3F, 0x7F], "ul21": [0xFF, 0x03, 0x1F],
            "ntag203": [0xFF, 0x01, 0x00], "ulc": [0xFF, 0xFF, 0x00],
        ]
        let dynamic = tag.product.dynamicLockPage.map { Array(tag.memory[$0][0..<3]) }
        return tag.memory[2][2...3] == [0xFF, 0xFF] && dynamic == tables[tag.productName]
    }

    static func saysReadOnly(_ tag: any EmulatedTag) -> Bool {
        (tag as? ReaderEmulator.Type2Tag).map { $0.memory[3][3] == 0x0F } ?? true
    }

    /// AUTH0 is not off.
    static func hasPassword(_ tag: any EmulatedTag) -> Bool {
        guard let tag = tag as? ReaderEmulator.Type2Tag, let page = tag.product.configurationPage else { return false }
        return tag.memory[page][3] != 0xFF
    }

    /// PWD and PACK are those of `TagPassword.test`, and reading needs neither.
    static func hasOurPassword(_ tag: any EmulatedTag) -> Bool {
        guard let tag = tag as? ReaderEmulator.Type2Tag, let page = tag.product.configurationPage else { return false }
        return tag.memory[page + 2] == [0x57, 0x61, 0x79, 0x6D] && tag.memory[page + 3] == [0x4E, 0x58, 0, 0]
            && tag.memory[page + 1][0] & 0xC7 == 0
    }

    static func isAsAsked(_ tag: any EmulatedTag, _ protection: TagBench.Protection) -> Bool {
        switch protection {
        case .none: !isLockBegun(tag) && !hasPassword(tag)
        case .lock: isLocked(tag)
        case .lockReadOnly: isLocked(tag) && saysReadOnly(tag)
        case .password: hasPassword(tag) && hasOurPassword(tag) && !isLockBegun(tag)
        }
    }
}
