extension HandoverFile {
    /// Finds the registered URL that answers for a URL, as `ExperienceIndex.match` does.
    static var experienceFunctions: String {
        """
            /// A URL taken apart.
            private struct Parts {
                let bytes: [UInt8]
                let scheme: ArraySlice<UInt8>
                let host: ArraySlice<UInt8>
                let path: ArraySlice<UInt8>
                let query: ArraySlice<UInt8>?
                /// Whether Apple leaves open what a scan of it opens.
                let isOpen: Bool
                /// Host and path without what Apple leaves open.
                let key: [UInt8]

                init?(_ url: [UInt8]) {
                    guard let colon = url.firstIndex(of: 58), url[colon...].starts(with: "://".utf8) else { return nil }
                    let rest = url[(colon + 3)...]
                    let authority = rest.prefix { $0 != 47 && $0 != 63 && $0 != 35 }
                    let name = authority.lastIndex(of: 64).map { authority[($0 + 1)...] } ?? authority
                    let tail = rest[authority.endIndex...].prefix { $0 != 35 }
                    let question = tail.firstIndex(of: 63)
                    bytes = url
                    scheme = url[..<colon]
                    host = name.prefix { $0 != 58 }
                    path = tail[..<(question ?? tail.endIndex)]
                    query = question.map { tail[($0 + 1)...] }
                    let loose = host.map(Self.lowercased)
                    var segments: [ArraySlice<UInt8>] = []
                    var hasDots = false
                    for segment in unescaped(path).map(Self.lowercased).split(separator: 47) {
                        if segment.count <= 2, segment.allSatisfy({ $0 == 46 }) {
                            hasDots = true
                            if segment.count == 2 { _ = segments.popLast() }
                        } else {
                            segments.append(segment)
                        }
                    }
                    key = loose + [47] + Array(segments.joined(separator: [47]))
                    let isEncoded = loose.split(separator: 46).contains { $0.starts(with: "xn--".utf8) }
                    let hasEmptySegment = zip(path, path.dropFirst()).contains { $0 == 47 && $1 == 47 }
                    isOpen =
                        host.count < authority.count || loose != Array(host) || isEncoded || host.contains { $0 > 127 }
                        || tail.endIndex < url.endIndex || query?.isEmpty ?? false || hasEmptySegment || hasDots
                }

                var isWeb: Bool { ["http", "https"].contains(String(decoding: scheme.map(Self.lowercased), as: UTF8.self)) }
                var parameters: [ArraySlice<UInt8>] { query?.split(separator: 38) ?? [] }
                var hasFragment: Bool { bytes.contains(35) }

                private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
            }

            private static let registered: [(parts: Parts, store: String?)] = experiences.compactMap { entry in
                Parts(Array(entry.url.utf8)).map { ($0, entry.store) }
            }

            /// The registered URL that answers for a URL; nil when none does, or when it is not certain which.
            private static func experience(for url: [UInt8]) -> (parts: Parts, store: String?)? {
                guard let scanned = Parts(url), scanned.isWeb else { return nil }
                if let same = registered.first(where: { $0.parts.bytes == url }) { return same }
                if scanned.isOpen { return nil }
                let possible = registered.filter { mayAnswer($0.parts, for: scanned) }
                guard let first = possible.first, let best = possible.first(where: { answers($0.parts, for: scanned) })
                else { return nil }
                return rank(best.parts) == rank(first.parts) ? best : nil
            }

            /// How specific a registered URL is.
            private static func rank(_ parts: Parts) -> [Int] { [parts.key.count, parts.query?.count ?? 0] }

            /// Whether a registered URL is a prefix under some reading of what Apple leaves open.
            private static func mayAnswer(_ own: Parts, for scanned: Parts) -> Bool {
                if !own.parameters.isEmpty {
                    let found = scanned.parameters
                    return own.key == scanned.key
                        && own.parameters.allSatisfy { wanted in found.contains { $0.starts(with: wanted) } }
                }
                guard scanned.key.starts(with: own.key) else { return false }
                guard scanned.key.count > own.key.count, own.path.last == 47, own.key.last != 47 else { return true }
                return scanned.key[own.key.count] == 47
            }

            /// Whether it certainly is one.
            private static func answers(_ own: Parts, for scanned: Parts) -> Bool {
                guard own.query == nil, !own.hasFragment else { return false }
                let isBareHost = own.path.isEmpty || own.path.elementsEqual([47])
                let prefix = isBareHost ? own.bytes[..<own.path.startIndex] : own.bytes[...]
                guard scanned.bytes.starts(with: prefix) else { return false }
                guard let next = scanned.bytes.dropFirst(prefix.count).first else { return true }
                return prefix.last == 47 || next == 47 || next == 63
            }

        """
    }
}
