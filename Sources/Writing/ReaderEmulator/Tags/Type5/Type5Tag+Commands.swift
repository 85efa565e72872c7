extension Type5Tag {
    /// The codes of errors (ISO/IEC 15693-3, 7.4.2).
    enum Refusal: UInt8 {
        case notSupported = 0x01
        case optionNotSupported = 0x03
        case unknown = 0x0F
        case noSuchBlock = 0x10
        case alreadyLocked = 0x11
        case locked = 0x12
    }

    mutating func carryOut(_ request: VicinityRequest) -> TagResponse {
        let parameters = request.parameters
        switch (request.code, parameters.count) {
        case (0x02, 0):
            // STAY QUIET, which is never answered.
            if case .one = request.addressee { turn(.quiet) }
            return .silence
        case (0x25, 0):
            guard case .one = request.addressee else { return .silence }
            turn(.selected)
            return .bytes([0x00])
        case (0x26, 0):
            turn(.ready)
            return .bytes([0x00])
        case (0x20, 1): return read(Int(parameters[0]), count: 1, withStatus: request.hasOption)
        case (0x23, 2):
            return read(Int(parameters[0]), count: Int(parameters[1]) + 1, withStatus: request.hasOption)
        case (0x21, 5): return write(Array(parameters[1...]), to: Int(parameters[0]), request)
        case (0x22, 1): return lock(Int(parameters[0]), request)
        case (0x2B, 0) where !request.hasOption:
            return .bytes(
                [0x00, 0x0F] + uid.reversed() + [dsfid, applicationFamily, UInt8(product.blockCount - 1), 3, 0x01])
        case (0x2C, 2) where !request.hasOption:
            return lockStatus(Int(parameters[0]), count: Int(parameters[1]) + 1)
        case (0x02, _), (0x20...0x23, _), (0x25, _), (0x26, _), (0x2B, _), (0x2C, _): return .silence
        case (0xA0..., _): return carryOutCustom(request)
        default: return refuseUnknown()
        }
    }

    func refuse(_ refusal: Refusal) -> TagResponse {
        .bytes([0x01, manners.saysUnknownError ? Refusal.unknown.rawValue : refusal.rawValue])
    }

    func refuseUnknown() -> TagResponse {
        manners.isSilentOnUnknownCommands ? .silence : .bytes([0x01, Refusal.notSupported.rawValue])
    }

    private func read(_ first: Int, count: Int, withStatus: Bool) -> TagResponse {
        guard first + count <= product.blockCount else { return refuse(.noSuchBlock) }
        let blocks = first..<first + count
        if let protection, protection.protectsReading, !opened.contains(0x01),
            blocks.contains(where: { $0 >= protection.firstBlock && $0 != product.counterBlock })
        {
            return refuse(.unknown)
        }
        return .bytes([0x00] + blocks.flatMap { (withStatus ? [status(of: $0)] : []) + memory[$0] })
    }

    private mutating func write(_ bytes: [UInt8], to block: Int, _ request: VicinityRequest) -> TagResponse {
        guard request.hasOption == product.needsOptionToWrite else { return refuse(.optionNotSupported) }
        guard block < product.blockCount else { return refuse(.noSuchBlock) }
        if block == product.counterBlock { return count(bytes, on: block) }
        guard !lockedBlocks.contains(block) else { return refuse(.locked) }
        guard isWritable(block) else { return refuse(.unknown) }
        memory[block] = bytes
        return .bytes([0x00])
    }

    private mutating func lock(_ block: Int, _ request: VicinityRequest) -> TagResponse {
        guard request.hasOption == product.needsOptionToWrite else { return refuse(.optionNotSupported) }
        guard block < product.blockCount else { return refuse(.noSuchBlock) }
        guard block != product.counterBlock, isWritable(block) else { return refuse(.unknown) }
        guard lockedBlocks.insert(block).inserted else { return refuse(.alreadyLocked) }
        return .bytes([0x00])
    }

    /// 01 00 00 00 adds one; the count is in the first two bytes, least significant first. Whatever else may be written
    /// there is refused.
    private mutating func count(_ bytes: [UInt8], on block: Int) -> TagResponse {
        let old = Int(memory[block][0]) | Int(memory[block][1]) << 8
        guard bytes == [0x01, 0x00, 0x00, 0x00], old < 0xFFFF else { return refuse(.unknown) }
        memory[block] = [UInt8((old + 1) & 0xFF), UInt8((old + 1) >> 8)] + memory[block][2...]
        return .bytes([0x00])
    }

    private func lockStatus(_ first: Int, count: Int) -> TagResponse {
        guard first + count <= product.blockCount else { return refuse(.noSuchBlock) }
        return .bytes([0x00] + (first..<first + count).map(status))
    }

    private func status(of block: Int) -> UInt8 { lockedBlocks.contains(block) ? 1 : 0 }

    private func isWritable(_ block: Int) -> Bool {
        guard let protection, block >= protection.firstBlock else { return true }
        return opened.contains(0x02)
    }
}
