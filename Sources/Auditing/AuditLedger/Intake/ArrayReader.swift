package import CSV

/// Hands on bytes that come in arrays of any size.
package enum ArrayReader {
    /// `read` gives the next bytes, none at the end.
    package static func reader(_ read: sending @escaping () throws -> [UInt8]) -> sending TableCutter.Reader {
        var rest: ArraySlice<UInt8> = []
        return { buffer in
            if rest.isEmpty { rest = try read()[...] }
            let count = min(rest.count, buffer.count)
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                unsafe _ = target.update(fromContentsOf: rest.prefix(count))
            }
            rest.removeFirst(count)
            return count
        }
    }
}
