/**
 * Reads text of any known source into usage events: JSON lines and tables are streamed, a JSON document is read as a
 * whole. Unreadable records are rejected with location and reason; records that show no usage are counted by reason.
 */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { type UsageEvent, usageEventSchema } from '@kept/domain/usage-event.ts'
import { CsvError, CsvReader, type CsvRow } from '@kept/foundation/csv/read.ts'
import { type ActivityContext, type ActivitySource, defaultContext, type SourceRecord } from './activity-source.ts'
import { activitySources } from './all-sources.ts'
import { automationMarker } from './is-program.ts'
import { placesIn, type QuickUsageEvents, quickFields, quickUsageEvents } from './quick-usage-event.ts'
import { isRecord, textAt } from './reading.ts'

export interface RejectedRows {
  /** "line 12", "row 12" of a table (its header is row 1), or "record 3" of a document. */
  location: string
  reason: string
  /** The record, at most 500 characters of it. */
  content: string
}

interface ActivitySink {
  event(event: UsageEvent): void
  rejectedRows(row: RejectedRows): void
  ignored(reason: string): void
}

interface ActivityReader {
  push(text: string): void
  /** Returns the sources that were found. Throws when the text is in no known format. */
  end(): string[]
}

/** Members under which documents have their list of records. */
const lists = ['Records', 'items', 'audit_logs', 'connection_logs', 'entries', 'events', 'usageEntries', 'data']
const longestDocument = 256 * 1024 * 1024

export function readActivity(
  name: string,
  sink: ActivitySink,
  context: ActivityContext = defaultContext,
): ActivityReader {
  const sourceLabels = new Set<string>()
  let start = ''
  let hasLineBreak = false
  let reader: { push(text: string): void; end(): void } | undefined
  const mark = automationMarker()
  const quick: Quick = { events: quickUsageEvents(mark), sourceLabels, event: (event) => sink.event(event) }
  const readRecord = recordReader(sink, context, quick, mark)
  return {
    push(text) {
      if (reader) return reader.push(text)
      // Blank lines before the first record are dropped as they come: trimming them again with each piece would be slow.
      const piece = start === '' ? text.replace(/^\uFEFF/, '').trimStart() : text
      start += piece
      hasLineBreak ||= piece.includes('\n')
      // What follows the first line distinguishes JSON lines from a document; the line alone has the columns of a table.
      const isLong = start.length > longestDocument
      if (!isLong && !(hasLineBreak && /\S/.test(piece) && /^[^\n]*\n\s*\S/.test(start))) return
      const opening = start
      start = ''
      reader = open(opening)
      reader.push(opening)
    },
    end() {
      const opening = start.trim()
      if (!reader && opening === '') throw badInput(`${name} is empty.`)
      if (!reader) {
        reader = open(opening)
        reader.push(opening)
      }
      reader.end()
      return [...sourceLabels]
    },
  }

  function open(opening: string) {
    if (opening.startsWith('[')) return document(name, readRecord)
    if (!opening.startsWith('{')) return table(name, readRecord, quick)
    const line = opening.split('\n', 1)[0] ?? ''
    return isJson(line) && opening.trim() !== line.trim()
      ? jsonLines(readRecord, sink, quick)
      : document(name, readRecord)
  }
}

type ReadRecord = (record: unknown, location: string) => void

interface Quick {
  events: QuickUsageEvents
  sourceLabels: Set<string>
  event(event: UsageEvent): void
}

function recordReader(
  sink: ActivitySink,
  context: ActivityContext,
  quick: Quick,
  mark: ReturnType<typeof automationMarker>,
): ReadRecord {
  let last: ActivitySource | undefined
  return (record, location) => {
    try {
      if (!isRecord(record)) throw badInput('It is not a record.')
      // Files are usually of one source, so the previous record's source is tried first, unless another has precedence.
      const source = last?.recognizes(record) && last === activitySources[0] ? last : sourceOf(record)
      if (!source) throw badInput('Kept does not recognize this record.')
      last = source
      quick.sourceLabels.add(source.label)
      const adapted = source.read(record, context)
      if ('ignored' in adapted) return sink.ignored(adapted.ignored)
      for (const eventInput of adapted.events) {
        const event = readBy(usageEventSchema, eventInput, 'The event')
        quick.events.learn(event)
        sink.event(mark(event, textAt(record, 'user_agent') || textAt(record, 'userAgent')))
      }
    } catch (cause) {
      if (!(cause instanceof KeptError)) throw cause
      sink.rejectedRows({ location, reason: cause.message, content: JSON.stringify(record).slice(0, 500) })
    }
  }
}

function sourceOf(record: SourceRecord): ActivitySource | undefined {
  return activitySources.find((source) => source.recognizes(record))
}

function jsonLines(read: ReadRecord, sink: ActivitySink, quick: Quick) {
  let [remainder, number] = ['', 0]
  const line = (text: string) => {
    number += 1
    if (text.trim() === '') return
    const record = parsed(text)
    if (record === undefined)
      sink.rejectedRows({ location: `line ${number}`, reason: 'It is not JSON.', content: text.slice(0, 500) })
    else {
      const event = quickly(record, quick)
      if (event) quick.event(event)
      else for (const inside of listOf(record)) read(inside, `line ${number}`)
    }
  }
  return {
    push(text: string) {
      const lines = (remainder + text).split('\n')
      remainder = lines.pop() ?? ''
      for (const lineText of lines) line(lineText)
    },
    end() {
      line(remainder)
    },
  }
}

const valuesInOrder = Int8Array.from(quickFields, (_, index) => index)

/** A record with a list inside is not an event, and one of another kind has no activity_type. */
function quickly(record: unknown, { events }: Quick): UsageEvent | undefined {
  if (!isRecord(record) || typeof record.activity_type !== 'string') return undefined
  const usage = record.resource_usage
  if (usage !== undefined && usage !== null && !isRecord(usage)) return undefined
  const measures = usage ?? record
  const values = [
    ...[record.event_id, record.user_id, record.user_name, record.user_email, record.environment_id],
    ...[record.environment_name, record.project, record.team, record.activity_type, record.timestamp, record.duration],
    ...[measures.cpu, measures.memory, measures.network, record.location, record.time_zone ?? record.timezone],
    record.user_agent,
  ]
  return events.read(values, valuesInOrder)
}

function document(name: string, read: ReadRecord) {
  const chunks: string[] = []
  let length = 0
  return {
    push(text: string) {
      length += text.length
      if (length > longestDocument) {
        throw badInput(`${name} is one JSON document of more than 256 MB. Write one record per line instead.`)
      }
      chunks.push(text)
    },
    end() {
      const content = parsed(chunks.join(''))
      if (content === undefined) throw badInput(`${name} is not valid JSON. It is truncated or damaged.`)
      for (const [index, record] of listOf(content).entries()) read(record, `record ${index + 1}`)
    },
  }
}

function listOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content
  if (!isRecord(content)) return [content]
  const list = lists.map((member) => content[member]).find(Array.isArray)
  // A webhook's body may have such a member of its own: a recognized record takes precedence.
  if (sourceOf(content)) return [content]
  // An event collector's envelope.
  return list ?? [isRecord(content.event) ? content.event : content]
}

function table(name: string, read: ReadRecord, quick: Quick) {
  const reader = new CsvReader({ maxRowLength: longestDocument })
  let head: string[] | undefined
  let positions: Int8Array = new Int8Array()
  let number = 0
  const readRows = (newRows: CsvRow[]) => {
    for (const { cells, problem, text = '' } of newRows) {
      number += 1
      // A quotation mark that is never closed swallows the rest of the file: one row, which is skipped.
      const row = problem === 'quote_not_closed' ? [text] : cells
      if (!head) {
        head = headOf(name, row)
        if (head.includes('environment_id') && head.includes('activity_type')) positions = placesIn(head)
        continue
      }
      const event = row.length === head.length && positions.length > 0 ? quick.events.read(row, positions) : undefined
      if (event) quick.event(event)
      else read(recordOf(head, row), `row ${number}`)
    }
  }
  return {
    push(text: string) {
      try {
        readRows(reader.push(text))
      } catch (error) {
        if (!(error instanceof CsvError)) throw error
        throw badInput(`${name}, line ${error.line} is longer than 256 MB. It does not look like CSV.`)
      }
    },
    end() {
      readRows(reader.end())
    },
  }
}

function headOf(name: string, row: string[]): string[] {
  const head = row.map((cell) =>
    cell
      .trim()
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  if (!sourceOf(Object.fromEntries(head.map((cell) => [cell, ''])))) {
    throw badInput(
      `${name} has no columns that Kept knows. First columns: ${row.slice(0, 6).join(', ').slice(0, 120)}. It needs environment_id, activity_type, and timestamp, or an environment, a start, and an end.`,
    )
  }
  return head
}

function recordOf(head: string[], row: string[]): unknown {
  if (row.length !== head.length) return row.join(',')
  const record: SourceRecord = {}
  for (let index = 0; index < head.length; index += 1) record[head[index] ?? ''] = row[index]
  return record
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isJson(text: string): boolean {
  return parsed(text) !== undefined
}
