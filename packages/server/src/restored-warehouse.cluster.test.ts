/**
 * The rows of a cluster go elsewhere and say the same there: a backup restored into another cluster, and the warehouse
 * moved to a single server and back to all shards.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { openLocation } from '@kept/store/backup/empty-databases.ts'
import { type PlainPostgres, postgresFolders, startPlainPostgres } from '@kept/store/testing/plain-postgres.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { listBackups } from './backups/manifests.ts'
import { runnerOf } from './backups/runner.ts'
import { backupCommand } from './cli/backup/command.ts'
import { restoreCommand } from './cli/backup/restore-command.ts'
import { captureTerminal } from './cli/testing/capture-terminal.ts'
import { warehouseCommand } from './cli/warehouse/command.ts'
import { deliver } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { visibleTotals } from './imports/testing/totals.ts'
import { organizationHeader, organizationOf } from './operator/public/operator.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { type RunningServer, serve } from './serve.ts'
import { remoteWriteBody } from './testing/remote-write.ts'

const suffix = crypto.randomUUID().slice(0, 8)
const names = {
  old: `kept_old_${suffix}`,
  restored: `kept_restored_${suffix}`,
  single: `kept_single_${suffix}`,
  moved: `kept_moved_${suffix}`,
}
const { terminal, captured, forget } = captureTerminal(120)
let postgres: PlainPostgres
let folder: string
let backups: string
let expected: Awaited<ReturnType<typeof visibleTotals>>
const environment = { ...process.env }

beforeAll(async () => {
  postgres = await startPlainPostgres(postgresFolders()[0]?.folder ?? '')
  for (const name of ['kept', 'restored']) await postgres.execute(`CREATE DATABASE ${name}`)
  folder = mkdtempSync(join(tmpdir(), 'kept-moved-'))
  backups = join(folder, 'backups')
  const server = await start(join(folder, 'data'), 'kept', names.old)
  try {
    await fill(server)
    expected = await totals(server)
    await runnerOf(server.services).run()
  } finally {
    await server.stop()
  }
})
afterAll(async () => {
  process.env = { ...environment }
  process.exitCode = undefined
  for (const name of Object.values(names)) await dropWarehouse(name)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

function settingsOf(databaseName: string, warehouseName: string, isClustered = true): Record<string, string> {
  const cluster = inject('warehouseCluster')
  return {
    ...{ KEPT_PORT: '0', KEPT_DEMO: 'off', KEPT_BACKUP_FOLDER: backups, DATABASE_URL: postgres.url(databaseName) },
    CLICKHOUSE_URL: addressOf(warehouseName),
    ...(isClustered && {
      CLICKHOUSE_CLUSTER: cluster?.name ?? '',
      CLICKHOUSE_SHARD_URLS: cluster?.shardUrls?.join(',') ?? '',
    }),
  }
}

function addressOf(name: string): string {
  const { url, username, password } = inject('warehouse')
  return Object.assign(new URL(`/${name}`, url), { username, password }).href
}

function start(data: string, databaseName: string, warehouseName: string, isClustered = true): Promise<RunningServer> {
  const settings = { ...settingsOf(databaseName, warehouseName, isClustered), KEPT_DATA: data }
  return serve(readConfig(settings), createLog('fatal'))
}

/** Lines with and without a resource, one that is skipped, and points of metrics: tables of each kind. */
async function fill(server: RunningServer): Promise<void> {
  await organizationOf(server.services.state, 'own')
  const headers = () => ({ authorization: `Bearer ${server.operatorToken}`, [organizationHeader]: 'own' })
  const client = createKeptClient({ url: server.url, headers })
  const lines = Array.from({ length: 28 }, (_, day) => ({
    billed: '2.125',
    day: day + 1,
    resource: day ? `r-${day}` : '',
  }))
  await deliver({ url: server.url, client, headers }, smallBill([{ billed: 'bad' }, ...lines]))
  const sent = await fetch(`${server.url}/v1/metrics/remote-write`, {
    ...{ method: 'POST', headers: headers(), body: remoteWriteBody('r-2', Date.now() - 3_600_000) },
  })
  expect(sent.status).toBeLessThan(300)
}

async function totals(server: RunningServer) {
  const { state } = server.services
  return visibleTotals(state, { organizationId: (await organizationOf(state, 'own')).organizationId })
}

async function dropWarehouse(name: string): Promise<void> {
  const { url, username, password } = inject('warehouse')
  for (const shard of inject('warehouseCluster')?.shardUrls ?? [url]) {
    for (const database of [name, `${name}_local`])
      await fetch(`${shard}/?query=${encodeURIComponent(`DROP DATABASE IF EXISTS ${database} SYNC`)}`, {
        ...{ method: 'POST', headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` } },
      })
  }
}

function useSettings(settings: Record<string, string>): void {
  process.env = { ...environment, ...settings }
  forget()
}

async function restore(into: string): Promise<void> {
  const [id = ''] = await listBackups(backups)
  await restoreCommand(terminal).exitOverride().parseAsync([id, '--into', into, '--external'], { from: 'user' })
}

async function move(to: string, ...options: string[]): Promise<void> {
  const args = ['move', '--to', addressOf(to), '--data', join(folder, 'data'), '--json', ...options]
  await warehouseCommand(terminal).exitOverride().parseAsync(args, { from: 'user' })
}

const clusterOptions = () => {
  const cluster = inject('warehouseCluster')
  return ['--cluster', cluster?.name ?? '', '--shard-urls', cluster?.shardUrls?.join(',') ?? '']
}

async function rowsOf(name: string, isClustered: boolean): Promise<Record<string, number>> {
  const cluster = inject('warehouseCluster')
  const warehouse: Warehouse = await openLocation({
    address: inject('warehouse'),
    name,
    ...(isClustered && cluster && { cluster }),
  })
  try {
    const counts: Record<string, number> = {}
    for (const table of ['cost_line', 'cost_daily', 'rejected_row', 'metric_point FINAL', 'metric_day FINAL']) {
      const [row] = await warehouse.inspect<{ rows: number }>(`SELECT count() AS rows FROM ${table}`)
      counts[table.split(' ')[0] ?? ''] = row?.rows ?? 0
    }
    return counts
  } finally {
    await warehouse.close()
  }
}

it('restores a backup of a cluster into an empty cluster, which Kept then starts on', async () => {
  useSettings(settingsOf('restored', names.restored))
  const into = join(folder, 'restored')
  await restore(into)
  expect(captured.out).toContain('Restored ')
  expect(captured.out).not.toContain('DIFFERS')
  const server = await start(into, 'restored', names.restored)
  try {
    expect(await totals(server)).toEqual(expected)
    const shards = await server.services.state.warehouse.inspectShards<{ rows: number }>(
      'SELECT count() AS rows FROM cost_line',
    )
    expect(shards.map(({ rows }) => rows > 0)).toEqual([true, true])
  } finally {
    await server.stop()
  }
})

it('restores nothing over what is there', async () => {
  const into = join(folder, 'again')
  useSettings(settingsOf('restored', names.restored))
  await expect(restore(into)).rejects.toThrow(
    'cannot be restored into: it has 1 organizations; name an empty database.',
  )
  await postgres.execute('CREATE DATABASE another')
  useSettings(settingsOf('another', names.restored))
  await expect(restore(into)).rejects.toThrow(`its database "${names.restored}" has rows in cost_daily`)
  useSettings({ DATABASE_URL: '', CLICKHOUSE_URL: '' })
  process.env.KEPT_BACKUP_FOLDER = backups
  await expect(restore(into)).rejects.toThrow('Set DATABASE_URL and CLICKHOUSE_URL to the empty databases')
})

it('verifies a backup of a cluster', async () => {
  useSettings({ KEPT_BACKUP_FOLDER: backups })
  await backupCommand(terminal).exitOverride().parseAsync(['verify', '--json'], { from: 'user' })
  expect(JSON.parse(captured.out)).toMatchObject({ ok: true, differences: [] })
})

it('moves a cluster to one server and back to all shards, with the same rows and answers', async () => {
  useSettings(settingsOf('kept', names.old))
  await move(names.single)
  const first = JSON.parse(captured.out) as { rows: number; shards: number }
  expect(first).toMatchObject({ rows: expect.any(Number), shards: 0, reused: 0 })
  expect(first.rows).toBeGreaterThan(60)
  const rows = await rowsOf(names.old, true)
  expect(rows).toMatchObject({ cost_line: 28, rejected_row: 1, metric_point: 2 })
  expect(await rowsOf(names.single, false)).toEqual(rows)

  useSettings(settingsOf('kept', names.single, false))
  await move(names.moved, ...clusterOptions())
  expect(JSON.parse(captured.out)).toMatchObject({ shards: 2, reused: 0 })
  expect(await rowsOf(names.moved, true)).toEqual(rows)
  const server = await start(join(folder, 'data'), 'kept', names.moved)
  try {
    expect(await totals(server)).toEqual(expected)
  } finally {
    await server.stop()
  }
})

it('goes on with a move that was interrupted, and refuses what it must not write into', async () => {
  const local = await openLocation({ address: inject('warehouse'), name: names.single })
  try {
    await local.administer("ALTER TABLE cost_line DELETE WHERE ResourceId < 'r-2' SETTINGS mutations_sync = 2")
    useSettings(settingsOf('kept', names.old))
    await move(names.single)
    const again = JSON.parse(captured.out) as { reused: number }
    expect(again.reused).toBeGreaterThan(2)
    expect(await rowsOf(names.single, false)).toEqual(await rowsOf(names.old, true))
    await local.administer('INSERT INTO cost_line (organization_id, load_id) SELECT generateUUIDv4(), generateUUIDv4()')
  } finally {
    await local.close()
  }
  await expect(move(names.single)).rejects.toThrow(
    'The new warehouse has rows of cost_line that the old one does not have.',
  )
  await expect(move(names.old)).rejects.toThrow('The new warehouse is the old one.')
})

it('refuses to move while Kept runs', async () => {
  mkdirSync(join(folder, 'other'), { recursive: true })
  const server = await start(join(folder, 'data'), 'kept', names.moved)
  try {
    useSettings(settingsOf('kept', names.moved))
    await expect(move(names.single)).rejects.toThrow('Another Kept server is using the data folder')
  } finally {
    await server.stop()
  }
})
