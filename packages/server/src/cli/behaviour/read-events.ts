/** Files of activity, however large, into the collector: plain or gzipped, one after the other. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { type ActivityContext, defaultContext } from '@kept/connectors/activity/activity-source.ts'
import { readActivity, type SetAside } from '@kept/connectors/activity/read-activity.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { isPacked } from '../../behaviour/is-packed.ts'

export interface EventsRead {
  sources: string[]
  events: number
  setAside: { file: string; place: string; reason: string; content: string }[]
  setAsideCount: number
  /** Records that are no sign of use, by why. */
  ignored: Map<string, number>
}

const mostSetAside = 100

export async function readEvents(
  files: string[],
  targets: ReadonlyMap<string, string>,
  add: (event: UsageEvent) => void,
  signal: AbortSignal,
): Promise<EventsRead> {
  const read: EventsRead = { sources: [], events: 0, setAside: [], setAsideCount: 0, ignored: new Map() }
  const sources = new Set<string>()
  const context: ActivityContext = {
    ...defaultContext,
    environmentOf: (hint) =>
      targets.get(defaultContext.environmentOf(hint)) ??
      targets.get(hint.project) ??
      defaultContext.environmentOf(hint),
  }
  for (const file of files) {
    const setAside = (row: SetAside) => {
      read.setAsideCount += 1
      if (read.setAside.length < mostSetAside) read.setAside.push({ file, ...row })
    }
    const reader = readActivity(
      file,
      {
        event(event) {
          read.events += 1
          add(event)
        },
        setAside,
        ignored: (reason) => void read.ignored.set(reason, (read.ignored.get(reason) ?? 0) + 1),
      },
      context,
    )
    for await (const text of textOf(file, signal)) reader.push(text)
    for (const label of reader.end()) sources.add(label)
  }
  read.sources = [...sources]
  if (read.events === 0 && read.setAsideCount > 0) {
    const [first] = read.setAside
    throw badInput(`Not one event could be read; ${first?.file}, ${first?.place}: ${first?.reason}`)
  }
  return read
}

async function* textOf(file: string, signal: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(file, { highWaterMark: 1024 * 1024, signal })
  const decoder = new TextDecoder('utf-8')
  const packed = await isPacked(file)
  try {
    for await (const piece of packed ? bytes.pipe(createGunzip()) : bytes) {
      yield decoder.decode(piece as Buffer, { stream: true })
    }
    yield decoder.decode()
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (packed && code?.startsWith('Z_')) throw badInput(`${file} is not a whole gzip file: ${message}.`)
    throw cause
  }
}

/** Asked before anything is read: a mistyped name should not cost the reading of a bill. */
export async function listFiles(paths: string[]): Promise<string[]> {
  return (await Promise.all(paths.map(filesOf))).flat()
}

/** A file, or all files of a folder in the order of their names. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw badInput(cause.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${cause.message}.`)
  })
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
  if (names.length === 0) throw badInput(`The folder ${path} is empty.`)
  return names.map((name) => join(path, name))
}
