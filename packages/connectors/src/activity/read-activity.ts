/**
 * Text of any of the known kinds into usage events: lines of JSON and tables stream, a JSON document is read whole.
 * What cannot be read is set aside with its place and the reason; what is no sign of use is counted by reason.
 */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { type UsageEvent, usageEventSchema } from '@kept/domain/usage-event.ts'
import { type ActivityContext, type ActivitySource, defaultContext, type SourceRecord } from './activity-source.ts'
import { activitySources } from './all-sources.ts'
import { type CsvRows, csvRows } from './csv-rows.ts'
import { placesIn, type QuickUsageEvents, quickFields, quickUsageEvents } from './quick-usage-event.ts'
import { isRecord } from './reading.ts'

export interface SetAside {
  /** "line 12", "row 12" of a table (its heads are row 1), or "record 3" of a document. */
  place: string
  reason: string
  /** The record, at most 500 characters of it. */
  content: string
}

export interface ActivitySink {
  event(event: UsageEvent): void
  setAside(row: SetAside): void
  ignored(reason: string): void
}

export interface ActivityReader {
  push(text: string): void
  /** Says which sources were met. Throws when the text as a whole was nothing Kept knows. */
  end(): string[]
}

/** Members under which documents keep their list of records. */
const lists = ['Records', 'items', 'audit_logs', 'connection_logs', 'entries', 'events', 'usageEntries', 'data']
const longestDocument = 256 * 1024 * 1024

export function readActivity(
  name: string,
  sink: ActivitySink,
  context: ActivityContext = defaultContext,
): ActivityReader {
  const met = new Set<string>()
  let start = ''
  let reader: { push(text: string): void; end(): void } | undefined
  const quick: Quick = { events: quickUsageEvents(), met, event: (event) => sink.event(event) }
  const one = recordReader(sink, context, met, quick)
  return {
    push(text) {
      if (reader) return reader.push(text)
      start += text
      // A whole first line tells lines of JSON from a document, and the columns of a table.
      const isLong = start.length > longestDocument
      if (!isLong && !text.includes('\n')) return
      const begun = start.replace(/^\uFEFF/, '').trimStart()
      if (!isLong && !begun.includes('\n')) return
      start = ''
      reader = open(begun)
      reader.push(begun)
    },
    end() {
      const begun = start.replace(/^\uFEFF/, '').trim()
      if (!reader && begun === '') throw badInput(`${name} is empty.`)
      if (!reader) {
        reader = open(begun)
        reader.push(begun)
      }
      reader.end()
      return [...met]
    },
  }

  function open(begun: string) {
    if (begun.startsWith('[')) return document(name, one)
    if (!begun.startsWith('{')) return table(name, one, quick)
    const line = begun.split('\n', 1)[0] ?? ''
    return isJson(line) && begun.trim() !== line.trim() ? jsonLines(one, sink, quick) : document(name, one)
  }
}

type ReadRecord = (record: unknown, place: string) => void

interface Quick {
  events: QuickUsageEvents
  met: Set<string>
  event(event: UsageEvent): void
}

function recordReader(sink: ActivitySink, context: ActivityContext, met: Set<string>, quick: Quick): ReadRecord {
  let last: ActivitySource | undefined
  return (record, place) => {
    try {
      if (!isRecord(record)) throw badInput('It is no record.')
      // Files are of one kind, so the source of the record before is asked first, unless another comes before it.
      const source = last?.recognises(record) && last === activitySources[0] ? last : sourceOf(record)
      if (!source) throw badInput('It is of no kind Kept knows.')
      last = source
      met.add(source.label)
      const adapted = source.read(record, context)
      if ('ignored' in adapted) return sink.ignored(adapted.ignored)
      for (const said of adapted.events) {
        const event = readBy(usageEventSchema, said, 'The event')
        quick.events.learn(event)
        sink.event(event)
      }
    } catch (cause) {
      if (!(cause instanceof KeptError)) throw cause
      sink.setAside({ place, reason: cause.message, content: JSON.stringify(record).slice(0, 500) })
    }
  }
}

function sourceOf(record: SourceRecord): ActivitySource | undefined {
  return activitySources.find((source) => source.recognises(record))
}

function jsonLines(read: ReadRecord, sink: ActivitySink, quick: Quick) {
  let [rest, number] = ['', 0]
  const line = (text: string) => {
    number += 1
    if (text.trim() === '') return
    const record = parsed(text)
    if (record === undefined)
      sink.setAside({ place: `line ${number}`, reason: 'It is not JSON.', content: text.slice(0, 500) })
    else {
      const event = quickly(record, quick)
      if (event) quick.event(event)
      else for (const inside of listOf(record)) read(inside, `line ${number}`)
    }
  }
  return {
    push(text: string) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const each of lines) line(each)
    },
    end() {
      line(rest)
    },
  }
}

const valuesInOrder = Int8Array.from(quickFields, (_, index) => index)

/** A record with a list inside is no event, and one of another kind has no activity_type. */
function quickly(record: unknown, { events }: Quick): UsageEvent | undefined {
  if (!isRecord(record) || typeof record.activity_type !== 'string') return undefined
  const usage = record.resource_usage
  if (usage !== undefined && usage !== null && !isRecord(usage)) return undefined
  const measures = usage ?? record
  const values = [
    ...[record.event_id, record.user_id, record.user_name, record.user_email, record.environment_id],
    ...[record.environment_name, record.project, record.team, record.activity_type, record.timestamp, record.duration],
    ...[measures.cpu, measures.memory, measures.network, record.location, record.timezone],
  ]
  return events.read(values, valuesInOrder)
}

function document(name: string, read: ReadRecord) {
  const pieces: string[] = []
  let length = 0
  return {
    push(text: string) {
      length += text.length
      if (length > longestDocument) {
        throw badInput(`${name} is one JSON document of more than 256 MB; write one record on each line instead.`)
      }
      pieces.push(text)
    },
    end() {
      const whole = parsed(pieces.join(''))
      if (whole === undefined) throw badInput(`${name} is not JSON: it is cut off or broken.`)
      for (const [index, record] of listOf(whole).entries()) read(record, `record ${index + 1}`)
    },
  }
}

function listOf(whole: unknown): unknown[] {
  if (Array.isArray(whole)) return whole
  if (!isRecord(whole)) return [whole]
  const list = lists.map((member) => whole[member]).find(Array.isArray)
  // A webhook's body may have such a member of its own: a record that is known is one.
  if (sourceOf(whole)) return [whole]
  // An event collector's envelope.
  return list ?? [isRecord(whole.event) ? whole.event : whole]
}

function table(name: string, read: ReadRecord, quick: Quick) {
  let rows: CsvRows | undefined
  let head: string[] | undefined
  let places: Int8Array = new Int8Array()
  let number = 0
  const take = (found: string[][]) => {
    for (const row of found) {
      number += 1
      if (!head) {
        head = headOf(name, row)
        if (head.includes('environment_id') && head.includes('activity_type')) places = placesIn(head)
        continue
      }
      const event = row.length === head.length && places.length > 0 ? quick.events.read(row, places) : undefined
      if (event) quick.event(event)
      else read(recordOf(head, row), `row ${number}`)
    }
  }
  return {
    push(text: string) {
      rows ??= csvRows(separatorOf(text))
      take(rows.push(text))
    },
    end() {
      if (rows) take(rows.end())
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
      `${name} has no columns that Kept knows (${row.slice(0, 6).join(', ').slice(0, 120)}); it needs environment_id, activity_type and timestamp, or an environment, a start and an end.`,
    )
  }
  return head
}

function recordOf(head: string[], row: string[]): unknown {
  if (row.length !== head.length) return row.join(',')
  const record: SourceRecord = {}
  for (let at = 0; at < head.length; at += 1) record[head[at] ?? ''] = row[at]
  return record
}

function separatorOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ','
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
