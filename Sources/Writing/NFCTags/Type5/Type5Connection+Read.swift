internal import Faults

extension Type5Connection {
    /// Reads blocks, with their lock status where the reader lets it through, by as few commands as the coupling allows.
    func read(_ blocks: ClosedRange<Int>, into image: inout Type5Image) async throws(TagError) {
        var next = blocks.lowerBound
        while next <= blocks.upperBound {
            let count = min(Type5Image.firstRead, await tag.reach.pages(of: uid))
            let last = min(next + count - 1, blocks.upperBound)
            if way == .addressed, last > next {
                guard let found = try await run(next...last) else { continue }
                for (index, block) in found.enumerated() { image.store(block, at: next + index) }
            } else {
                for block in next...last { image.store(try await single(block), at: block) }
            }
            next = last + 1
        }
    }

    /// A block, and its lock status where that is known.
    struct Block {
        let status: UInt8?
        let bytes: [UInt8]
    }

    /// Blocks by one command; nil when that failed twice although single blocks may be read: from then on shorter answers
    /// are asked for.
    private func run(_ blocks: ClosedRange<Int>) async throws(TagError) -> [Block]? {
        let request = Type5Request.readRun(first: blocks.lowerBound, count: blocks.count)
        attempts: for _ in 1...2 {
            switch try await ask(request, option: true) {
            case .good(let bytes) where bytes.count == blocks.count * 5:
                return (0..<blocks.count).map {
                    Block(status: bytes[$0 * 5], bytes: Array(bytes[$0 * 5 + 1..<$0 * 5 + 5]))
                }
            // One of the blocks may not be read, or the command is not known.
            case .refused: break attempts
            case .good, .nothing, .unsupported: try await tag.select()
            }
        }
        guard blocks.count > ReadReach.smallest else {
            var single: [Block] = []
            for block in blocks { single.append(try await self.single(block)) }
            return single
        }
        await tag.reach.limit(to: (blocks.count + 1) / 2, of: uid)
        return nil
    }

    private func single(_ block: Int) async throws(TagError) -> Block {
        for attempt in 1...3 {
            switch try await ask(.read(block: block), option: way == .addressed) {
            case .good(let bytes) where way == .addressed && bytes.count == 5:
                return Block(status: bytes[0], bytes: Array(bytes[1...]))
            case .good(let bytes) where way == .chosenByReader && bytes.count == 4:
                return Block(status: nil, bytes: bytes)
            case .refused:
                throw unreadable(block, .passwordProtected, "it refuses it: reading is protected by a password")
            case .good, .nothing, .unsupported: if attempt < 3 { try await tag.select() }
            }
        }
        throw unreadable(block, .noAnswer, "it can be selected, but no answer of it arrives")
    }

    /// The lock status of all blocks that hold something: by one command, or, where a tag does not know that, with the
    /// blocks themselves. A reader that has neither cannot lock.
    func readLocks(into image: inout Type5Image) async throws(TagError) {
        let count = image.areaBlocks.count
        for _ in 1...2 {
            switch try await ask(.lockStatus(first: 0, count: count)) {
            case .good(let bytes) where bytes.count == count:
                for (block, status) in bytes.enumerated() { image.store(status: status, at: block) }
                image.canBeLocked = true
                return
            case .unsupported:
                image.canBeLocked = false
                return
            case .refused, .good, .nothing: try await tag.select()
            }
        }
        guard way == .addressed else {
            image.canBeLocked = false
            return
        }
        try await read(0...count - 1, into: &image)
        image.canBeLocked = true
    }

    /// What SYSTEM INFORMATION says of the tag's size, in blocks; a tag of a product whose size is known must have it.
    func size(expecting product: VicinityProduct) async throws(TagError) -> Int {
        for attempt in 1...2 {
            guard case .good(let bytes) = try await ask(.systemInformation), let size = Type5Size(bytes, of: uid) else {
                if attempt == 1 { try await tag.select() }
                continue
            }
            guard size.bytesPerBlock == VicinityProduct.blockSize, product.blockCount.map({ $0 == size.blocks }) ?? true
            else { throw .unsupported(UnsupportedTag(product, of: size), uid) }
            return size.blocks
        }
        throw TagError(
            code: .noAnswer, message: "tag \(uid) cannot be identified", reason: "it does not say how large it is",
            next: "put the tag on the middle of the reader again")
    }

    private func unreadable(_ block: Int, _ code: TagError.Code, _ reason: String) -> TagError {
        TagError(
            code: code, message: "block \(block.pageNumber) of tag \(uid) cannot be read", reason: reason,
            next: code == .noAnswer
                ? "put the tag on the middle of the reader again" : "use another tag, or remove the password")
    }
}

extension Type5Image {
    fileprivate mutating func store(_ block: Type5Connection.Block, at index: Int) {
        store(block.bytes, at: index)
        if let status = block.status { store(status: status, at: index) }
    }
}
