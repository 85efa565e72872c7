extension Type2Tag {
    /// READ: four pages. Behind the last readable page the tag continues with page 0.
    mutating func read(_ page: Int) -> TagResponse {
        let end = endOfReadablePages
        guard page < end else { return refuse(.invalidArgument) }
        countFirstRead()
        let view = readableMemory()
        return .bytes((0..<4).flatMap { view[(page + $0) % end] })
    }

    /// FAST_READ: no roll-over, every page must be readable.
    mutating func fastRead(from first: Int, to last: Int) -> TagResponse {
        guard product.isModern else { return refuseUnknown() }
        guard first <= last, last < endOfReadablePages else { return refuse(.invalidArgument) }
        countFirstRead()
        return .bytes(readableMemory()[first...last])
    }

    /// READ_CNT: least significant byte first. What a counter that is off answers is open.
    mutating func readCounter(_ number: UInt8) -> TagResponse {
        switch product.counters {
        case .reads:
            guard number == 2, let configuration,
                configuration.countsReads || variant.disabledCounter == .reads,
                isAuthenticated || !configuration.protectsCounter
            else { return refuse(.invalidArgument) }
            return .bytes(Self.leastSignificantFirst(counter))
        case .threeOneWay:
            guard number < 3 else { return refuse(.invalidArgument) }
            return .bytes(Self.leastSignificantFirst(oneWayCounters[Int(number)]))
        case .none, .page: return refuseUnknown()
        }
    }

    /// INCR_CNT: adds three bytes, least significant first, and refuses to run over.
    mutating func incrementCounter(_ number: UInt8, by bytes: [UInt8]) -> TagResponse {
        guard product.counters == .threeOneWay else { return refuseUnknown() }
        let step = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        guard number < 3, oneWayCounters[Int(number)] + step <= 0xFF_FFFF else { return refuse(.authenticationLimit) }
        oneWayCounters[Int(number)] += step
        return .acknowledged
    }

    private static func leastSignificantFirst(_ counter: Int) -> [UInt8] {
        [UInt8(counter & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter >> 16 & 0xFF)]
    }

    private mutating func countFirstRead() {
        guard product.counters == .reads, configuration?.countsReads == true, firstReadIsAhead else { return }
        firstReadIsAhead = false
        counter = min(counter + 1, 0xFF_FFFF)
    }

    /// The memory as a reader sees it: PWD and PACK read as zero, and the mirror covers the user data.
    private func readableMemory() -> TagMemory {
        guard let page = product.configurationPage else { return memory }
        var view = memory
        view[page + 2] = [0, 0, 0, 0]
        view[page + 3] = [0, 0, 0, 0]
        guard product.mirrors, let configuration else { return view }
        let text = mirrorText(configuration)
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

    /// Serial number and counter in capital hexadecimal digits, most significant first, with an `x` between. A counter that
    /// takes the password is shown after it alone.
    private func mirrorText(_ configuration: Configuration) -> [UInt8] {
        let counterBytes = [UInt8(counter >> 16 & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter & 0xFF)]
        let showsCounter = configuration.mirrorsCounter && (isAuthenticated || !configuration.protectsCounter)
        switch (configuration.mirrorsUID, showsCounter) {
        case (false, false): return []
        case (true, false): return Array(hexadecimal(uid).utf8)
        case (false, true): return Array(hexadecimal(counterBytes).utf8)
        case (true, true): return Array("\(hexadecimal(uid))x\(hexadecimal(counterBytes))".utf8)
        }
    }
}
