/// Parameters as libpq takes them.
@safe
struct PostgresParameters {
    @unsafe struct Pointers {
        let count: Int32
        let types: UnsafePointer<UInt32>?
        let values: UnsafePointer<UnsafePointer<CChar>?>?
        let lengths: UnsafePointer<Int32>?
        let formats: UnsafePointer<Int32>?
    }

    private let types: [UInt32]
    /// All values one behind the other.
    private let bytes: [UInt8]
    /// Where each begins; nil for null.
    private let starts: [Int?]
    private let lengths: [Int32]

    init(_ values: [PostgresValue]) {
        var (bytes, starts, lengths) = ([UInt8](), [Int?](), [Int32]())
        for value in values {
            let binary = value.binary
            starts.append(binary == nil ? nil : bytes.count)
            lengths.append(Int32(clamping: binary?.count ?? 0))
            bytes += binary ?? []
        }
        types = values.map { $0.type?.rawValue ?? 0 }
        // An empty value has an address as well.
        self.bytes = bytes + [0]
        self.starts = starts
        self.lengths = lengths
    }

    /// The pointers are good within the call.
    func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
        let formats = [Int32](repeating: 1, count: types.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.bindMemory(to: CChar.self).baseAddress
            let values = unsafe starts.map { start in
                unsafe start.flatMap { start in unsafe base.map { unsafe $0 + start } }
            }
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe types.withUnsafeBufferPointer { types in
                    unsafe lengths.withUnsafeBufferPointer { lengths in
                        unsafe formats.withUnsafeBufferPointer { formats in
                            unsafe body(
                                Pointers(
                                    count: Int32(clamping: types.count), types: types.baseAddress,
                                    values: values.baseAddress, lengths: lengths.baseAddress,
                                    formats: formats.baseAddress))
                        }
                    }
                }
            }
        }
    }
}
