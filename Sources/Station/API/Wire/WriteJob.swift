package import Geodesy
package import Registry

/// Asks a station to write a batch's NFC tags.
package struct WriteJobRequest: Hashable, Sendable, Codable {
    package let batch: BatchName
    /// Empty: every reader of the station, also those that are plugged in while the job runs.
    package let readers: [ReaderName]
    /// Signs are chosen by their scanned codes, not by the order of the file.
    package let picking: Bool
    /// Writes over what a chip that is not known here carries.
    package let overwrite: Bool
    /// Chips that were written before are looked at again: the job does not end when every tag is written. A lock that an
    /// earlier version left incomplete is completed.
    package let revisiting: Bool
    /// Where the station is; with it, tags for a store elsewhere are refused.
    package let position: Coordinate?
    /// The tags will travel to their stores: the station's position does not matter.
    package let shipping: Bool
    /// The batch's name once more: a person confirms that the chips are changed for ever. Required where the batch's
    /// rules cannot be undone (`isPermanent` in the batch's summary).
    package let confirmation: BatchName?

    package init(
        batch: BatchName, readers: [ReaderName] = [], picking: Bool = false, overwrite: Bool = false,
        revisiting: Bool = false, position: Coordinate? = nil, shipping: Bool = false, confirmation: BatchName? = nil
    ) {
        self.batch = batch
        self.readers = readers
        self.picking = picking
        self.overwrite = overwrite
        self.revisiting = revisiting
        self.position = position
        self.shipping = shipping
        self.confirmation = confirmation
    }

    /// What a client leaves out is as it usually is.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            batch: try values.decode(BatchName.self, forKey: .batch),
            readers: try values.decodeIfPresent([ReaderName].self, forKey: .readers) ?? [],
            picking: try values.decodeIfPresent(Bool.self, forKey: .picking) ?? false,
            overwrite: try values.decodeIfPresent(Bool.self, forKey: .overwrite) ?? false,
            revisiting: try values.decodeIfPresent(Bool.self, forKey: .revisiting) ?? false,
            position: try values.decodeIfPresent(Coordinate.self, forKey: .position),
            shipping: try values.decodeIfPresent(Bool.self, forKey: .shipping) ?? false,
            confirmation: try values.decodeIfPresent(BatchName.self, forKey: .confirmation))
    }
}

/// A write job as the station sees it now.
package struct WriteJob: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case running
        /// Every NFC tag of the batch is written.
        case finished
        /// The batch was paused.
        case paused
        case cancelled
        case failed
    }

    /// A person or program that takes part in a job.
    package struct Participant: Hashable, Sendable, Codable {
        /// From 1, in the order of arrival. The participant 1 started the job.
        package let number: Int
        package let actor: String
        package let since: Timestamp

        package init(number: Int, actor: String, since: Timestamp) {
            self.number = number
            self.actor = actor
            self.since = since
        }
    }

    package let schema: Int
    package let id: Int
    package let batch: BatchName
    /// The actor that started the job, and when.
    package let startedBy: String
    package let started: Timestamp
    /// Those that take part now. The job ends when the last one leaves.
    package let participants: [Participant]
    /// In the answer to a request that starts or joins a job: the number of the participant that asked. Above 1, the job
    /// was there before.
    package var participant: Int?
    /// The readers that write it now.
    package let readers: [ReaderName]
    package let picking: Bool
    package let state: State
    package let done: Int
    package let total: Int

    package init(
        id: Int, batch: BatchName, startedBy: String, started: Timestamp, participants: [Participant],
        readers: [ReaderName], picking: Bool, state: State, done: Int, total: Int
    ) {
        schema = 1
        self.id = id
        self.batch = batch
        self.startedBy = startedBy
        self.started = started
        self.participants = participants
        self.readers = readers
        self.picking = picking
        self.state = state
        self.done = done
        self.total = total
    }
}

/// The jobs of a station that it still knows, the newest first.
package struct JobList: Hashable, Sendable, Codable {
    package let schema: Int
    package let jobs: [WriteJob]

    package init(_ jobs: [WriteJob]) {
        schema = 1
        self.jobs = jobs
    }
}

/// What the operator says to a running job. What comes of it is streamed with the job's events.
package struct WriteOrder: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The next chip becomes the tag of the sign whose code this is.
        case pick
        /// The sign is left for the end.
        case skip
        /// The sign's chip is spoiled: another chip becomes its tag.
        case redo
    }

    package let kind: Kind
    /// A scanned code: a URL or a tag identifier. Nil for the sign that is shown (skip) or was written last (redo).
    package let code: String?

    package init(_ kind: Kind, code: String? = nil) {
        self.kind = kind
        self.code = code
    }
}
