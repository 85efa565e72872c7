package import Registry

/// An entry of the log: how far a chain had come. From the checkpoint that covers it on, an entry of the chain up to there
/// can neither be changed nor cut off without a proof failing.
package struct HeadEntry: Hashable, Sendable {
    package let chain: ChainName
    /// Of the chain's newest entry, from 1.
    package let sequence: Int64
    /// Its digest: see `docs/journal.md`.
    package let digest: LogHash

    package init(chain: ChainName, sequence: Int64, digest: LogHash) {
        self.chain = chain
        self.sequence = sequence
        self.digest = digest
    }

    /// What the leaf's hash is taken over: three lines, the digest in lower-case hexadecimal.
    package var bytes: [UInt8] {
        Array("\(chain)\n\(sequence)\n\(digest.text)\n".utf8)
    }
}
