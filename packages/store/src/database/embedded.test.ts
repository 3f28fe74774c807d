import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdEngine, killHard, launchHolder } from '../testing/hold.ts'
import { credentialsFor } from './access.ts'
import { connectDatabase, type Database } from './connect.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { openEmbeddedDatabase, prepareDatabase } from './open-embedded.ts'
import { isAlive, recordedPid } from './postmaster.ts'
import { applicationRole } from './roles.ts'

let folder: string
const opened: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-pg-'))
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(at = folder): Promise<EmbeddedDatabase> {
  const engine = await startEmbeddedDatabase({ folder: at, logFolder: at })
  opened.push(() => engine.stop())
  return engine
}

async function open(): Promise<{ engine: EmbeddedDatabase; database: Database }> {
  const both = await openEmbeddedDatabase({ folder, logFolder: folder })
  opened.push(
    () => both.engine.stop(),
    () => both.database.close(),
  )
  return both
}

const soon = { interval: 20, timeout: 60_000 }

it('takes over a server that outlived a killed Kept, and stops it in the end', async () => {
  const { process: kept, enginePid } = await holdEngine('postgres', folder)
  await killHard(kept)
  expect(isAlive(enginePid)).toBe(true)
  const engine = await start()
  expect(engine).toMatchObject({ adopted: true, pid: enginePid })
  await engine.stop()
  expect(isAlive(enginePid)).toBe(false)
  expect(existsSync(join(folder, 'cluster', 'postmaster.pid'))).toBe(false)
})

it('starts a killed server again and loses nothing that was acknowledged', async () => {
  const { engine, database } = await open()
  await database.shared.insertInto('organization').values({ slug: 'kept', name: 'Kept' }).execute()
  const pid = engine.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon)
  // Whoever comes while the server starts again waits for it; every connection from before can still fail once.
  const ask = () => database.shared.selectFrom('organization').select('slug').execute()
  expect(await vi.waitFor(ask, soon)).toEqual([{ slug: 'kept' }])
  expect(engine.restarts).toBeGreaterThan(0)
})

it('says "try again" to work under way when the server dies', async () => {
  const { engine, database } = await open()
  const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }
  const work = database.scoped(scope, async (tx) => {
    process.kill(engine.pid ?? 0, 'SIGKILL')
    // Asks until the dying server no longer answers.
    for (;;) await tx.selectFrom('import').select('id').execute()
  })
  await expect(work).rejects.toMatchObject({ code: 'unavailable' })
  await vi.waitFor(async () => expect(await database.ping()).toBe(true), soon)
})

it('replaces a server it took over when that one dies', async () => {
  const { process: kept, enginePid } = await holdEngine('postgres', folder)
  await killHard(kept)
  const engine = await start()
  process.kill(enginePid, 'SIGKILL')
  await vi.waitFor(() => expect(engine.adopted).toBe(false), soon)
  await vi.waitFor(() => prepareDatabase(engine.access, 'kept'), soon)
  expect(engine.pid).not.toBe(enginePid)
})

it('recovers from an initdb that was killed half-way', async () => {
  const holder = launchHolder('postgres', folder)
  await vi.waitFor(() => {
    const [aside = ''] = readdirSync(folder).filter((name) => name.startsWith('cluster.new-'))
    // Once it writes there, it is half-way.
    expect(readdirSync(join(folder, aside)).length).toBeGreaterThan(1)
  }, soon)
  await killHard(holder)
  expect(existsSync(join(folder, 'cluster'))).toBe(false)
  const engine = await start()
  await prepareDatabase(engine.access, 'kept')
  expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

it('works below a path too long for a socket', async () => {
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

it('stops while it is being started again', async () => {
  const { engine } = await open()
  const pid = engine.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon)
  await engine.stop()
  const left = recordedPid(join(folder, 'cluster'))
  expect(left !== undefined && left !== pid && isAlive(left)).toBe(false)
})

it('is started again when its socket is gone', async () => {
  const { engine, database } = await open()
  rmSync(join(engine.access.host, '.s.PGSQL.5432'))
  await vi.waitFor(() => expect(engine.restarts).toBe(1), soon)
  await vi.waitFor(async () => expect(await database.ping()).toBe(true), soon)
})
