extension HandoverFile {
    /// Reads the values of the template's variables in a URL, as `URLTemplate.recover` does.
    static var templateFunctions: String {
        """
            private enum Piece {
                case literal(String)
                case variable(String, keepsReserved: Bool)
                case parameters([String])
            }

            /// The values of the template's variables in a URL; none when it is not made from the template. Query parameters
            /// that the template does not have are ignored; of one that is there several times the first counts.
            static func values(in url: String) -> [String: String] {
                guard template != nil else { return [:] }
                // A URL carries what is not ASCII percent-encoded.
                let digits = Array("0123456789ABCDEF".utf8)
                let bytes = url.utf8.flatMap { byte -> [UInt8] in
                    byte < 128 ? [byte] : [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
                if pathIsAll { return match(path, bytes[...]) ?? [:] }
                let beforeFragment = bytes.prefix { $0 != 35 }
                let end = beforeFragment.firstIndex(of: 63) ?? beforeFragment.endIndex
                guard var values = match(path, beforeFragment[..<end]) else { return [:] }
                var fixed = Dictionary(fixedParameters.map { ($0.name, $0.value) }) { first, _ in first }
                var optional = Set(optionalParameters)
                for parameter in beforeFragment[end...].dropFirst().split(separator: 38) {
                    let equals = parameter.firstIndex(of: 61) ?? parameter.endIndex
                    let name = String(decoding: parameter[..<equals], as: UTF8.self)
                    if let pattern = fixed.removeValue(forKey: name) {
                        guard let more = match(pattern, parameter[equals...]) else { return [:] }
                        values.merge(more) { first, _ in first }
                    } else if let variable = optional.remove(name), equals < parameter.endIndex,
                        let value = decoded(parameter[(equals + 1)...])
                    {
                        values[variable] = value
                    }
                }
                guard fixed.isEmpty else { return [:] }
                guard let fragment else { return values }
                guard let more = match(fragment, bytes[beforeFragment.endIndex...].dropFirst()),
                    beforeFragment.endIndex < bytes.endIndex
                else { return [:] }
                return values.merging(more) { first, _ in first }
            }

            private static func match(_ pieces: [Piece], _ bytes: ArraySlice<UInt8>) -> [String: String]? {
                var values: [String: String] = [:]
                var rest = bytes
                for (index, piece) in pieces.enumerated() {
                    switch piece {
                    case .literal(let text):
                        guard rest.starts(with: text.utf8) else { return nil }
                        rest = rest.dropFirst(text.utf8.count)
                    case .variable(let name, let keepsReserved):
                        let following = pieces[(index + 1)...]
                        guard let end = end(of: rest, keepsReserved, before: following),
                            let value = decoded(rest[..<end]), !value.isEmpty
                        else { return nil }
                        values[name] = value
                        rest = rest[end...]
                    case .parameters(let names):
                        let end = rest.firstIndex { !isUnreserved($0) && $0 != 37 && $0 != 59 && $0 != 61 } ?? rest.endIndex
                        guard let more = parameters(rest[..<end], names) else { return nil }
                        values.merge(more) { first, _ in first }
                        rest = rest[end...]
                    }
                }
                return rest.isEmpty ? values : nil
            }

            /// Where the value ends with which these bytes begin.
            private static func end(
                of rest: ArraySlice<UInt8>, _ keepsReserved: Bool, before following: ArraySlice<Piece>
            ) -> Int? {
                func isValue(_ byte: UInt8) -> Bool {
                    isUnreserved(byte) || byte == 37 || keepsReserved && ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
                }
                let run = rest.firstIndex { !isValue($0) } ?? rest.endIndex
                guard case .literal(let text)? = following.first else {
                    return following.isEmpty && run != rest.endIndex ? nil : run
                }
                let own = text.utf8.enumerated().first { !isValue($0.element) }?.offset
                let end = own.map { run - $0 } ?? rest.endIndex - text.utf8.count
                return end >= rest.startIndex && end <= run ? end : nil
            }

            /// `;name=value;name=value`
            private static func parameters(_ bytes: ArraySlice<UInt8>, _ names: [String]) -> [String: String]? {
                guard let first = bytes.first else { return [:] }
                guard first == 59 else { return nil }
                var values: [String: String] = [:]
                for parameter in bytes.dropFirst().split(separator: 59, omittingEmptySubsequences: false) {
                    let parts = parameter.split(separator: 61, maxSplits: 1, omittingEmptySubsequences: false)
                    let name = String(decoding: parts[0], as: UTF8.self)
                    guard names.contains(name), values[name] == nil else { return nil }
                    guard parts.count == 2 else {
                        values[name] = ""
                        continue
                    }
                    guard let value = decoded(parts[1]), !value.isEmpty else { return nil }
                    values[name] = value
                }
                return values
            }

            /// Nil for what is not UTF-8.
            private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
                let bytes = unescaped(text)
                let value = String(decoding: bytes, as: UTF8.self)
                return value.utf8.elementsEqual(bytes) ? value : nil
            }

            private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
                func digit(_ byte: UInt8) -> UInt8? {
                    switch byte {
                    case 48...57: byte - 48
                    case 65...70: byte - 55
                    case 97...102: byte - 87
                    default: nil
                    }
                }
                var bytes: [UInt8] = []
                var rest = text
                while let byte = rest.popFirst() {
                    let next = Array(rest.prefix(2))
                    if byte == 37, next.count == 2, let high = digit(next[0]), let low = digit(next[1]) {
                        bytes.append(high << 4 | low)
                        rest = rest.dropFirst(2)
                    } else {
                        bytes.append(byte)
                    }
                }
                return bytes
            }

            private static func isUnreserved(_ byte: UInt8) -> Bool {
                switch byte {
                case 48...57, 65...90, 97...122, 45, 46, 95, 126: true
                default: false
                }
            }

        """
    }
}
