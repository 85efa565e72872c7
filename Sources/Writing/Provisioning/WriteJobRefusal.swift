package import Faults
package import Registry

/// Why a write job, or a reading, does not get what it asks for.
package typealias WriteJobRefusal = Fault<WriteJobFaultCode>

package enum WriteJobFaultCode: String, FaultCode, CaseIterable {
    /// The code that was scanned is that of several tags.
    case ambiguousCode = "ambiguous-code"
    /// The sign's write has begun, or it is done.
    case begun
    /// The write job has ended.
    case jobEnded = "job-ended"
    /// No reader was added to the station.
    case noReaderAdded = "no-reader-added"
    /// The job does not ask for the sign of each chip.
    case notPicking = "not-picking"
    /// The job has not written a tag that could be written again.
    case nothingWritten = "nothing-written"
    /// The code that was scanned is not a sign of this batch.
    case otherBatch = "other-batch"
    /// Another job or reading uses the reader.
    case readerInUse = "reader-in-use"
    /// The reader was removed while it was in use.
    case readerRemoved = "reader-removed"
    /// The batch has other rules than those by which the job began.
    case rulesChanged = "rules-changed"
    /// The code that was scanned is not known.
    case unknownCode = "unknown-code"
    /// No write job has this number.
    case unknownJob = "unknown-job"
    /// No participant of the job has this number.
    case unknownParticipant = "unknown-participant"
    /// The station has several readers, and the request does not name one.
    case whichReader = "which-reader"
    /// Several readers show a sign, or none does.
    case whichSign = "which-sign"
}

extension WriteJobRefusal {
    /// `last`: the number of the last job that was started.
    package static func unknownJob(_ number: Int, last: Int) -> Self {
        Self(
            .unknownJob, "job \(number) is not known", why: "the last job of this station is \(last)",
            next: "start one: waymark write BATCH")
    }

    package static func ended(_ job: Int, of batch: BatchName) -> Self {
        Self(
            .jobEnded, "job \(job) does not take orders any more", why: "it has ended",
            next: "write the batch again: waymark write \(batch)")
    }

    package static func rulesChanged(_ batch: BatchName) -> Self {
        Self(
            .rulesChanged, "batch \(batch) is not written any more",
            why: "its rules were changed: what it asks of its chips is not what this job asks",
            next: "write the batch again, and put the last chips on the reader: waymark write \(batch)")
    }

    package static func readerRemoved(_ reader: ReaderName) -> Self {
        Self(
            .readerRemoved, "reader \(reader) is gone for good", why: "it was removed while it was in use",
            next: "add a reader (waymark reader add) and write the batch again: it continues where it stopped")
    }
}
