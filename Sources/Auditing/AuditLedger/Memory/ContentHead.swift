/// What an entry of `ContentBytes` begins with.
struct ContentHead {
    /// The entry's number in 20 bits, the length of the chip's identifier in four, and how many bytes of the URL are as
    /// in the table's first one.
    private let numbers: UInt32
    private let length: UInt16
    let urlHash: UInt32

    static var size: Int { 10 }

    init(entry: Int, chip: Int, shared: Int, length: Int, urlHash: UInt32) {
        numbers = UInt32(entry | chip << 20 | shared << 24)
        self.length = UInt16(length)
        self.urlHash = urlHash
    }

    @unsafe @inline(__always)
    init(at start: UnsafePointer<UInt8>) {
        let bytes = unsafe UnsafeRawPointer(start)
        numbers = unsafe bytes.loadUnaligned(as: UInt32.self)
        length = unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
        urlHash = unsafe bytes.loadUnaligned(fromByteOffset: 6, as: UInt32.self)
    }

    @unsafe func write(to start: UnsafeMutablePointer<UInt8>) {
        let bytes = UnsafeMutableRawPointer(start)
        unsafe bytes.storeBytes(of: numbers, as: UInt32.self)
        unsafe bytes.storeBytes(of: length, toByteOffset: 4, as: UInt16.self)
        unsafe bytes.storeBytes(of: urlHash, toByteOffset: 6, as: UInt32.self)
    }

    var entry: Int { Int(numbers & 0xF_FFFF) }
    var chipLength: Int { Int(numbers >> 20 & 0xF) }
    var shared: Int { Int(numbers >> 24) }
    var urlLength: Int { Int(length) }
}
