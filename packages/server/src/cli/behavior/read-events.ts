/** Streams activity files, plain or gzipped, into the collector. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ActivityContext, defaultContext } from '@kept/connectors/activity/activity-source.ts'
import { type RejectedRows, readActivity } from '@kept/connectors/activity/read-activity.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { codeOf, messageOf } from '@kept/foundation/thrown.ts'
import { chunksOf } from '@kept/store/reading/chunks.ts'
import { unpacked } from '@kept/store/reading/raw-file.ts'
import { isPacked } from '../../behavior/is-packed.ts'

export interface EventsRead {
  sources: string[]
  events: number
  rejectedRows: { file: string; location: string; reason: string; content: string }[]
  rejectedCount: number
  /** Number of records that are not usage, by reason. */
  ignored: Map<string, number>
}

const maxRejectedRows = 100

export async function readEvents(
  files: string[],
  targets: ReadonlyMap<string, string>,
  add: (event: UsageEvent) => void,
  signal: AbortSignal,
): Promise<EventsRead> {
  const read: EventsRead = { sources: [], events: 0, rejectedRows: [], rejectedCount: 0, ignored: new Map() }
  const sources = new Set<string>()
  const context: ActivityContext = {
    ...defaultContext,
    environmentOf: (hint) =>
      targets.get(defaultContext.environmentOf(hint)) ??
      targets.get(hint.project) ??
      defaultContext.environmentOf(hint),
  }
  for (const file of files) {
    const rejectedRows = (row: RejectedRows) => {
      read.rejectedCount += 1
      if (read.rejectedRows.length < maxRejectedRows) read.rejectedRows.push({ file, ...row })
    }
    const reader = readActivity(
      file,
      {
        event(event) {
          read.events += 1
          add(event)
        },
        rejectedRows,
        ignored: (reason) => void read.ignored.set(reason, (read.ignored.get(reason) ?? 0) + 1),
      },
      context,
    )
    for await (const text of textOf(file, signal)) reader.push(text)
    for (const label of reader.end()) sources.add(label)
  }
  read.sources = [...sources]
  if (read.events === 0 && read.rejectedCount > 0) {
    const [first] = read.rejectedRows
    throw badInput(`No event could be read. First: ${first?.file}, ${first?.location}: ${first?.reason}`)
  }
  return read
}

async function* textOf(file: string, signal: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(file, { highWaterMark: 1024 * 1024, signal })
  const decoder = new TextDecoder('utf-8')
  const packed = await isPacked(file)
  try {
    for await (const chunk of chunksOf(unpacked(bytes, packed ? 'gzip' : 'none'))) {
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (cause) {
    if (cause instanceof KeptError) throw badInput(`${file}: ${cause.message}`)
    if (packed && codeOf(cause)?.startsWith('Z_'))
      throw badInput(`${file} is not a complete gzip file: ${messageOf(cause)}.`)
    throw cause
  }
}

/** Lists the files before the bill is read, so that a mistyped name fails early. */
export async function listFiles(paths: string[]): Promise<string[]> {
  return (await Promise.all(paths.map(filesOf))).flat()
}

/** A file, or all files of a folder in the order of their names. */
async function filesOf(path: string): Promise<string[]> {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw badInput(cause.code === 'ENOENT' ? `File not found: ${path}` : `Cannot read ${path}: ${cause.message}.`)
  })
  if (!stats.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
  if (names.length === 0) throw badInput(`The folder ${path} is empty.`)
  return names.map((name) => join(path, name))
}
