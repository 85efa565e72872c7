/// Numbers in as many bits as they need, one behind the other, the lowest bit first.
package struct BitWriter: ~Copyable {
    /// What an entry takes at most, with room to spare: 16 visits some 3 000 bits, 32 witnesses some 2 200.
    private var words = InlineArray<64, UInt64>(repeating: 0)
    /// How many words are whole.
    private var count = 0
    private var last: UInt64 = 0
    /// How many bits of the last word are used, below 64.
    private var used: UInt64 = 0

    /// `number` has no bit beyond `width`, which is at most 64.
    @inline(__always)
    mutating func write(_ number: UInt64, width: UInt64) {
        last |= number &<< used
        used &+= width
        if used < 64 { return }
        words[count] = last
        count += 1
        used &-= 64
        // What did not fit: the number's highest bits, all of them where the last word was full.
        last = used == 0 ? 0 : number &>> (width &- used)
    }

    /// How many bytes have been written, the last one filled with zeros.
    var byteCount: Int { count * 8 + Int(used + 7) / 8 }

    /// Puts the bytes where there is room for seven more, and begins anew.
    @unsafe mutating func move(to target: UnsafeMutableRawPointer) {
        let whole = words.span
        for index in 0..<count { unsafe target.storeBytes(of: whole[index], toByteOffset: 8 * index, as: UInt64.self) }
        if used > 0 { unsafe target.storeBytes(of: last, toByteOffset: 8 * count, as: UInt64.self) }
        (count, last, used) = (0, 0, 0)
    }
}
