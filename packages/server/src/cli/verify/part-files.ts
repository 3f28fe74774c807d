/** Parts of something large, put by on disk when they outgrow a little memory, and gone afterwards. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is kept in memory; a small bill never touches the disk. */
const mostInMemory = 32 * 1024 * 1024

export interface PartFiles {
  append(part: number, bytes: Uint8Array): void
  /** All of a part, once. */
  take(part: number): Uint8Array
  remove(): void
}

export function openPartFiles(parts: number): PartFiles {
  let folder: string | undefined
  const waiting: Uint8Array[][] = Array.from({ length: parts }, () => [])
  const files = new Map<number, number>()
  let held = 0

  function fileOf(part: number): number {
    folder ??= mkdtempSync(join(tmpdir(), 'kept-verify-'))
    const known = files.get(part)
    if (known !== undefined) return known
    const opened = openSync(join(folder, String(part)), 'wx', 0o600)
    files.set(part, opened)
    return opened
  }

  function toDisk(): void {
    for (const [part, pieces] of waiting.entries()) {
      for (const piece of pieces) writeWhole(fileOf(part), piece)
      pieces.length = 0
    }
    held = 0
  }

  return {
    append(part, bytes) {
      waiting[part]?.push(bytes.slice())
      held += bytes.length
      if (held > mostInMemory) toDisk()
    },
    take(part) {
      const onDisk = folder !== undefined && files.has(part) ? [readFileSync(join(folder, String(part)))] : []
      const pieces = [...onDisk, ...(waiting[part] ?? [])]
      waiting[part] = []
      return Buffer.concat(pieces)
    },
    remove() {
      for (const file of files.values()) closeSync(file)
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A full disk may take less than it is given. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
