/// The data objects of a transparent session: tag, length, value. See: PC/SC part 3 supplement 2.02
struct SessionObject: Equatable {
    let tag: UInt16
    let value: [UInt8]

    /// Tags of two bytes begin with these.
    private static let firstOfTwo: Set<UInt8> = [0x5F, 0xFF]

    /// Nil for bytes that do not make a list of objects.
    static func list(_ bytes: [UInt8]) -> [SessionObject]? {
        var rest = bytes[...]
        var objects: [SessionObject] = []
        while let first = rest.popFirst() {
            var tag = UInt16(first)
            if firstOfTwo.contains(first) {
                guard let second = rest.popFirst() else { return nil }
                tag = tag << 8 | UInt16(second)
            }
            guard var length = rest.popFirst() else { return nil }
            if length == 0x81 {
                guard let long = rest.popFirst(), long >= 0x80 else { return nil }
                length = long
            } else if length > 0x80 {
                return nil
            }
            guard rest.count >= Int(length) else { return nil }
            objects.append(SessionObject(tag: tag, value: Array(rest.prefix(Int(length)))))
            rest = rest.dropFirst(Int(length))
        }
        return objects
    }

    var bytes: [UInt8] {
        let name = tag > 0xFF ? [UInt8(tag >> 8), UInt8(tag & 0xFF)] : [UInt8(tag)]
        return name + (value.count >= 0x80 ? [0x81] : []) + [UInt8(value.count)] + value
    }
}
