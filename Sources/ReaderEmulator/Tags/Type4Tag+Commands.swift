extension Type4Tag {
    /// Carries out one command of ISO/IEC 7816-4 and returns data and status.
    mutating func carryOut(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 4, command[0] == 0x00 else { return [0x6E, 0x00] }
        switch command[1] {
        case 0xA4: return select(command)
        case 0xB0: return read(command)
        case 0xD6: return update(command)
        default: return [0x6D, 0x00]
        }
    }

    private mutating func select(_ command: [UInt8]) -> [UInt8] {
        guard let name = Self.body(of: command) else { return [0x67, 0x00] }
        if command[2] == 0x04 {
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
        guard let content else { return [0x69, 0x86] }
        let (offset, length) = (Self.offset(of: command), command[4] == 0 ? 256 : Int(command[4]))
        guard offset < content.count else { return [0x6B, 0x00] }
        guard length <= Self.number(capabilityContainer[3...4]) else { return [0x67, 0x00] }
        return content[offset..<min(offset + length, content.count)] + [0x90, 0x00]
    }

    private mutating func update(_ command: [UInt8]) -> [UInt8] {
        guard let data = Self.body(of: command), data.count <= Self.number(capabilityContainer[5...6]) else {
            return [0x67, 0x00]
        }
        guard let content else { return [0x69, 0x86] }
        let offset = Self.offset(of: command)
        guard offset + data.count <= content.count else { return [0x6B, 0x00] }
        let isFree =
            selected == .ndef
            ? !product.containerIsFree || capabilityContainer[14] == 0x00
            : product.containerIsFree && capabilityContainer[14] == 0x00
        guard isFree else { return [0x69, 0x82] }
        let written = isTearing ? Array(data[..<(data.count / 2)]) : data
        switch selected {
        case .none: break
        case .capabilityContainer: capabilityContainer.replaceSubrange(offset..<offset + written.count, with: written)
        case .ndef: file.replaceSubrange(offset..<offset + written.count, with: written)
        }
        return [0x90, 0x00]
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
