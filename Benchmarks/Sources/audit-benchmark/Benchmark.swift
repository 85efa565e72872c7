import AppClips
import Audit
import Geodesy
import Glibc
import Registry
import UnixSystem

/// `make FOLDER SIGHTINGS SEED`: writes files of a shape. `audit FOLDER SIGHTINGS SEED THREADS`: audits them.
/// `traffic FILE ROWS TAGS THREADS`: the least that the memory asks for a file. `resolve COUNT`: resolves URLs. `walk TAGS`: judges tags one by one.
///
/// Prints one line of JSON with seconds and peak memory.
@main
struct Benchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "make": try files(arguments).make()
        case "audit": try audit(files(arguments), threads: number(arguments, 4) ?? 2)
        case "traffic" where arguments.count > 3: try traffic(arguments)
        case "resolve": try resolve(arguments.count > 1 ? Int(arguments[1]) ?? 1_000_000 : 1_000_000)
        case "walk": try walk(arguments.count > 1 ? Int(arguments[1]) ?? 2_000_000 : 2_000_000)
        default:
            print(
                """
                usage: audit-benchmark make|audit FOLDER [SIGHTINGS] [SEED] [THREADS], traffic FILE ROWS TAGS [THREADS], \
                resolve [COUNT] or walk [TAGS]
                """)
        }
    }

    private static func number(_ arguments: [String], _ index: Int) -> Int? {
        arguments.count > index ? Int(arguments[index]) : nil
    }

    private static func traffic(_ arguments: [String]) throws {
        let (rows, tags, threads) = (number(arguments, 2) ?? 0, number(arguments, 3) ?? 0, number(arguments, 4) ?? 2)
        let costs = try Traffic(file: arguments[1], rows: rows, tags: tags, threads: threads).measure()
        print(
            """
            {"nanoseconds of a thread for each row": \(costs.sum), "reading": \(costs.reading), "looking": \(costs.looking), \
            "finding": \(costs.finding), "recording": \(costs.recording), "grouping": \(costs.grouping)}
            """)
    }

    private static func files(_ arguments: [String]) -> Files {
        Files(
            folder: arguments.count > 1 ? arguments[1] : ".", shape: Shape(seed: number(arguments, 3) ?? 0),
            sightings: number(arguments, 2) ?? 10_000_000)
    }

    private static func audit(_ files: Files, threads: Int) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let stores = try StoreFile.read(File.read(files.storeFile, limit: 1 << 30), file: files.storeFile)
        let experiences = try ExperienceFile.read(
            File.read(files.experienceFile, limit: 1 << 30), file: files.experienceFile)
        let auditor = Auditor(
            AuditScope(
                stores: stores.rows, experiences: experiences.rows,
                templates: [try URLTemplate(files.shape.template)]))
        let path = files.sightingFile
        let number = try FileDescriptor.open(path, flags: O_RDONLY).release()
        try auditor.intake.readSightings(
            path, threads: threads,
            into: { room in
                let file = FileDescriptor(owning: number)
                let count = try file.read(into: &room)
                _ = file.release()
                return count
            })
        let read = clock.now
        let report = auditor.outcome(threads: threads).report()
        let end = clock.now
        print(
            """
            {"seconds": \(seconds(end - start)), "reading": \(seconds(read - start)), "cpu": \(cpuSeconds), "megabytes": \(peakMegabytes), \
            "sightings": \(report.summary.sightings), "tags": \(report.summary.tags), \
            "inside": \(report.summary.inside), "outside": \(report.summary.outside), \
            "undecided": \(report.summary.undecided), "findings": \(report.findings.count)}
            """)
    }

    /// Looks up URLs in random order among as many registered ones, whose identifiers have several lengths.
    private static func resolve(_ count: Int) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var urls = [try InvocationURL("https://chain.example/store/")]
        for store in 0..<(count - 1) { urls.append(try InvocationURL("https://chain.example/store/\(store * 7)")) }
        let index = ExperienceIndex(urls)
        let built = clock.now
        var random = Random(state: 7)
        var bytes: [UInt8] = []
        var ends: [Int] = []
        let asked = 2_000_000
        for _ in 0..<asked {
            bytes += "https://chain.example/store/\(random.below(count - 1) * 7)?tag=t\(random.below(9_999_999))".utf8
            ends.append(bytes.count)
        }
        let span = bytes.span
        let (prepared, before) = (clock.now, cpuSeconds)
        var found = 0
        var from = 0
        for end in ends {
            if index.fastMatch(span, from..<end) != nil { found += 1 }
            from = end
        }
        let (resolved, after) = (clock.now, cpuSeconds)
        let texts = try ends.prefix(100_000).indices.map { position in
            try InvocationURL(bytes: Array(bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]]))
        }
        let parsed = clock.now
        var matched = 0
        for url in texts { if case .match = index.match(url) { matched += 1 } }
        let closely = clock.now
        print(
            """
            {"registered": \(index.count), "building": \(seconds(built - start)), "resolved": \(found), \
            "of": \(asked), "microseconds": \(seconds(resolved - prepared) / Double(asked) * 1e6), \
            "cpuMicroseconds": \((after - before) / Double(asked) * 1e6), \
            "closely": \(seconds(closely - parsed) / Double(texts.count) * 1e6), "matched": \(matched), \
            "megabytes": \(peakMegabytes)}
            """)
    }

    private static func walk(_ tags: Int) throws {
        guard let cost = try Walk(tags: tags).run(seconds) else { return }
        print(
            """
            {"stores": \(Walk.stores), "tags": \(tags), "readySeconds": \(cost.ready), \
            "spotMicroseconds": \(cost.spot * 1e6), "wholeAuditMicroseconds": \(cost.whole * 1e6), \
            "megabytes": \(peakMegabytes)}
            """)
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    /// On a machine that others use, too, this says more than the clock. See: man 2 getrusage.
    private static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// See: man 2 getrusage. Kilobytes on Linux.
    private static var peakMegabytes: Int {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss) / 1_024
    }
}
