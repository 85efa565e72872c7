extension Type2Tag {
    /// The first page that cannot be read now: the end of the memory, or AUTH0 when the password is missing.
    private var endOfReadablePages: Int {
        guard configuration.protectsReading, !isAuthenticated else { return memory.pageCount }
        return min(configuration.firstProtectedPage, memory.pageCount)
    }

    /// READ: four pages. Behind the last readable page the tag goes on with page 0.
    mutating func read(_ page: Int) -> TagResponse {
        let end = endOfReadablePages
        guard page < end else { return refuse(.invalidArgument) }
        countFirstRead()
        let view = readableMemory()
        return .bytes((0..<4).flatMap { view[(page + $0) % end] })
    }

    /// FAST_READ: no roll-over, every page must be readable.
    mutating func fastRead(from first: Int, to last: Int) -> TagResponse {
        guard first <= last, last < endOfReadablePages else { return refuse(.invalidArgument) }
        countFirstRead()
        return .bytes(readableMemory()[first...last])
    }

    /// READ_CNT: least significant byte first. A counter that is off refuses; the data sheets leave this open.
    mutating func readCounter() -> TagResponse {
        let configuration = configuration
        guard configuration.countsReads, isAuthenticated || !configuration.protectsCounter else {
            return refuse(.invalidArgument)
        }
        return .bytes([UInt8(counter & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter >> 16 & 0xFF)])
    }

    private mutating func countFirstRead() {
        guard configuration.countsReads, firstReadIsAhead else { return }
        firstReadIsAhead = false
        counter = min(counter + 1, 0xFF_FFFF)
    }

    /// The memory as a reader sees it: PWD and PACK read as zero, and the mirror lies over the user data.
    private func readableMemory() -> TagMemory {
        var view = memory
        view[passwordPage] = [0, 0, 0, 0]
        view[acknowledgePage] = [0, 0, 0, 0]
        let text = mirrorText
        guard !text.isEmpty, configuration.mirrorPage > 3 else { return view }
        let start = configuration.mirrorPage * 4 + configuration.mirrorByte
        let end = (product.userPages.upperBound + 1) * 4
        var bytes = view.bytes
        for (offset, character) in text.enumerated() where start + offset < end {
            bytes[start + offset] = character
        }
        view.put(bytes, at: 0)
        return view
    }

    /// Serial number and counter in capital hexadecimal digits, most significant first, with an `x` between.
    private var mirrorText: [UInt8] {
        let counterBytes = [UInt8(counter >> 16 & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter & 0xFF)]
        switch (configuration.mirrorsUID, configuration.mirrorsCounter) {
        case (false, false): return []
        case (true, false): return Array(hexadecimal(uid).utf8)
        case (false, true): return Array(hexadecimal(counterBytes).utf8)
        case (true, true): return Array("\(hexadecimal(uid))x\(hexadecimal(counterBytes))".utf8)
        }
    }
}
