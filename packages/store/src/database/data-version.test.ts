/** The version is another one after every commit that changed counted rows, however transactions overlap. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '@kept/domain/scope.ts'
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveLoops } from '../loops/save.ts'
import { countIntake } from '../telemetry/intake.ts'
import { seenLoop } from '../testing/seen-loop.ts'
import { openWorld, type World } from '../testing/world.ts'
import type { ScopedTransaction } from './connect.ts'
import { readDataVersions } from './data-version.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const versionOf = async (scope: Scope) => (await readDataVersions(world.database, scope)).data
const write = (tx: ScopedTransaction, scope: Scope, description: string) =>
  tx
    .insertInto('known_event')
    .values({
      ...{ organization_id: scope.organizationId, kind: 'announced_change', description, currency: 'USD' },
      ...{ provider: null, start_date: '2024-03-22', end_date: null, factor: '2', daily_amount: '0' },
      ...{ created_by: 'a', created_at: new Date(0) },
    })
    .execute()

it('counts inserts, updates and deletes of rows, and statements without rows not', async () => {
  const { database, scope, otherScope } = world
  const other = await versionOf(otherScope)
  const versions = [await versionOf(scope)]
  const change = async (work: (tx: ScopedTransaction) => Promise<unknown>) => {
    await database.scoped(scope, work)
    versions.push(await versionOf(scope))
  }
  await change((tx) => write(tx, scope, 'one'))
  await change((tx) => tx.updateTable('known_event').set({ description: 'two' }).execute())
  await change((tx) => tx.deleteFrom('known_event').execute())
  expect(new Set(versions).size).toBe(4)
  await change((tx) => tx.deleteFrom('known_event').execute())
  expect(versions.at(-1)).toBe(versions.at(-2))
  expect(await versionOf(otherScope)).toBe(other)
})

it('counts loops apart from all else', async () => {
  const { database, scope, otherScope } = world
  const now = new Date('2026-06-25T09:00:00Z')
  const before = await readDataVersions(database, scope)
  const other = await readDataVersions(database, otherScope)
  const versions = [before.loops]
  const change = async (work: () => Promise<unknown>) => {
    await work()
    const { data, loops } = await readDataVersions(database, scope)
    expect(data).toBe(before.data)
    versions.push(loops)
  }
  const save = (cost: string) => saveLoops(database, scope, [seenLoop('one', now, cost)], { now, source: 'live' })
  const count = () => countIntake(database, scope, [{ signal: 'traces', reason: '', items: 3 }], now)
  await change(() => save('1'))
  await change(() => save('2'))
  await change(count)
  expect(new Set(versions).size).toBe(4)
  // More telemetry of the same kind on the same day shows nothing new.
  await change(count)
  expect(versions.at(-1)).toBe(versions.at(-2))
  expect(await readDataVersions(database, otherScope)).toEqual(other)
})

it('counts what belongs to no organization for all of them', async () => {
  const { database, scope, otherScope } = world
  const before = await Promise.all([scope, otherScope].map(versionOf))
  await database.shared
    .updateTable('organization')
    .set({ name: 'Renamed' })
    .where('id', '=', scope.organizationId)
    .execute()
  const after = await Promise.all([scope, otherScope].map(versionOf))
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

it('shows a change when it is committed, not before, and never when it is rolled back', async () => {
  const { database, scope } = world
  const before = await versionOf(scope)
  await database.scoped(scope, async (tx) => {
    await write(tx, scope, 'open')
    expect(await versionOf(scope)).toBe(before)
  })
  const committed = await versionOf(scope)
  expect(committed).not.toBe(before)
  const failing = database.scoped(scope, async (tx) => {
    await write(tx, scope, 'never')
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await versionOf(scope)).toBe(committed)
})

it('lets a transaction write while another one that wrote is still open', async () => {
  const { database, scope } = world
  const finished: string[] = []
  const [release, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = database.scoped(scope, async (tx) => {
    await write(tx, scope, 'slow')
    hold.resolve()
    await release.promise
    finished.push('slow')
  })
  await hold.promise
  await database.scoped(scope, (tx) => write(tx, scope, 'quick'))
  finished.push('quick')
  const between = await versionOf(scope)
  release.resolve()
  await slow
  expect(finished).toEqual(['quick', 'slow'])
  expect(await versionOf(scope)).not.toBe(between)
})

const runs = Number(process.env.KEPT_PROPERTY_RUNS ?? 5)

it('never returns to an earlier version, whatever overlaps', async () => {
  const { database, scope } = world
  const change = record({
    ends: constantFrom('commit', 'roll back'),
    holdMs: integer({ min: 0, max: 12 }),
    writes: integer({ min: 1, max: 3 }),
  })
  await assert(
    asyncProperty(array(change, { minLength: 2, maxLength: 6 }), async (changes) => {
      const seen = [await versionOf(scope)]
      await Promise.all(
        changes.map(async ({ ends, holdMs, writes }) => {
          const work = database.scoped(scope, async (tx) => {
            for (let count = 0; count < writes; count += 1) await write(tx, scope, ends)
            await pause(holdMs)
            if (ends === 'roll back') throw new Error('rolled back')
          })
          await work.catch(() => undefined)
          // Read after the own commit: it must show at least that.
          if (ends === 'commit') seen.push(await versionOf(scope))
        }),
      )
      const commits = changes.filter(({ ends }) => ends === 'commit').length
      const last = await versionOf(scope)
      expect(Number(last) - Number(seen[0])).toBeGreaterThanOrEqual(commits)
      for (const version of seen) expect(Number(version)).toBeLessThanOrEqual(Number(last))
      if (commits > 0) expect(seen.at(1)).not.toBe(seen[0])
    }),
    { numRuns: runs },
  )
})
