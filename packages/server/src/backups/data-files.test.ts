/** Keys leave the data folder encrypted with the passphrase, or not at all. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Objects } from '@kept/store/backup/objects.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpFiles, restoreFiles } from './data-files.ts'

let folder: string
let target: string
const stored = new Map<string, Buffer>()
const objects = {
  async write(content: AsyncIterable<Uint8Array>) {
    const bytes = await buffer(Readable.from(content))
    const object = createHash('sha256').update(bytes).digest('hex')
    stored.set(object, bytes)
    return { object, bytes: bytes.length, added: bytes.length }
  },
  read: (object: string) => Readable.from([stored.get(object) ?? Buffer.alloc(0)]),
} as unknown as Objects

const keys = ['secret.key', 'keys/federation-000002.rsa.sealed', 'keys/statements.ed25519.sealed']

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-files-'))
  target = mkdtempSync(join(tmpdir(), 'kept-files-'))
  mkdirSync(join(folder, 'keys'))
  for (const path of keys) writeFileSync(join(folder, path), `content of ${path}`)
  // Half-written by a process that was killed.
  writeFileSync(join(folder, 'keys', 'federation-000003.rsa.sealed.5f1c.new'), 'half')
})
afterAll(() => {
  for (const path of [folder, target]) rmSync(path, { recursive: true })
})

it('backs up and restores every key of the folder with a passphrase', async () => {
  const { files } = await dumpFiles(folder, objects, 'correct horse')
  expect(files.map(({ path, sealed }) => [path, sealed])).toEqual(keys.map((path) => [path, true]))
  for (const bytes of stored.values()) expect(bytes.toString('latin1')).not.toContain('content of')
  expect(await restoreFiles(target, files, objects, 'correct horse')).toEqual({ leftOut: [] })
  for (const path of keys) expect(readFileSync(join(target, path), 'utf8')).toBe(`content of ${path}`)
})

it('leaves keys out without a passphrase', async () => {
  expect((await dumpFiles(folder, objects, undefined)).files).toEqual([])
})
