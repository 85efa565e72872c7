package import HTTPServer
package import Metrics

/// What a station counts. docs/operations.md explains each family.
package final class StationMetrics: Sendable {
    let store = MetricStore(families)

    /// `problems`: codes that are there from the start, at zero, so that the first problem of a code is an increase.
    package init(problems: [String] = []) {
        for code in problems { store.add(0, to: Self.problems, code) }
    }

    package static let families = [
        info, conditions, readers, restarts, exchanges, exchangeSeconds, tags, writeSeconds, jobs, queue, auditRows,
        audits, requests, problems, journal, registryBytes, diskFree, memory, processor, start,
    ]

    static let info = MetricFamily(
        "waymark_info", .gauge, labels: ["version"], help: "Always 1; the version that runs.")
    static let conditions = MetricFamily(
        "waymark_condition", .gauge, labels: ["name", "severity"],
        help: "1 for each state that needs attention; see waymark status.")
    static let readers = MetricFamily(
        "waymark_readers", .gauge, labels: ["state"], help: "Readers by their state: starting, ready, failed.")
    static let restarts = MetricFamily(
        "waymark_reader_restarts", .gauge, labels: ["reader"],
        help: "How often a reader's worker was started anew since it was added.")
    static let exchanges = MetricFamily(
        "waymark_exchanges_total", .counter, labels: ["reader", "outcome"],
        help: "Selections and commands of write jobs: answered, or failed.")
    static let exchangeSeconds = MetricFamily(
        "waymark_exchange_seconds", .histogram([0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3]), labels: ["reader"],
        help: "Seconds that a selection or a command took.")
    static let tags = MetricFamily(
        "waymark_tags_total", .counter, labels: ["outcome"],
        help: "Chips on readers of write jobs: written, confirmed, refused, interrupted.")
    static let writeSeconds = MetricFamily(
        "waymark_write_seconds", .histogram([0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10]),
        help: "Seconds from the chip's arrival to its result in the journal.")
    static let jobs = MetricFamily("waymark_write_jobs", .gauge, help: "Write jobs that are running.")
    static let queue = MetricFamily(
        "waymark_queue_tags", .gauge, labels: ["batch"], help: "Tags of a running write job that are not done.")
    static let auditRows = MetricFamily(
        "waymark_audit_rows_total", .counter, labels: ["outcome"], help: "Sightings that audits took, or found bad.")
    static let audits = MetricFamily("waymark_audits_total", .counter, help: "Audits that were concluded.")
    static let requests = MetricFamily(
        "waymark_api_request_seconds", .histogram([0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]),
        labels: ["method", "route", "status"], help: "Seconds until the API's answer began.")
    static let problems = MetricFamily(
        "waymark_api_problems_total", .counter, labels: ["code"],
        help: "Requests that the API answered with a problem, by its code; see docs/errors.md.")
    static let journal = MetricFamily("waymark_journal_entries", .gauge, help: "The number of the newest entry.")
    static let registryBytes = MetricFamily(
        "waymark_registry_bytes", .gauge, labels: ["file"], help: "Bytes of the registry's file, and of its log.")
    static let diskFree = MetricFamily("waymark_disk_free_bytes", .gauge, help: "Bytes left on the registry's disk.")
    static let memory = MetricFamily("process_resident_memory_bytes", .gauge, help: "Resident memory in bytes.")
    static let processor = MetricFamily(
        "process_cpu_seconds_total", .counter, help: "Processor time of user and system in seconds.")
    static let start = MetricFamily(
        "process_start_time_seconds", .gauge, help: "When the process began, in seconds since 1970.")

    /// An answer of the API has begun.
    package func note(_ answer: WebServer.Answer) {
        store.observe(
            answer.duration.seconds, in: Self.requests, answer.method.rawValue, answer.route, String(answer.status))
    }

    /// What a request was answered instead of what it asked for.
    func note(_ problem: Problem) {
        if let code = problem.code { store.add(to: Self.problems, code) }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
