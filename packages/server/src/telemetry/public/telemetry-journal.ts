/**
 * Stores deliveries of telemetry on disk before they are acknowledged. They are evaluated and counted in memory and
 * written to the warehouse every ten seconds; after a kill or a power failure they are read again from here.
 *
 * The journal consists of segment files. One is open for writing; the others wait until their entries are stored
 * elsewhere. An entry is a header and the received body:
 * `u32 header length, u32 body length, u32 CRC-32 of both, header as JSON, body`.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fsync, openSync, readdirSync, rmSync, statSync, writev } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { KeptError } from '@kept/domain/errors.ts'

export interface JournalEntry {
  organizationId: string
  signal: OtlpSignal
  encoding: 'protobuf' | 'json'
  /** The content encoding of the body: gzip, or empty. */
  packing: string
  body: Buffer
}

export interface JournalSegment {
  id: string
  path: string
  bytes: number
}

/** Some minutes of a busy collector. Beyond it senders are asked to retry; they have queues of their own. */
const maxBytes = 256 * 1024 ** 2
const retryAfterSeconds = 10
const prefixLength = 12
const extension = '.telemetry'

const writeVectors = promisify(writev)
const flushToDisk = promisify(fsync)

interface Waiting {
  entry: Buffer[]
  resolve: () => void
  reject: (error: unknown) => void
}

export class TelemetryJournal {
  readonly #folder: string
  /** Bytes of a previous process, and of this one since the last rotation. */
  readonly #closed = new Map<string, JournalSegment>()
  #open: (JournalSegment & { descriptor: number }) | undefined
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #failure: unknown

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<TelemetryJournal> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const journal = new TelemetryJournal(folder)
    for (const name of readdirSync(folder).toSorted()) {
      if (!name.endsWith(extension)) continue
      const path = join(folder, name)
      const id = name.slice(0, -extension.length).split('-').slice(1).join('-')
      journal.#closed.set(id, { id, path, bytes: statSync(path).size })
    }
    return journal
  }

  /** Closed segments, oldest first. */
  get closed(): JournalSegment[] {
    return [...this.#closed.values()]
  }

  /** Resolves when the entry is on disk. Entries that arrive during a write share the next fsync. */
  append(entry: JournalEntry): Promise<void> {
    const heldBytes = [...this.#closed.values()].reduce((sum, { bytes }) => sum + bytes, this.#open?.bytes ?? 0)
    if (heldBytes + entry.body.length > maxBytes) {
      throw new KeptError('too_many_requests', 'Too much telemetry is waiting to be stored. Send this again later.', {
        details: { retry_after: retryAfterSeconds },
      })
    }
    const onDisk = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ entry: encode(entry), resolve, reject })
    })
    this.#writing ??= this.#writeAll()
    return onDisk
  }

  /** Closes the current segment and returns it; undefined when nothing was written since the last call. */
  rotate(): JournalSegment | undefined {
    const open = this.#open
    if (!open) return undefined
    this.#open = undefined
    closeSync(open.descriptor)
    const { id, path, bytes } = open
    const segment = { id, path, bytes }
    this.#closed.set(id, segment)
    return segment
  }

  /** Removes a segment whose entries are stored elsewhere. */
  remove({ id, path }: JournalSegment): void {
    rmSync(path, { force: true })
    this.#closed.delete(id)
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(batch.flatMap(({ entry }) => entry))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#writing = undefined
  }

  async #write(buffers: Buffer[]): Promise<void> {
    // A partial write leaves an entry that cannot be read past: later entries go into a new segment.
    if (this.#failure !== undefined) {
      this.rotate()
      this.#failure = undefined
    }
    try {
      this.#open ??= await this.#begin()
      await writeAllOf(this.#open.descriptor, buffers)
      await flushToDisk(this.#open.descriptor)
      this.#open.bytes += buffers.reduce((sum, { length }) => sum + length, 0)
    } catch (error) {
      this.#failure = error
      throw new KeptError('unavailable', 'Telemetry could not be written to the data folder. Send this again later.', {
        cause: error,
      })
    }
  }

  async #begin(): Promise<JournalSegment & { descriptor: number }> {
    const id = randomUUID()
    const path = join(this.#folder, `${String(Date.now()).padStart(15, '0')}-${id}${extension}`)
    const descriptor = openSync(path, 'ax', 0o600)
    // The directory entry must be on disk too: after a power failure the bytes of a file without a name are lost.
    const folder = openSync(this.#folder, 'r')
    try {
      await flushToDisk(folder)
    } finally {
      closeSync(folder)
    }
    return { id, path, bytes: 0, descriptor }
  }
}

async function writeAllOf(descriptor: number, buffers: Buffer[]): Promise<void> {
  let remaining = buffers
  while (remaining.length > 0) {
    let { bytesWritten } = await writeVectors(descriptor, remaining.slice(0, 1_000))
    remaining = remaining.flatMap((buffer) => {
      const consumed = Math.min(bytesWritten, buffer.length)
      bytesWritten -= consumed
      return consumed === buffer.length ? [] : [buffer.subarray(consumed)]
    })
  }
}

function encode({ body, ...metadata }: JournalEntry): Buffer[] {
  const header = Buffer.from(JSON.stringify(metadata))
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt32LE(header.length, 0)
  prefix.writeUInt32LE(body.length, 4)
  prefix.writeUInt32LE(crc32(body, crc32(header)), 8)
  return [prefix, header, body]
}

/** The entries of a segment. Data after the last complete entry was never acknowledged. */
export async function readSegment({ path }: JournalSegment): Promise<JournalEntry[]> {
  const bytes = await readFile(path)
  const entries: JournalEntry[] = []
  for (let offset = 0; offset + prefixLength <= bytes.length; ) {
    const headerAt = offset + prefixLength
    const bodyAt = headerAt + bytes.readUInt32LE(offset)
    const end = bodyAt + bytes.readUInt32LE(offset + 4)
    if (end > bytes.length) break
    const [header, body] = [bytes.subarray(headerAt, bodyAt), bytes.subarray(bodyAt, end)]
    if (crc32(body, crc32(header)) !== bytes.readUInt32LE(offset + 8)) break
    entries.push({ ...(JSON.parse(header.toString()) as Omit<JournalEntry, 'body'>), body })
    offset = end
  }
  return entries
}
