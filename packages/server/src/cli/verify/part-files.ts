/** Buffers parts of a large data set, on disk once they exceed the memory limit. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Memory limit; a small bill never touches the disk. */
const maxInMemory = 32 * 1024 * 1024

interface PartFiles {
  append(part: number, bytes: Uint8Array): void
  /** Returns all bytes of a part and forgets them. */
  takePart(part: number): Uint8Array
  remove(): void
}

export function openPartFiles(parts: number): PartFiles {
  let folder: string | undefined
  const waiting: Uint8Array[][] = Array.from({ length: parts }, () => [])
  const files = new Map<number, number>()
  let heldBytes = 0

  function fileOf(part: number): number {
    folder ??= mkdtempSync(join(tmpdir(), 'kept-verify-'))
    const openFile = files.get(part)
    if (openFile !== undefined) return openFile
    const opened = openSync(join(folder, String(part)), 'wx', 0o600)
    files.set(part, opened)
    return opened
  }

  function toDisk(): void {
    for (const [part, chunks] of waiting.entries()) {
      for (const chunk of chunks) writeFully(fileOf(part), chunk)
      chunks.length = 0
    }
    heldBytes = 0
  }

  return {
    append(part, bytes) {
      waiting[part]?.push(bytes.slice())
      heldBytes += bytes.length
      if (heldBytes > maxInMemory) toDisk()
    },
    takePart(part) {
      const onDisk = folder !== undefined && files.has(part) ? [readFileSync(join(folder, String(part)))] : []
      const chunks = [...onDisk, ...(waiting[part] ?? [])]
      waiting[part] = []
      return Buffer.concat(chunks)
    },
    remove() {
      for (const file of files.values()) closeSync(file)
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** writeSync may write less than requested. */
function writeFully(file: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset)
}
