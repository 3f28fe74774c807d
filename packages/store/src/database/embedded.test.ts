import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdEngine, killHard, launchHolder } from '../testing/hold.ts'
import { credentialsFor } from './access.ts'
import { connectDatabase, type Database } from './connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { openEmbeddedDatabase, prepareDatabase } from './open-embedded.ts'
import { isAlive, recordedPid } from './postmaster.ts'
import { applicationRole, ownerRole } from './roles.ts'

let folder: string
const opened: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-pg-'))
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(targetFolder = folder): Promise<EmbeddedDatabase> {
  const engine = await startEmbeddedDatabase({ folder: targetFolder, logFolder: targetFolder })
  opened.push(() => engine.stop())
  return engine
}

async function open(): Promise<{ engine: EmbeddedDatabase; database: Database }> {
  const handles = await openEmbeddedDatabase({ folder, logFolder: folder })
  opened.push(
    () => handles.engine.stop(),
    () => handles.database.close(),
  )
  return handles
}

const waitOptions = { interval: 20, timeout: 60_000 }

it('adopts a server that outlived a killed Kept, and stops it at the end', async () => {
  const { process: keptProcess, enginePid } = await holdEngine('postgres', folder)
  await killHard(keptProcess)
  expect(isAlive(enginePid)).toBe(true)
  const engine = await start()
  expect(engine).toMatchObject({ adopted: true, pid: enginePid })
  await engine.stop()
  expect(isAlive(enginePid)).toBe(false)
  expect(existsSync(join(folder, 'cluster', 'postmaster.pid'))).toBe(false)
})

it('restarts a killed server without losing acknowledged writes', async () => {
  const { engine, database } = await open()
  await database.shared.insertInto('organization').values({ slug: 'kept', name: 'Kept' }).execute()
  const pid = engine.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), waitOptions)
  // Connections wait during the restart; each connection from before can still fail once.
  const query = () => database.shared.selectFrom('organization').select('slug').execute()
  expect(await vi.waitFor(query, waitOptions)).toEqual([{ slug: 'kept' }])
  expect(engine.restarts).toBeGreaterThan(0)
})

it('rejects running work with "try again" when the server dies', async () => {
  const { engine, database } = await open()
  const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }
  const work = database.scoped(scope, async (tx) => {
    process.kill(engine.pid ?? 0, 'SIGKILL')
    // Query until the dying server no longer answers.
    for (;;) await tx.selectFrom('import').select('id').execute()
  })
  await expect(work).rejects.toMatchObject({ code: 'unavailable' })
  await vi.waitFor(async () => expect(await database.ping()).toBe(true), waitOptions)
})

it('replaces an adopted server when it dies', async () => {
  const { process: keptProcess, enginePid } = await holdEngine('postgres', folder)
  await killHard(keptProcess)
  const engine = await start()
  process.kill(enginePid, 'SIGKILL')
  await vi.waitFor(() => expect(engine.adopted).toBe(false), waitOptions)
  await vi.waitFor(() => prepareDatabase(engine.access, 'kept'), waitOptions)
  expect(engine.pid).not.toBe(enginePid)
})

it('recovers from an initdb that was killed midway', async () => {
  const holder = launchHolder('postgres', folder)
  await vi.waitFor(() => {
    const [stagingFolder = ''] = readdirSync(folder).filter((name) => name.startsWith('cluster.new-'))
    // initdb is midway once it writes there.
    expect(readdirSync(join(folder, stagingFolder)).length).toBeGreaterThan(1)
  }, waitOptions)
  await killHard(holder)
  expect(existsSync(join(folder, 'cluster'))).toBe(false)
  const engine = await start()
  await prepareDatabase(engine.access, 'kept')
  expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

it('works below a path that is too long for a socket', async () => {
  const long = join(folder, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(long, { recursive: true })
  const engine = await start(long)
  expect(engine.access.host.length).toBeLessThan(86)
  await prepareDatabase(engine.access, 'kept')
  const database = connectDatabase({ ...credentialsFor(engine.access, applicationRole), database: 'kept' })
  expect(await database.ping()).toBe(true)
  await database.close()
  await engine.stop()
  expect(existsSync(engine.access.host)).toBe(false)
})

it('stops while it is restarting', async () => {
  const { engine } = await open()
  const pid = engine.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), waitOptions)
  await engine.stop()
  const remainingPid = recordedPid(join(folder, 'cluster'))
  expect(remainingPid !== undefined && remainingPid !== pid && isAlive(remainingPid)).toBe(false)
})

it('restarts when its socket is gone', async () => {
  const { engine, database } = await open()
  rmSync(join(engine.access.host, '.s.PGSQL.5432'))
  await vi.waitFor(() => expect(engine.restarts).toBe(1), waitOptions)
  await vi.waitFor(async () => expect(await database.ping()).toBe(true), waitOptions)
})

it('refuses a data folder from before the first release', async () => {
  const engine = await start()
  const owner = credentialsFor(engine.access, ownerRole)
  for (const [database, statement] of [
    ['postgres', 'CREATE DATABASE kept'],
    ['kept', "CREATE TABLE schema_migration AS SELECT '0001-foundation' AS name"],
  ] as const) {
    const client = new pg.Client({ ...owner, database })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await engine.stop()
  await expect(openEmbeddedDatabase({ folder, logFolder: folder })).rejects.toThrow(
    `The database in ${folder} has the tables of a version of Kept before the first release and cannot be upgraded; start Kept with a new data folder or an empty database and import your bills again.`,
  )
})

it('refuses a data folder that a newer version has upgraded', async () => {
  const { engine, database } = await open()
  const client = new pg.Client({ ...credentialsFor(engine.access, ownerRole), database: 'kept' })
  await client.connect()
  await client.query("INSERT INTO schema_migration (name) VALUES ('9001-later')")
  await client.end()
  await database.close()
  await engine.stop()
  await expect(openEmbeddedDatabase({ folder, logFolder: folder })).rejects.toThrow(
    `The database in ${folder} was upgraded by a newer version of Kept (9001-later)`,
  )
})
