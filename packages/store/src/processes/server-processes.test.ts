import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { forgetProcess, listProcesses, registerProcess, touchProcess } from './server-processes.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const first = { id: randomUUID(), host: 'one.example', version: '1.0.0', keyId: 'key', folderId: 'folder' }
const second = { ...first, id: randomUUID(), host: 'two.example' }
const hosts = async () => (await listProcesses(world.database)).map(({ host }) => host)

it('lists the processes that live, and forgets one that stops', async () => {
  await registerProcess(world.database, first)
  await registerProcess(world.database, second)
  expect(await hosts()).toEqual(['one.example', 'two.example'])
  await forgetProcess(world.database, first.id)
  expect(await hosts()).toEqual(['two.example'])
  await touchProcess(world.database, first)
  expect((await hosts()).toSorted()).toEqual(['one.example', 'two.example'])
})

it('refuses another secret key or another shared folder, until that process is gone', async () => {
  await registerProcess(world.database, first)
  await expect(registerProcess(world.database, { ...second, keyId: 'other' })).rejects.toThrow(
    'A Kept on one.example uses this database with another secret key. Set KEPT_SECRET_KEY to the same for all',
  )
  await expect(registerProcess(world.database, { ...second, folderId: 'other' })).rejects.toThrow(
    'with another shared folder. Set KEPT_SHARED_FOLDER to the same for all, or stop that one and wait 30 seconds.',
  )
  await sql`UPDATE server_process SET seen_at = now() - interval '31 seconds'`.execute(world.database.shared)
  await registerProcess(world.database, { ...second, keyId: 'other', folderId: 'other' })
  expect(await hosts()).toEqual(['two.example'])
})

it('lets only one of two different processes start at the same moment', async () => {
  const started = await Promise.allSettled([
    registerProcess(world.database, first),
    registerProcess(world.database, { ...second, keyId: 'other' }),
  ])
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
