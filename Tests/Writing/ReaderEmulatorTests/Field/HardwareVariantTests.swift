import Testing

@testable import ReaderEmulator

@Suite struct `Hardware that may be one way or the other` {
    @Test func `has a switch for each question, and every combination of answers`() {
        let numbers = HardwareVariant.switches.map(\.answers.count)
        #expect(numbers.allSatisfy { $0 >= 2 })
        #expect(HardwareVariant.everyCombination.count == numbers.reduce(1, *))
        #expect(Set(HardwareVariant.everyCombination).count == HardwareVariant.everyCombination.count)
        #expect(Set(HardwareVariant.eachAnswerAlone).count == 1 + numbers.reduce(0) { $0 + $1 - 1 })
        #expect(HardwareVariant.eachAnswerAlone[0] == HardwareVariant())
        #expect(HardwareVariant().assuming("poll", "reqa")?.poll == .reqa)
        #expect(HardwareVariant().assuming("poll", "sometimes") == nil)
        #expect(HardwareVariant().assuming("poll", "wupa").map { "\($0)" } == "poll wupa")
    }

    /// CFG0 with AUTH0 04 and the lock bit of page 5 are written; from when on they act.
    @Test(arguments: HardwareVariant.ActsFrom.allCases, HardwareVariant.ActsFrom.allCases)
    func `lets lock bits and configuration act from different moments`(
        lockBits: HardwareVariant.ActsFrom, configuration: HardwareVariant.ActsFrom
    ) {
        func isWritable(_ page: UInt8, after moments: (inout Type2Tag) -> Void) -> Bool {
            var tag = Type2Tag(.ntag213, uid: serial)
            (tag.variant.lockBits, tag.variant.configuration) = (lockBits, configuration)
            tag.powerOn()
            tag.wake()
            #expect(tag.receive(hex("A2 02 00 00 20 00")) == .acknowledged)
            #expect(tag.receive(hex("A2 29 04 00 00 06")) == .acknowledged)
            moments(&tag)
            return tag.receive([0xA2, page, 1, 2, 3, 4]) == .acknowledged
        }
        #expect(isWritable(5) { _ in } == (lockBits != .write))
        #expect(isWritable(5) { $0.wake() } == (lockBits == .powerUp))
        #expect(!isWritable(5) { $0.cyclePower() })
        #expect(isWritable(6) { _ in } == (configuration != .write))
        #expect(isWritable(6) { $0.wake() } == (configuration == .powerUp))
        #expect(!isWritable(6) { $0.cyclePower() })
        #expect(isWritable(4) { $0.cyclePower() })
    }

    @Test(arguments: [("0", [0, 0, 4] as [UInt8]), ("4", [0, 4, 4])])
    func `refuses the last wrong password like the others, or not`(answer: String, codes: [UInt8]) throws {
        var tag = selected(.ntag213) { $0.memory[0x2A] = hex("02 05 00 00") }
        tag.variant = try #require(HardwareVariant().assuming("last-wrong-password", answer))
        for code in codes {
            #expect(tag.receive(hex("1B 01 02 03 04")) == .nibble(code))
            tag.wake()
        }
    }

    @Test func `refuses in InDataExchange and InCommunicateThru with this status or that`() throws {
        for (question, command) in [("refusal-status", "40 01 A2 2D 00 00 00 00"), ("short-answer-status", "42 30 2D")]
        {
            let answers = try #require(HardwareVariant.switches.first { $0.name == question }).answers
            for status in answers {
                var bench = SerialBench(tag: Type2Tag(.ntag213, uid: serial))
                bench.antenna.variant = try #require(HardwareVariant().assuming(question, status))
                _ = bench.command("4A 01 00")
                #expect(bench.command(command)?.dropFirst() == hex(status)[...])
            }
        }
    }

    @Test(arguments: [("short", "01 02 90 00"), ("6282", "01 02 62 82"), ("6700", "67 00")])
    func `reads past the end of a file in three ways`(answer: String, data: String) throws {
        let antenna = Antenna(variant: try #require(HardwareVariant().assuming("read-past-end", answer)))
        var tag = Type4Tag(.ntag424, uid: serial)
        tag.file.replaceSubrange(254..<256, with: [1, 2])
        antenna.insert(tag)
        antenna.select()
        var blocks = try #require(BlockInitiator(activatingTagOn: antenna))
        _ = blocks.exchange(hex("00 A4 04 00 07 D2 76 00 00 85 01 01 00"), over: antenna)
        _ = blocks.exchange(hex("00 A4 00 0C 02 E1 04"), over: antenna)
        #expect(blocks.exchange(hex("00 B0 00 FE 05"), over: antenna).response == .bytes(hex(data)))
    }
}

@Suite struct `A tag far away` {
    func answers(of lengths: [UInt8], _ coupling: Coupling) -> [Bool] {
        let antenna = Antenna()
        antenna.insert(Type2Tag(.ntag216, uid: serial))
        antenna.select()
        antenna.couple(coupling)
        return lengths.map { pages in
            if case .bytes = antenna.exchange([0x3A, 4, 3 + pages]).response { true } else { false }
        }
    }

    @Test func `is heard in short answers only`() {
        #expect(
            answers(of: [1, 15, 16, 17, 60, 4], .damagesAnswers(longerThan: 64)) == [
                true, true, true, false, false, true,
            ])
    }

    @Test func `is heard the less the longer its answers are`() {
        let short = answers(of: Array(repeating: 4, count: 400), .noisy(halfLength: 64, seed: 1)).count { $0 }
        let half = answers(of: Array(repeating: 16, count: 400), .noisy(halfLength: 64, seed: 1)).count { $0 }
        let long = answers(of: Array(repeating: 60, count: 400), .noisy(halfLength: 64, seed: 1)).count { $0 }
        // 2 to the power of -16/64, -64/64 and -240/64.
        #expect((300...370).contains(short) && (160...240).contains(half) && (10...55).contains(long))
        #expect(short > half && half > long)
    }

    @Test func `is heard well again when all faults are forgotten`() {
        let antenna = Antenna()
        antenna.insert(Type2Tag(.ntag216, uid: serial))
        antenna.select()
        antenna.couple(.damagesAnswers(longerThan: 1))
        antenna.clearFaults()
        #expect(antenna.exchange(hex("60")).response == .bytes(hex("00 04 04 02 01 00 13 03")))
    }
}

@Suite struct `A page cut off while it is programmed` {
    @Test func `holds bits of the old and the new content and of the erased page`() {
        let (old, new) = (hex("03 0B D1 01"), hex("FF FF 00 55"))
        #expect(TornWrite.erased.page(from: old, to: new) == [0, 0, 0, 0])
        var seen: Set<[UInt8]> = []
        for seed in 0..<200 as Range<UInt64> {
            let page = TornWrite.mixture(seed: seed).page(from: old, to: new)
            let isErasing = zip(page, old).allSatisfy { $0 & ~$1 == 0 }
            let isProgramming = zip(page, new).allSatisfy { $0 & ~$1 == 0 }
            #expect(isErasing || isProgramming)
            #expect(page == TornWrite.mixture(seed: seed).page(from: old, to: new))
            seen.insert(page)
        }
        #expect(seen.count > 100)
    }
}
