/** A journal's entry is acknowledged when both its bytes and the name of its file are on disk. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type JournalEntry, readSegment, TelemetryJournal } from './public/telemetry-journal.ts'

const synced = vi.hoisted(() => {
  // Files share their modules: what this one tests is imported again with its `fs`, and again without it after.
  vi.resetModules()
  return { folders: 0, delayMs: 0 }
})
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const fsync = (descriptor: number, done: (error: Error | null) => void) => {
    if (!fs.fstatSync(descriptor).isDirectory()) return fs.fsync(descriptor, done)
    setTimeout(() => {
      synced.folders += 1
      fs.fsync(descriptor, done)
    }, synced.delayMs)
  }
  return { ...fs, fsync }
})

const entry = (text: string): JournalEntry => ({
  ...{ organizationId: 'own', signal: 'traces', encoding: 'json', packing: '' },
  body: Buffer.from(text),
})

afterAll(() => void vi.resetModules())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-journal-'))
  synced.folders = 0
  synced.delayMs = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('acknowledges the first entry of a segment after its file name is on disk', async () => {
  synced.delayMs = 200
  const journal = await TelemetryJournal.open(folder)
  await journal.append(entry('a'))
  expect(synced.folders).toBe(1)
})

it('reads back what was acknowledged, in order, from every segment', async () => {
  const journal = await TelemetryJournal.open(folder)
  await Promise.all(['a', 'b', 'c'].map((text) => journal.append(entry(text))))
  const first = journal.rotate()
  await journal.append(entry('d'))
  journal.rotate()
  const { closed } = await TelemetryJournal.open(folder)
  expect(closed).toHaveLength(2)
  const texts = (await Promise.all(closed.map(readSegment))).flat().map(({ body }) => body.toString())
  expect(texts).toEqual(['a', 'b', 'c', 'd'])
  if (first) journal.remove(first)
  expect((await TelemetryJournal.open(folder)).closed).toHaveLength(1)
})
