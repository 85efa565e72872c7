import API
import ArgumentParsing
import CSV
import Chips
import Registry
import UnixSystem

/// What is shown of batches.
extension BatchCommands {
    static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).batches()
        Terminal.result(values.wantsJSON ? try JSONText.document(list) : table(list.batches).text)
        return .done
    }

    static func table(_ batches: [BatchSummary]) -> Table {
        var table = Table([
            "BATCH", "TAGS", "PLANNED", "UNFINISHED", "WRITTEN", "PRINTED", "OUTDATED", "RETIRED", "PROTECTION", "",
        ])
        for batch in batches {
            let counts = [
                batch.tags, batch.planned, batch.unfinished, batch.written, batch.printed, batch.outdated,
                batch.retired,
            ]
            table.append(
                [batch.name.text] + counts.map(String.init)
                    + [batch.rules.protection.rawValue, batch.isPaused ? "paused" : ""])
        }
        return table
    }

    static func show(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let detail = try await Daemon.client(values).batch(values[name])
        if let path = values[output] {
            let file = BatchFile.bytes(detail.batch.tags)
            let bytes = try SavedTable.bytes(
                file, for: path, numbers: BatchFile.schema.numbers, sheet: detail.batch.name.text)
            try File.writeAtomically(bytes, to: path)
        }
        if values.wantsJSON {
            Terminal.result(try JSONText.document(detail))
            return .done
        }
        guard values[output] == nil else {
            Terminal.result("\(count(detail.batch.tags.count, "tag")) written to \(values[output] ?? "")")
            return .done
        }
        var table = Table(["TAG", "STORE", "PLACEMENT", "MEDIUM", "STATE", "CHIP", "URL"])
        for tag in detail.batch.tags {
            table.append([
                tag.id.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.state.rawValue,
                tag.uid?.hexadecimal ?? "-", tag.url,
            ])
        }
        for line in detail.batch.rules.sentences { Terminal.result(line) }
        Terminal.result(table.text)
        for doubt in detail.doubts { Terminal.note("warning: tag \(doubt.tag): \(doubt.why)") }
        return .done
    }

    static func check(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let answer = try await Daemon.client(values).checkBatch(values[name])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(answer))
        } else {
            tell(answer)
        }
        return answer.tags.isEmpty ? .done : .findings
    }

    static func tell(_ answer: BatchCheckAnswer) {
        guard !answer.tags.isEmpty else {
            return Terminal.result("every tag of batch \(answer.batch.name) that exists is as it should be")
        }
        var table = Table(["TAG", "STORE", "PLACEMENT", "MEDIUM", "CHIP", "WHY"])
        for tag in answer.tags {
            table.append([
                tag.tag.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.uid?.hexadecimal ?? "-", tag.why,
            ])
        }
        Terminal.result(table.text)
        for next in Set(answer.tags.map(\.next)).sorted() { Terminal.result("next: \(next)") }
    }
}
