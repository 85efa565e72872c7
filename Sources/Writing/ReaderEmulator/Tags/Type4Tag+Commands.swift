extension Type4Tag {
    /// Carries out one command of ISO/IEC 7816-4 and returns data and status.
    mutating func carryOut(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 4 else { return [0x67, 0x00] }
        if product.version != nil, command[0] == 0x90 { return carryOutNative(command) }
        versionPart = nil
        guard command[0] == 0x00 else { return [0x6E, 0x00] }
        switch command[1] {
        case 0xA4: return select(command)
        case 0xB0: return read(command)
        case 0xD6: return update(command)
        default: return [0x6D, 0x00]
        }
    }

    /// GetVersion, in three parts: the status 91AF says that there is more (NT4H2421Gx data sheet, 10.5.2).
    private mutating func carryOutNative(_ command: [UInt8]) -> [UInt8] {
        let next: Int? =
            switch (command[1], versionPart) {
            case (0x60, nil): 0
            case (0xAF, let part?): part
            default: nil
            }
        let wasInMiddle = versionPart != nil
        versionPart = nil
        guard let version = product.version, let next else {
            return wasInMiddle ? [0x91, 0xCA] : [0x91, 0x1C]
        }
        guard command == [0x90, command[1], 0x00, 0x00, 0x00] else { return [0x91, 0x7E] }
        guard next < version.count else {
            let identity = hidesUID ? [UInt8](repeating: 0, count: 7) : ownUID
            return identity + [0xCF, 0x39, 0xD4, 0x49, 0x80, 0x34, 0x20] + [0x91, 0x00]
        }
        versionPart = next + 1
        return version[next] + [0x91, 0xAF]
    }

    /// By name (P1 04) or by identifier; nothing but what the product's sheet names for P1 and P2.
    private mutating func select(_ command: [UInt8]) -> [UInt8] {
        let isByName = command[2] == 0x04
        guard isByName || command[2] == 0x00,
            command[3] == 0x0C ? !isByName || product.answersSelectionShortly : isByName && command[3] == 0x00
        else { return [0x6A, 0x86] }
        guard let name = Self.body(of: command) else { return [0x67, 0x00] }
        if isByName {
            guard name == [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01] else { return [0x6A, 0x82] }
            isApplicationSelected = true
            selected = .none
            return [0x90, 0x00]
        }
        guard isApplicationSelected else { return [0x6A, 0x82] }
        switch name {
        case [0xE1, 0x03]: selected = .capabilityContainer
        case Array(capabilityContainer[9...10]): selected = .ndef
        default: return [0x6A, 0x82]
        }
        return [0x90, 0x00]
    }

    private func read(_ command: [UInt8]) -> [UInt8] {
        guard command.count == 5 else { return [0x67, 0x00] }
        // Bit 8 of P1 names a file by its short identifier, which none has.
        guard command[2] & 0x80 == 0 else { return [0x6A, 0x86] }
        guard let content else { return [0x69, 0x85] }
        let (offset, length) = (Self.offset(of: command), command[4] == 0 ? 256 : Int(command[4]))
        guard offset < content.count else { return [0x6B, 0x00] }
        guard length <= Self.number(capabilityContainer[3...4]) else { return [0x67, 0x00] }
        let part = content[offset..<min(offset + length, content.count)]
        guard part.count < length, command[4] != 0 else { return part + [0x90, 0x00] }
        switch variant.readPastEnd {
        case .isShort: return part + [0x90, 0x00]
        case .isWarnedAbout: return part + [0x62, 0x82]
        case .isRefused: return [0x67, 0x00]
        }
    }

    private mutating func update(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 5, command[2] & 0x80 == 0 else { return [0x6A, 0x86] }
        guard let data = Self.body(of: command), data.count <= Self.number(capabilityContainer[5...6]) else {
            return [0x67, 0x00]
        }
        guard let content else { return [0x69, 0x85] }
        let offset = Self.offset(of: command)
        guard offset + data.count <= content.count else { return [0x69, 0x85] }
        let isFree =
            selected == .ndef
            ? !product.containerIsFree || capabilityContainer[14] == 0x00
            : product.containerIsFree && capabilityContainer[14] == 0x00
        guard isFree else { return [0x69, 0x82] }
        let written = torn.map { remains(of: data, over: content[offset..<offset + data.count], $0) } ?? data
        switch selected {
        case .none: break
        case .capabilityContainer: capabilityContainer.replaceSubrange(offset..<offset + written.count, with: written)
        case .ndef: file.replaceSubrange(offset..<offset + written.count, with: written)
        }
        return [0x90, 0x00]
    }

    /// What an UPDATE BINARY leaves that the loss of power cuts off: nothing of it where the product writes so much at
    /// once, else its first half and between the halves a byte that was being programmed.
    private func remains(of data: [UInt8], over old: ArraySlice<UInt8>, _ torn: TornWrite) -> [UInt8] {
        guard data.count > product.bytesWrittenAtOnce else { return Array(old) }
        let half = data.count / 2
        let cut = torn.page(from: [Array(old)[half]], to: [data[half]]).prefix(1)
        return Array(data[..<half]) + cut + old.dropFirst(half + 1)
    }

    private var content: [UInt8]? {
        switch selected {
        case .none: nil
        case .capabilityContainer: capabilityContainer
        case .ndef: file
        }
    }

    /// The data of a command; Lc must fit exactly, a Le behind it is optional.
    private static func body(of command: [UInt8]) -> [UInt8]? {
        guard command.count > 5 else { return nil }
        let rest = command.dropFirst(5)
        let length = Int(command[4])
        return length > 0 && (rest.count == length || (command[1] == 0xA4 && rest.count == length + 1))
            ? Array(rest.prefix(length)) : nil
    }

    private static func offset(of command: [UInt8]) -> Int { Int(command[2]) << 8 | Int(command[3]) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
