/** Kept on a warehouse of two shards: a bill is imported, found, skipped rows are listed, and all of it is deleted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { deleteWarehouseRows } from '@kept/store/organizations/delete-rows.ts'
import { type PlainPostgres, postgresFolders, startPlainPostgres } from '@kept/store/testing/plain-postgres.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { checkParts } from './health/parts.ts'
import { deliver } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { visibleTotals } from './imports/testing/totals.ts'
import { organizationHeader, organizationOf } from './operator/public/operator.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { type RunningServer, serve } from './serve.ts'

const database = `kept_on_shards_${crypto.randomUUID().slice(0, 8)}`
let postgres: PlainPostgres
let folder: string
let server: RunningServer
beforeAll(async () => {
  postgres = await startPlainPostgres(postgresFolders()[0]?.folder ?? '')
  await postgres.execute('CREATE DATABASE kept')
  folder = mkdtempSync(join(tmpdir(), 'kept-on-shards-'))
  server = await serve(readConfig(settingsOf(folder, 'kept', database)), createLog('fatal'))
})
afterAll(async () => {
  const { warehouse } = server.services.state
  await warehouse.administerShards(`DROP DATABASE ${database} SYNC`)
  await warehouse.administerShards(`DROP DATABASE ${warehouse.localDatabase} SYNC`)
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

function clickhouseUrl(name: string): string {
  const { url, username, password } = inject('warehouse')
  const warehouse = new URL(`/${name}`, url)
  warehouse.username = username
  warehouse.password = password
  return warehouse.href
}

function settingsOf(dataFolder: string, databaseName: string, warehouseName: string) {
  const cluster = inject('warehouseCluster')
  return {
    KEPT_DATA: dataFolder,
    KEPT_PORT: '0',
    KEPT_DEMO: 'off',
    DATABASE_URL: postgres.url(databaseName),
    CLICKHOUSE_URL: clickhouseUrl(warehouseName),
    CLICKHOUSE_CLUSTER: cluster?.name,
    CLICKHOUSE_SHARD_URLS: cluster?.shardUrls?.join(','),
  }
}

it('imports a streamed bill over both shards, and deletes it from both', async () => {
  const { state } = server.services
  const { organizationId } = await organizationOf(state, 'own')
  const headers = () => ({ authorization: `Bearer ${server.operatorToken}`, [organizationHeader]: 'own' })
  const client = createKeptClient({ url: server.url, headers })
  const bill = smallBill([
    { billed: '1.5' },
    { billed: 'bad' },
    ...Array.from({ length: 28 }, (_, day) => ({ billed: '2', day: day + 1, resource: `r-${day}` })),
  ])
  const done = await deliver({ url: server.url, client, headers }, bill)
  expect(done).toMatchObject({
    status: 'done',
    reconciliation: { ok: true, rows: { read: 30, stored: 29, rejected: 1 } },
  })
  expect((await client.imports.rejectedRows({ id: done.id })).data).toMatchObject([{ line: 3, value: 'bad' }])
  expect(await visibleTotals(state, { organizationId })).toEqual({ '111 2024-09 USD': '29 lines, 57.5' })
  const linesByShard = () => state.warehouse.inspectShards<{ rows: number }>('SELECT count() AS rows FROM cost_line')
  expect((await linesByShard()).map(({ rows }) => rows > 0)).toEqual([true, true])

  await deleteWarehouseRows(state.warehouse, { organizationId })
  expect(await linesByShard()).toEqual([{ rows: 0 }, { rows: 0 }])
})

it('names each shard with its state', async () => {
  const parts = await checkParts(server.services)
  expect(parts.find(({ name }) => name === 'warehouse')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/, cluster shards; shard 1 \(http:.*\) is up, shard 2 \(http:.*\) is up$/),
  })
})
