import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isAlive } from '../database/postmaster.ts'
import { holdEngine, killHard } from '../testing/hold.ts'
import type { Warehouse } from './client.ts'
import { type EmbeddedWarehouse, startEmbeddedWarehouse } from './embedded.ts'
import { openEmbeddedWarehouse } from './open-embedded.ts'
import { authorizationOf } from './settings-files.ts'

let folder: string
const opened: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-ch-'))
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<{ warehouse: Warehouse; engine: EmbeddedWarehouse }> {
  const handles = await openEmbeddedWarehouse({ folder, logFolder: folder, memoryBytes: 1024 ** 3 })
  opened.push(
    () => handles.engine.stop(),
    () => handles.warehouse.close(),
  )
  return handles
}

const waitOptions = { interval: 20, timeout: 60_000 }
const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }
const rejectedRows = `INSERT INTO rejected_row (organization_id, import_id, file, line)
  SELECT {organization_id:UUID}, 'i', 'f', number FROM numbers({rows:UInt64})`

it('restarts when killed: running queries are told to try again, written rows stay', async () => {
  const { warehouse, engine } = await open()
  await warehouse.execute(scope, rejectedRows, { rows: 1000 })
  const endless = warehouse.inspect(
    'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
    {},
    { queryId: 'endless' },
  )
  const rejection = expect(endless).rejects.toMatchObject({ code: 'unavailable' })
  await vi.waitFor(async () => {
    const running = await warehouse.inspect("SELECT 1 FROM system.processes WHERE query_id = 'endless'")
    expect(running).toHaveLength(1)
  }, waitOptions)
  process.kill(engine.pid ?? 0, 'SIGKILL')
  await rejection
  // Connections wait during the restart; each connection from before can still fail once.
  const query = () => warehouse.inspect('SELECT count() AS rows FROM rejected_row')
  expect(await vi.waitFor(query, waitOptions)).toEqual([{ rows: 1000 }])
  expect(engine.restarts).toBe(1)
})

it('ends with a killed Kept, and the next one gets the folder as soon as it is free', async () => {
  const { process: keptProcess, enginePid } = await holdEngine('warehouse', folder)
  await killHard(keptProcess)
  const { warehouse } = await open()
  expect(await warehouse.ping()).toBe(true)
  await vi.waitFor(() => expect(isAlive(enginePid)).toBe(false), waitOptions)
})

it('explains that another engine holds the folder, and waits until it is released', async () => {
  const { process: keptProcess } = await holdEngine('warehouse', folder)
  // Long enough for the engine to load and to say why it ends, which takes a busy machine longer.
  const reasons: string[] = []
  for (const timeoutMs of [4_000, 16_000, 60_000]) {
    const impatient = startEmbeddedWarehouse({ folder, logFolder: folder, memoryBytes: 1024 ** 3, timeoutMs })
    reasons.push(
      await impatient.then(
        () => 'started',
        (error: Error) => error.message,
      ),
    )
    if (/lock/i.test(reasons.at(-1) ?? '')) break
  }
  expect(reasons.at(-1)).toMatch(/could not be started within .* \(.*lock.*\); its log is/i)
  const patient = open()
  await killHard(keptProcess)
  expect(await (await patient).warehouse.ping()).toBe(true)
})

it('kills a query whose caller has aborted, with the abort reason', async () => {
  const { warehouse } = await open()
  const giveUp = new AbortController()
  const endless = warehouse.inspect(
    'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
    {},
    { signal: giveUp.signal },
  )
  const rejection = expect(endless).rejects.toThrow('no longer wanted')
  giveUp.abort(new Error('no longer wanted'))
  await rejection
})

it('rejects users other than Kept, who cannot stop it either', async () => {
  const { engine } = await open()
  const { url, username, password } = engine.address
  const attempts: Record<string, string>[] = [
    {},
    { 'x-clickhouse-user': 'default' },
    { authorization: authorizationOf('default', '') },
    { authorization: authorizationOf(username, 'guess') },
    { 'x-clickhouse-user': username, 'x-clickhouse-key': password },
  ]
  for (const headers of attempts) {
    const answer = await fetch(url, { method: 'POST', headers, body: 'SYSTEM STOP LISTEN HTTP' })
    expect(answer.status).toBe(404)
  }
  const headers = { authorization: authorizationOf(username, password) }
  expect((await fetch(`${url}/?query=SELECT%201`, { headers })).status).toBe(200)
})

it('restarts when it is alive but no longer listens, and keeps its files and log private', async () => {
  const { warehouse, engine } = await open()
  const deaf = engine.pid
  await warehouse.administer('SYSTEM STOP LISTEN HTTP').catch(() => undefined)
  await vi.waitFor(() => expect(engine.restarts).toBe(1), waitOptions)
  await vi.waitFor(async () => expect(await warehouse.ping()).toBe(true), waitOptions)
  await vi.waitFor(() => expect(engine.pid).not.toBe(deaf), waitOptions)
  const log = join(folder, 'warehouse.log')
  expect(statSync(log).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'data')).mode & 0o077).toBe(0)
  expect(readFileSync(log, 'utf8')).not.toMatch(/<(Trace|Debug|Information)>/)
})

it('refuses a data folder from before the first release', async () => {
  const { warehouse, engine } = await open()
  await warehouse.administer('TRUNCATE TABLE schema_migration')
  await warehouse.administer("INSERT INTO schema_migration (name) VALUES ('0001-cost-lines')")
  await engine.stop()
  await expect(openEmbeddedWarehouse({ folder, logFolder: folder, memoryBytes: 1024 ** 3 })).rejects.toThrow(
    `The warehouse in ${folder} has the tables of a version of Kept before the first release and cannot be upgraded; start Kept with a new data folder or an empty database and import your bills again.`,
  )
})
