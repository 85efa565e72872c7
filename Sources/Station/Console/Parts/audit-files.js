// Files on their way to an audit. Tables go to the station as they are, piece by piece; of photographs, tracks and other
// forms the station makes rows first, in a process that can use nothing else.
import { make } from "./elements.js";
import { number, text } from "./language.js";
import { station, StationProblem } from "./station.js";

const pieceSize = 8 << 20;

/// Imports files for an audit, in pieces: they may be of any length. What was read, and what could not be.
export async function importFiles(files, accuracy, audit, tell) {
  const named = withNames(files), read = [], refused = [];
  let tables = 0;
  for (const [index, { name, file }] of named.entries()) {
    tell(text("audit.reading", { name, at: index + 1, all: named.length }));
    if (await isTable(file)) {
      await send(name, file, audit);
      tables += 1;
      continue;
    }
    try {
      const made = await station.convert(file, name, accuracy);
      await send(name, new Blob([Uint8Array.from(atob(made.content), (character) => character.charCodeAt(0))]), audit);
      read.push(made);
    } catch (error) {
      // What is wrong with one photograph says nothing of the others.
      if (!(error instanceof StationProblem) || ![413, 422].includes(error.status)) throw error;
      refused.push({ name, error });
    }
  }
  return { tables, read, refused };
}

async function send(name, content, audit) {
  let start = 0, id;
  do {
    const piece = content.slice(start, start + pieceSize);
    start += pieceSize;
    const more = start < content.size;
    const progress = await station.importSightings(piece, { file: name, audit, import: id, more: more || undefined });
    id = progress.import;
    if (!more) return;
  } while (true);
}

/// Two folders may have one name: the audit tells its rows by names.
function withNames(files) {
  const count = new Map();
  return files.map((file) => {
    const before = count.get(file.name) ?? 0;
    count.set(file.name, before + 1);
    return { file, name: before ? `${file.name} (${before + 1})` : file.name };
  });
}

/// Whether a file goes to the audit as it is: a table of text or a workbook. The name says nothing. A file that is gone has
/// the size 0, and is refused by the browser only as a whole.
async function isTable(file) {
  const head = new Uint8Array(await (file.size ? file.slice(0, 1024) : file).arrayBuffer());
  const begins = (...bytes) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 3, 4)) return isWorkbook(head);
  if (begins(0xd0, 0xcf, 0x11, 0xe0) || begins(0xff, 0xfe) || begins(0xfe, 0xff)) return true;
  if (head.includes(0) || begins(0x1f, 0x8b) || begins(0xff, 0xd8)) return false;
  const first = new TextDecoder().decode(head).replace(/^\u001e/, "").trimStart()[0];
  return !["<", "{", "["].includes(first);
}

/// Workbooks are ZIP archives whose first file has one of few names; any other archive holds photographs.
function isWorkbook(head) {
  const name = new TextDecoder().decode(head.subarray(30, 30 + (head[26] | head[27] << 8)));
  return /^(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|mimetype|customXml\/)/.test(name);
}

/// What became of each file that was not a table.
export function fileList({ read, refused }) {
  if (!read.length && !refused.length) return [];
  const sum = read.reduce((total, made) => total + (made.sightings ?? 0), 0);
  return [make("p", text("audit.files.read", { files: number(read.length + refused.length), count: sum })), make("ul.files",
    read.map((made) => make("li", make("b", made.file), ` ${outcome(made)}`)),
    refused.map(({ name, error }) => make("li", make("b", name), ` ${error.message}: ${error.detail}`, error.next && ` ${error.next}`)))];
}
function outcome(made) {
  const reasons = made.refusals.slice(0, 3).map(({ reason }) => reason);
  return [text("audit.file.sightings", { count: made.sightings ?? 0 }), ...reasons, ...made.warnings].join(" · ");
}

/// A bad row's place in the file that the person has.
export function placeOf({ file, line, reason }, read) {
  const made = read.find((each) => each.file === file);
  if (!line) return `${file}: ${reason}`;
  if (!made?.item) return `${file}:${line}: ${reason}`;
  const why = made.refusals.find((refusal) => refusal.line === line)?.reason ?? reason;
  return made.item === "code" ? `${file}: ${why}` : `${file}: ${text(`audit.item.${made.item}`, { number: line - 1 })}: ${why}`;
}
