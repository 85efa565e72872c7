/// Percent-encoding (RFC 3986, section 2.1), on bytes.
package enum PercentCoding {
    /// Every byte for which `isAllowed` is false becomes a triplet with upper-case digits.
    package static func encode(_ bytes: some Sequence<UInt8>, isAllowed: (UInt8) -> Bool) -> [UInt8] {
        var encoded: [UInt8] = []
        for byte in bytes {
            if isAllowed(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded += Hexadecimal.uppercase(CollectionOfOne(byte)).utf8
            }
        }
        return encoded
    }

    /// A value of a query or a segment of a path: all but the unreserved characters becomes triplets.
    package static func encode(_ text: String) -> String {
        String(decoding: encode(text.utf8, isAllowed: ASCII.isUnreserved), as: UTF8.self)
    }

    /// The byte that the triplet at `index` encodes; nil when there is no whole triplet.
    package static func byte(ofTripletAt index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
            let high = Hexadecimal.value(bytes[index + 1]), let low = Hexadecimal.value(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// The decoded bytes, where a `%` that begins no triplet stays as it is.
    package static func decodeLeniently(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = byte(ofTripletAt: index, in: bytes)
            decoded.append(byte ?? bytes[index])
            index += byte == nil ? 1 : 3
        }
        return decoded
    }

    /// The decoded text; nil for a broken triplet, text that is not UTF-8, or a NUL, which no path or query needs.
    ///
    /// In queries a plus sign is a space, as HTML forms write it.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let bytes = Array(text.utf8)[...]
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard let byte = byte(ofTripletAt: index, in: bytes), byte != 0 else { return nil }
                decoded.append(byte)
                index += 2
            case 0: return nil
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            case let byte: decoded.append(byte)
            }
            index += 1
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
