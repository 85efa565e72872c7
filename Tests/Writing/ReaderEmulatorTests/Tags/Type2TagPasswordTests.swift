import Testing

@testable import ReaderEmulator

@Suite struct `A Type 2 tag with a password` {
    /// An NTAG213 with AUTH0, ACCESS, the password 01 02 03 04 and the answer AA BB.
    func guarded(from page: UInt8, access: UInt8) -> Type2Tag {
        selected(.ntag213) { tag in
            tag.memory[0x29] = [0x04, 0x00, 0x00, page]
            tag.memory[0x2A] = [access, 0x05, 0x00, 0x00]
            tag.memory[0x2B] = [1, 2, 3, 4]
            tag.memory[0x2C] = [0xAA, 0xBB, 0, 0]
        }
    }

    @Test func `writes protected pages only after the right password`() {
        var tag = guarded(from: 4, access: 0x00)
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .nibble(0))
        tag.wake()
        #expect(tag.receive(hex("1B 01 02 03 04")) == .bytes([0xAA, 0xBB]))
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .acknowledged)
        tag.wake()
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .nibble(0))
    }

    @Test func `reads protected pages freely unless PROT is set`() {
        var open = guarded(from: 4, access: 0x00)
        #expect(open.receive(hex("3A 04 04")) == .bytes(hex("01 03 A0 0C")))
        var closed = guarded(from: 4, access: 0x80)
        #expect(
            closed.receive(hex("30 02")) == .bytes(hex("72 48 00 00 E1 10 12 00 04 A1 B2 9F C3 D4 E5 80")))
        #expect(closed.receive(hex("3A 03 04")) == .nibble(0))
        closed.wake()
        #expect(closed.receive(hex("30 04")) == .nibble(0))
        closed.wake()
        #expect(closed.receive(hex("1B 01 02 03 04")) == .bytes([0xAA, 0xBB]))
        #expect(closed.receive(hex("3A 03 04")) == .bytes(hex("E1 10 12 00 01 03 A0 0C")))
    }

    @Test func `forgets the password after a refusal`() {
        var tag = guarded(from: 4, access: 0x80)
        _ = tag.receive(hex("1B 01 02 03 04"))
        #expect(tag.isAuthenticated)
        #expect(tag.receive(hex("30 2D")) == .nibble(0))
        #expect(!tag.isAuthenticated)
    }

    @Test func `takes new configuration when it gets power the next time`() {
        var tag = selected(.ntag213)
        #expect(tag.receive(hex("A2 29 04 00 00 04")) == .acknowledged)
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .acknowledged)
        tag.wake()
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .acknowledged)
        tag.cyclePower()
        #expect(tag.receive(hex("A2 04 00 00 00 00")) == .nibble(0))
    }

    @Test func `is closed for ever after as many wrong passwords as AUTHLIM says`() {
        var tag = guarded(from: 4, access: 0x02)
        for _ in 1...2 {
            #expect(tag.receive(hex("1B FF FF FF FF")) == .nibble(0))
            tag.wake()
        }
        #expect(tag.receive(hex("1B 01 02 03 04")) == .nibble(4))
        tag.powerOff()
        tag.powerOn()
        tag.wake()
        #expect(tag.receive(hex("1B 01 02 03 04")) == .nibble(4))
    }

    @Test func `counts wrong passwords from zero after a right one`() {
        var tag = guarded(from: 4, access: 0x02)
        for _ in 1...3 {
            #expect(tag.receive(hex("1B FF FF FF FF")) == .nibble(0))
            tag.wake()
            #expect(tag.receive(hex("1B 01 02 03 04")) == .bytes([0xAA, 0xBB]))
        }
    }

    @Test func `keeps PWD and PACK writable when CFGLCK locks the configuration`() {
        var tag = guarded(from: 0xFF, access: 0x40)
        #expect(tag.receive(hex("A2 2B 09 09 09 09")) == .acknowledged)
        #expect(tag.receive(hex("A2 2C 09 09 00 00")) == .acknowledged)
        #expect(tag.receive(hex("A2 29 04 00 00 00")) == .nibble(0))
        tag.wake()
        #expect(tag.receive(hex("A2 2A 00 05 00 00")) == .nibble(0))
        #expect(tag.memory[0x2A] == hex("40 05 00 00"))
    }
}

@Suite struct `A Type 2 tag's counter and mirror` {
    @Test func `count the first read after power-up, and answer least significant byte first`() {
        var tag = selected(.ntag213) { $0.memory[0x2A] = [0x10, 0x05, 0, 0] }
        #expect(tag.receive(hex("39 02")) == .bytes(hex("00 00 00")))
        _ = tag.receive(hex("30 00"))
        _ = tag.receive(hex("3A 00 03"))
        #expect(tag.receive(hex("39 02")) == .bytes(hex("01 00 00")))
        tag.wake()
        _ = tag.receive(hex("30 00"))
        #expect(tag.receive(hex("39 02")) == .bytes(hex("01 00 00")))
        tag.powerOff()
        tag.powerOn()
        tag.wake()
        _ = tag.receive(hex("3A 00 03"))
        #expect(tag.receive(hex("39 02")) == .bytes(hex("02 00 00")))
    }

    @Test func `need the password if NFC_CNT_PWD_PROT is set`() {
        var tag = selected(.ntag213) { $0.memory[0x2A] = [0x18, 0x05, 0, 0] }
        #expect(tag.receive(hex("39 02")) == .nibble(0))
        tag.wake()
        #expect(tag.receive(hex("1B FF FF FF FF")) == .bytes([0, 0]))
        #expect(tag.receive(hex("39 02")) == .bytes([0, 0, 0]))
    }

    @Test(arguments: [
        ("04", "zzzzzzzzzzzzzzzzzzzzzzzz"), ("54", "z04A1B2C3D4E580zzzzzzzzz"),
        ("94", "z000001zzzzzzzzzzzzzzzzz"),
        ("D4", "z04A1B2C3D4E580x000001zz"),
    ])
    func `appear in the user data that a reader sees`(mirror: String, text: String) {
        var tag = selected(.ntag213) { tag in
            tag.memory[0x29] = hex(mirror) + hex("00 05 FF")
            tag.memory[0x2A] = [0x10, 0x05, 0, 0]
            tag.memory.put([UInt8](repeating: 0x7A, count: 24), at: 5)
        }
        #expect(tag.receive(hex("3A 05 0A")) == .bytes(Array(text.utf8)))
        #expect(tag.memory[5...10] == [UInt8](repeating: 0x7A, count: 24))
    }

    @Test(arguments: [
        ("94", "zzzzzzzzzzzzzzzzzzzzzzzz", "z000001zzzzzzzzzzzzzzzzz"),
        ("D4", "z04A1B2C3D4E580zzzzzzzzz", "z04A1B2C3D4E580x000001zz"),
    ])
    func `appear after the password alone if NFC_CNT_PWD_PROT is set`(mirror: String, closed: String, open: String) {
        var tag = selected(.ntag213) { tag in
            tag.memory[0x29] = hex(mirror) + hex("00 05 FF")
            tag.memory[0x2A] = [0x18, 0x05, 0, 0]
            tag.memory.put([UInt8](repeating: 0x7A, count: 24), at: 5)
        }
        #expect(tag.receive(hex("3A 05 0A")) == .bytes(Array(closed.utf8)))
        #expect(tag.receive(hex("1B FF FF FF FF")) == .bytes([0, 0]))
        #expect(tag.receive(hex("3A 05 0A")) == .bytes(Array(open.utf8)))
    }
}
