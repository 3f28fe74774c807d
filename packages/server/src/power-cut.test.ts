/**
 * What was acknowledged survives a power failure. Kept and both its engines run on a disk whose write cache is volatile
 * (testing/power-cut); when it loses its power, all that was not flushed is gone, at whatever moment that is.
 *
 * `KEPT_POWER_CUTS` is how often the power fails in the middle of telemetry and imports: 1 with the other tests, more by
 * hand.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { BackupManifest } from '@kept/domain/backup.ts'
import { openObjects } from '@kept/store/backup/objects.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listBackups, writeManifest } from './backups/manifests.ts'
import { finished } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { createOnce } from './platform/create-once.ts'
import { traces } from './testing/acknowledged/otlp-bodies.ts'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { accepted, type StoredWrite, storedWrites } from './testing/acknowledged/stored-writes.ts'
import { createForgetfulDisk, type ForgetfulDisk, whyUnavailable } from './testing/power-cut/forgetful-disk.ts'

const cuts = Number(process.env.KEPT_POWER_CUTS ?? 1)
const unavailable = whyUnavailable()
if (unavailable)
  process.stderr.write(`NOT TESTED: what survives a power failure. The test of it cannot run here: ${unavailable}.\n`)

describe.skipIf(unavailable)('a power failure', { timeout: 300_000 + cuts * 120_000 }, () => {
  let disk: ForgetfulDisk
  let kept: SpawnedKept
  beforeAll(async () => {
    disk = createForgetfulDisk(mkdtempSync(join(tmpdir(), 'kept-power-')))
    kept = await spawnKept(disk.folder)
  })
  afterAll(async () => {
    await killKept(kept, await kept.enginePids().catch(() => []))
    await disk.destroy()
  })

  async function cutPower(): Promise<void> {
    const engines = await kept.enginePids()
    await disk.cutPower()
    await killKept(kept, engines)
    disk.powerOn()
    kept = await spawnKept(disk.folder)
  }

  it('keeps every acknowledged write, once', async () => {
    // Erased last: its events are looked for before.
    const [erasure, others] = [storedWrites.filter(isErasure), storedWrites.filter((write) => !isErasure(write))]
    for (const group of [others, erasure]) {
      const sentIds = new Map<StoredWrite, string>()
      for (const write of group) sentIds.set(write, await write.send(kept))
      await cutPower()
      for (const [write, id] of sentIds)
        expect([write.name, await write.find(kept, id)]).toEqual([write.name, write.expected])
    }
  })

  it.each(Array.from({ length: cuts }, (_, index) => index + 1))(
    'keeps what was acknowledged until the power failed in the middle (cut %i)',
    async (cut) => {
      const before = (await accepted(kept, 'traces')) ?? 0
      const account = `${cut}`.padStart(12, '9')
      const imported = await startImport(kept, account)
      const count = { sent: 0, acknowledged: 0 }
      const senders = Array.from({ length: 4 }, () => sendUntilBroken(kept, count))
      await vi.waitFor(() => expect(count.acknowledged).toBeGreaterThan(0), { timeout: 60_000, interval: 20 })
      await wait((cut * 379) % 2_500)
      await cutPower()
      await Promise.all(senders)
      const { sent, acknowledged } = count
      // The journal is read again after the start, and what came before this cut is counted already.
      const after = await vi.waitFor(
        async () => {
          const stored = ((await accepted(kept, 'traces')) ?? 0) - before
          expect(stored).toBeGreaterThanOrEqual(acknowledged)
          return stored
        },
        { timeout: 180_000, interval: 500 },
      )
      expect(after).toBeLessThanOrEqual(sent)
      expect(await finished(kept.client, imported)).toMatchObject({ status: 'done', reconciliation: { ok: true } })
      const { data } = await kept.client.costs.query({ measures: ['billed'], group_by: ['billing_account'] })
      expect(data.rows.find(({ keys }) => keys.billing_account === account)?.values.billed).toBe(billedOf(rowsOfImport))
    },
  )
})

describe.skipIf(unavailable)('the disk of these tests', () => {
  it('forgets what was not flushed, and nothing else', async () => {
    const disk = createForgetfulDisk(mkdtempSync(join(tmpdir(), 'kept-disk-')), { bytes: 256 * 1024 ** 2 })
    try {
      const [flushed, unflushed] = [join(disk.folder, 'flushed'), join(disk.folder, 'unflushed')]
      const file = await open(flushed, 'w')
      await file.writeFile('flushed')
      await file.sync()
      await file.write(' and more', 7)
      await file.close()
      writeFileSync(unflushed, 'lost')
      await disk.cutPower()
      disk.powerOn()
      expect(readFileSync(flushed, 'utf8')).toBe('flushed')
      expect(() => readFileSync(unflushed)).toThrow('ENOENT')
    } finally {
      await disk.destroy()
    }
  })
})

describe.skipIf(unavailable)('a file that is named when it is complete', () => {
  it('has its name after a power failure: a key, and a backup', async () => {
    const disk = createForgetfulDisk(mkdtempSync(join(tmpdir(), 'kept-names-')), { bytes: 256 * 1024 ** 2 })
    try {
      const [key, backups] = [join(disk.folder, 'secret.key'), join(disk.folder, 'backups')]
      createOnce(key, () => 'a key')
      const { object } = await openObjects(backups).write(Readable.from([Buffer.from('rows')]))
      await writeManifest(backups, { id: '2026-01-01T00-00-00Z' } as BackupManifest)
      await disk.cutPower()
      disk.powerOn()
      expect(readFileSync(key, 'utf8')).toBe('a key')
      expect(await listBackups(backups)).toEqual(['2026-01-01T00-00-00Z'])
      expect((await buffer(openObjects(backups).read(object))).toString()).toBe('rows')
    } finally {
      await disk.destroy()
    }
  })
})

function isErasure({ name }: StoredWrite): boolean {
  return name.startsWith('the erasure')
}

const spansAtOnce = 50

/** One request after the other, until the server is gone. */
async function sendUntilBroken(
  { url, headers }: SpawnedKept,
  count: { sent: number; acknowledged: number },
): Promise<void> {
  for (;;) {
    count.sent += spansAtOnce
    try {
      const response = await fetch(`${url}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: traces(spansAtOnce),
      })
      // Telemetry that cannot be written is refused, not acknowledged.
      if (response.ok) count.acknowledged += spansAtOnce
    } catch {
      return
    }
  }
}

const rowsOfImport = 28

/** Uploads a bill and returns the id of its acknowledged import. */
async function startImport({ url, headers, client }: SpawnedKept, account: string): Promise<string> {
  const lines = Array.from({ length: rowsOfImport }, (_, day) => ({
    ...{ billed: '2.25', day: day + 1, resource: `r-${day}`, account },
  }))
  const response = await fetch(`${url}/v1/uploads?name=bill.csv`, { method: 'POST', headers, body: smallBill(lines) })
  const { data } = (await response.json()) as { data: { id: string } }
  return (await client.imports.create({ uploads: [data.id] })).data.id
}

function billedOf(rows: number): string {
  return String(rows * 2.25)
}
