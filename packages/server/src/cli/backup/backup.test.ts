import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupManifest } from '@kept/domain/backup.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBackup } from '../../backups/create-backup.ts'
import { listBackups, readManifest } from '../../backups/manifests.ts'
import { restoreBackup } from '../../backups/restore-backup.ts'
import { embeddedTarget } from '../../backups/restore-targets.ts'
import { smallBill } from '../../imports/testing/small-bill.ts'
import { holdDataFolder } from '../../platform/data-folder.ts'
import { beginRestore } from '../../platform/unfinished-restore.ts'
import { plantStatement } from '../../testing/plant-savings.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { costCommand } from '../cost/command.ts'
import { importCommand } from '../import/command.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { backupCommand } from './command.ts'
import { restoreCommand } from './restore-command.ts'

const passphrase = 'a passphrase for the test'
let kept: TestKept
let folder: string
let backups: string
let data: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-backup-test-'))
  backups = join(folder, 'backups')
  kept = await openKept({ KEPT_BACKUP_FOLDER: backups, KEPT_BACKUP_PASSPHRASE: passphrase })
  data = kept.server.services.folder.path
  await importBill('september.csv', smallBill([{ billed: '1.25' }, { billed: '2' }]))
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  forget()
  delete process.env.KEPT_BACKUP_PASSPHRASE
  process.exitCode = undefined
})

const { terminal, captured, forget } = captureTerminal(120)

async function importBill(name: string, text: string): Promise<void> {
  const path = join(folder, name)
  writeFileSync(path, text)
  await importCommand(terminal).exitOverride().parseAsync([path, '--org', 'own', '-d', data], { from: 'user' })
}

async function backup(...args: string[]): Promise<void> {
  await backupCommand(terminal).exitOverride().parseAsync(args, { from: 'user' })
}

async function restore(...args: string[]): Promise<void> {
  await restoreCommand(terminal).exitOverride().parseAsync(args, { from: 'user' })
}

const newest = async () => {
  const name = (await listBackups(backups)).at(-1)
  if (name === undefined) throw new Error('there is no backup')
  return readManifest(backups, name)
}

it('backs up a running Kept, and a second backup adds only what changed', async () => {
  await plantStatement(kept.world.database, kept.world.scope)
  await backup('-d', data)
  expect(captured.out).toMatch(/^\d{4}-\d{2}-\d{2}T[\d-]{8}Z {2}[\d.]+ [kM]?B, .* added to /)
  expect(captured.out).toContain('The keys are in it, encrypted.')
  const first = await newest()
  expect(first.proof).toMatchObject({
    loads: 1,
    billed: [{ organization_id: kept.world.scope.organizationId, currency: 'USD', amount: '3.25', lines: 2 }],
    audit_heads: [{ organization_id: kept.world.scope.organizationId, seq: expect.any(Number) }],
  })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await backup('-d', data, '--json')
  const second = await newest()
  expect(second.id > first.id).toBe(true)
  expect(second.added_bytes).toBeLessThan(first.added_bytes / 2)
  expect(second.warehouse.tables.find(({ name }) => name === 'cost_line')).toEqual(
    first.warehouse.tables.find(({ name }) => name === 'cost_line'),
  )
})

it('restores everything into a new data folder that answers the same', async () => {
  process.env.KEPT_BACKUP_PASSPHRASE = passphrase
  const { id } = await newest()
  const into = join(folder, 'restored')
  await restore(id, '--folder', backups, '--into', into)
  expect(captured.out).toContain(`Restored ${id} into ${into}`)
  expect(captured.out).not.toContain('DIFFERS')
  expect(readFileSync(join(into, 'secret.key'), 'utf8')).toBe(readFileSync(join(data, 'secret.key'), 'utf8'))
  forget()
  await costCommand(terminal).exitOverride().parseAsync(['--org', 'own', '-d', into, '--json'], { from: 'user' })
  expect(captured.out).toContain('3.25')
})

it('restores a backup whose spans have expired since', async () => {
  const { state } = kept.server.services
  // As if this were a week ago: they expire in the warehouse that they are restored into.
  await state.warehouse.administer('ALTER TABLE telemetry_item REMOVE TTL')
  await state.warehouse.execute(
    kept.world.scope,
    `INSERT INTO telemetry_item (organization_id, signal, at, written_at)
     SELECT {organization_id:UUID}, 'span', now(), now() - INTERVAL 9 DAY FROM numbers(3)`,
  )
  const expiring = join(folder, 'expiring')
  const manifest = await createBackup(state, {
    ...{ folder: expiring, sharedFolder: data, passphrase, kept: 3, keptVersion: '0', now: () => new Date() },
  })
  await state.warehouse.administer('ALTER TABLE telemetry_item MODIFY TTL written_at + INTERVAL 8 DAY')
  expect(manifest.warehouse.tables.find(({ name }) => name === 'telemetry_item')?.parts).toMatchObject([{ rows: 3 }])
  const { differences } = await restoreBackup({
    ...{ folder: expiring, manifest, into: join(folder, 'restored-expired'), passphrase },
    openTarget: embeddedTarget(1024 ** 3),
  })
  expect(differences).toEqual([])
})

it('refuses a folder whose restore was killed, and one that is being restored', async () => {
  const into = join(folder, 'interrupted')
  const manifest = await newest()
  let refusal: unknown
  await restoreBackup({
    ...{ folder: backups, manifest, into, passphrase, openTarget: embeddedTarget(1024 ** 3) },
    onProgress() {
      try {
        holdDataFolder(into)
      } catch (error) {
        refusal = error
      }
    },
  })
  expect(refusal).toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining('was interrupted or is still running'),
  })
  holdDataFolder(into).release()
  beginRestore(into)
  expect(() => holdDataFolder(into)).toThrow('delete the folder and restore again.')
  await expect(
    restoreBackup({ ...{ folder: backups, manifest, into, passphrase, openTarget: embeddedTarget(1024 ** 3) } }),
  ).rejects.toThrow('delete the folder and restore again.')
})

it('verifies a backup by restoring it beside', async () => {
  await backup('verify', '--folder', backups, '--json')
  expect(JSON.parse(captured.out)).toMatchObject({ ok: true, differences: [] })
  expect(process.exitCode).toBeUndefined()
})

it('is of one moment, whatever is imported meanwhile', async () => {
  const { state } = kept.server.services
  let hasImported = false
  const other = join(folder, 'other-backups')
  const imported: Promise<void>[] = []
  const checkpoints = 'audit-checkpoints/an-organization.jsonl'
  mkdirSync(join(data, 'audit-checkpoints'), { recursive: true })
  writeFileSync(join(data, checkpoints), 'written before\n')
  const manifest = await createBackup(state, {
    ...{ folder: other, sharedFolder: data, passphrase, kept: 3, keptVersion: '0', now: () => new Date() },
    onProgress() {
      if (hasImported) return
      hasImported = true
      // Of an entry that the snapshot does not have.
      writeFileSync(join(data, checkpoints), 'written before\nwritten meanwhile\n')
      imported.push(importBill('replaced.csv', smallBill([{ billed: '100' }, { billed: '2' }, { billed: '7' }])))
    },
  })
  await Promise.all(imported)
  expect(manifest.proof.billed).toMatchObject([{ amount: '3.25', lines: 2 }])
  const into = join(folder, 'restored-moment')
  const { differences } = await restoreBackup({
    ...{ folder: other, manifest, into, passphrase, openTarget: embeddedTarget(1024 ** 3) },
  })
  expect(differences).toEqual([])
  expect(readFileSync(join(into, checkpoints), 'utf8')).toBe('written before\n')
})

it('refuses what it cannot restore in one sentence, and leaves nothing behind', async () => {
  const manifest = await newest()
  const request = { folder: backups, manifest, passphrase, openTarget: embeddedTarget(1024 ** 3) }
  const into = join(folder, 'refused')
  await expect(restoreBackup({ ...request, into: data })).rejects.toThrow(`${data} is not empty.`)
  await expect(restoreBackup({ ...request, into, passphrase: 'another passphrase' })).rejects.toThrow(
    'KEPT_BACKUP_PASSPHRASE does not open secret.key of this backup.',
  )
  const newer: BackupManifest = {
    ...manifest,
    database: { ...manifest.database, migrations: [...manifest.database.migrations, '9999-later'] },
  }
  await expect(restoreBackup({ ...request, manifest: newer, into })).rejects.toThrow(
    'The backup was made by a newer Kept',
  )
  expect(readdirSync(into)).toEqual([])
  await expect(backup('verify', 'nothing', '--folder', backups)).rejects.toThrow(
    `${backups} has no backup named "nothing".`,
  )
})

it('names a damaged object', async () => {
  const manifest = await newest()
  const table = manifest.database.tables.find(({ name }) => name === 'organization')
  const object = table?.object ?? ''
  const path = join(backups, 'objects', object.slice(0, 2), `${object}.zst`)
  const content = readFileSync(path)
  writeFileSync(path, content.subarray(0, content.length - 3))
  await expect(backup('verify', '--folder', backups)).rejects.toThrow(
    `The object ${object.slice(0, 12)} of the backup is damaged. Use another backup.`,
  )
  rmSync(path)
  await expect(backup('verify', '--folder', backups)).rejects.toThrow('is missing. Use another backup.')
  writeFileSync(path, content)
})

it('keeps the newest backups, and the objects they need', async () => {
  const { state } = kept.server.services
  const few = join(folder, 'few')
  const start = Date.parse('2026-01-01T00:00:00Z')
  for (const hour of [0, 1, 2]) {
    await createBackup(state, {
      ...{ folder: few, sharedFolder: data, passphrase: undefined, kept: 2, keptVersion: '0' },
      now: () => new Date(start + hour * 3_600_000),
    })
  }
  expect(await listBackups(few)).toEqual(['2026-01-01T01-00-00Z', '2026-01-01T02-00-00Z'])
  const manifest = await readManifest(few, '2026-01-01T01-00-00Z')
  expect(manifest.files.some(({ sealed }) => sealed)).toBe(false)
  const { differences, leftOut } = await restoreBackup({
    ...{ folder: few, manifest, into: join(folder, 'restored-few'), passphrase: undefined },
    openTarget: embeddedTarget(1024 ** 3),
  })
  expect({ differences, leftOut }).toEqual({ differences: [], leftOut: [] })
})
