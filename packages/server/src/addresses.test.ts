/** Kept with engines by address: nothing embedded, files streamed to a warehouse that cannot see them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { type PlainPostgres, postgresFolders, startPlainPostgres } from '@kept/store/testing/plain-postgres.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { visibleTotals } from './imports/testing/totals.ts'
import { organizationHeader, organizationOf } from './operator/public/operator.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { type RunningServer, serve } from './serve.ts'

let postgres: PlainPostgres
let folder: string
let config: Config
const database = `kept_by_address_${crypto.randomUUID().slice(0, 8)}`
beforeAll(async () => {
  // The oldest Postgres at hand: Debian's where it is installed.
  const [oldest] = postgresFolders().toReversed()
  postgres = await startPlainPostgres(oldest?.folder ?? '')
  await postgres.execute('CREATE DATABASE kept')
  folder = mkdtempSync(join(tmpdir(), 'kept-addresses-'))
  const { url, username, password } = inject('warehouse')
  const warehouse = new URL(`/${database}`, url)
  warehouse.username = username
  warehouse.password = password
  config = readConfig({
    KEPT_DATA: folder,
    KEPT_PORT: '0',
    KEPT_DEMO: 'off',
    DATABASE_URL: postgres.url('kept'),
    CLICKHOUSE_URL: warehouse.href,
  })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function withServer(work: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await serve(config, createLog('fatal'))
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

it('imports a bill and finds it at the next start', async () => {
  const bill = smallBill([{ billed: '1.5' }, { billed: 'bad' }, { billed: '2', day: 2 }])
  const total = { '111 2024-09 USD': '2 lines, 3.5' }
  await withServer(async (server) => {
    const { organizationId } = await organizationOf(server.services.state, 'own')
    const headers = () => ({ authorization: `Bearer ${server.operatorToken}`, [organizationHeader]: 'own' })
    const client = createKeptClient({ url: server.url, headers })
    expect((await client.health.ready({})).status).toBe('ready')
    const done = await deliver({ url: server.url, client, headers }, bill)
    expect(done).toMatchObject({
      status: 'done',
      reconciliation: { ok: true, rows: { read: 3, stored: 2, rejected: 1 } },
    })
    expect((await client.imports.rejectedRows({ id: done.id })).data).toMatchObject([
      { line: 3, column: 'BilledCost', value: 'bad' },
    ])
    expect(await visibleTotals(server.services.state, { organizationId })).toEqual(total)
  })
  await withServer(async (server) => {
    const { organizationId, created: isNew } = await organizationOf(server.services.state, 'own')
    expect(isNew).toBe(false)
    expect(await visibleTotals(server.services.state, { organizationId })).toEqual(total)
    await server.services.state.warehouse.administer(`DROP DATABASE ${database} SYNC`)
  })
})

it('explains which address cannot be used', async () => {
  const unreachableWarehouse = { ...config, clickhouseUrl: 'http://127.0.0.1:1/kept' }
  await expect(serve(unreachableWarehouse, createLog('fatal'))).rejects.toThrow(
    'ClickHouse at http://127.0.0.1:1/kept cannot be used: The warehouse was restarted or is not reachable',
  )
  const unreachableDatabase = { ...config, databaseUrl: 'postgres://no-one:secret@127.0.0.1:1/kept' }
  const rejection = expect(serve(unreachableDatabase, createLog('fatal'))).rejects
  await rejection.toThrow('Postgres at postgres://127.0.0.1:1/kept cannot be used: ')
})
