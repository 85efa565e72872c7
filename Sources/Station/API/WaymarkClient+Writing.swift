package import Chips
package import Registry
internal import TextCoding

extension WaymarkClient {
    // MARK: Readers

    package func readers() async throws -> ReaderList { try await get("/v1/readers") }

    /// Adds a reader and waits until it has answered or failed once.
    package func addReader(_ connection: String, name: ReaderName?) async throws -> ReaderStatus {
        try await post("/v1/readers", body: ReaderRequest(connection: connection, name: name))
    }

    package func removeReader(_ name: ReaderName) async throws -> ReaderRecord {
        try await delete("/v1/readers/\(PercentCoding.encode(name.text))")
    }

    /// Waits for a tag for so many seconds, 1 to 600; not for the one that is still on the reader from before.
    package func read(
        reader: ReaderName?, after uid: ChipUID? = nil, timeout seconds: Int
    ) async throws -> TagReading {
        try await act(
            "/v1/readings",
            [("reader", reader?.text), ("timeout", String(seconds)), ("after", uid?.hexadecimal)],
            timeout: .seconds(seconds + 30))
    }

    // MARK: Write jobs

    package func startWriting(_ request: WriteJobRequest) async throws -> WriteJob {
        try await post("/v1/jobs", body: request)
    }

    /// The jobs that the station still knows, the newest first.
    package func jobs() async throws -> JobList { try await get("/v1/jobs") }

    package func job(_ id: Int) async throws -> WriteJob { try await get("/v1/jobs/\(id)") }

    /// Leaves a job, which continues for its other participants; the last one ends it. Waits until the readers that only
    /// this participant wanted have ended their tags.
    package func leave(_ id: Int, participant: Int) async throws -> WriteJob {
        try await delete("/v1/jobs/\(id)/participants/\(participant)")
    }

    /// Ends a job for all of its participants, between two tags.
    package func cancel(_ id: Int) async throws -> WriteJob { try await delete("/v1/jobs/\(id)") }

    /// Says something to a running job: what comes of it is among the job's events.
    package func order(_ order: WriteOrder, inJob id: Int) async throws -> WriteJob {
        try await post("/v1/jobs/\(id)/orders", body: order)
    }

    /// Everything that has happened in a job, and what happens until it ends.
    package func events(ofJob id: Int) -> AsyncThrowingStream<WriteEvent, any Error> {
        events("/v1/jobs/\(id)/events")
    }
}
