/** The verification of an audit log while events of it are erased: neither is wrong, and no one is alarmed. */
import { eraseAuditPage } from '@kept/store/audit/erase.ts'
import { olderThan } from '@kept/store/audit/erasure-conditions.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveAuditLog } from './prove-audit-log.ts'

/** More than one page of the walk. */
const EVENTS = 5_200
const longAgo = new Date('2020-01-01T00:00:00Z')
let world: World
beforeAll(async () => {
  world = await openWorld()
  const actor = { kind: 'person' as const, id: 'uma', name: 'Uma' }
  await world.database.scoped(world.scope, async (tx) => {
    for (let index = 1; index <= EVENTS; index += 1)
      await recordAudit(tx, {
        action: 'budget.updated',
        actor,
        summary: `The budget "${index}" was updated.`,
        at: longAgo,
      })
  })
}, 180_000)
afterAll(() => world.close())

const erase = () =>
  world.database.scoped(world.scope, (tx) =>
    eraseAuditPage(tx, {
      ...{ which: olderThan(new Date('2021-01-01T00:00:00Z')), reason: 'retention', at: new Date() },
      erase: (event) => ({ ...event, actor_id: null, actor_name: 'Erased', summary: 'Erased.' }),
    }),
  )

/** A page of events is erased after the walk has begun: between two of its pages, or within its snapshot. */
function erasingMeanwhile(): { database: Database; erased(): number } {
  let erased = 0
  let reads = 0
  const { database } = world
  return {
    erased: () => erased,
    database: {
      ...database,
      async scoped(scope, work) {
        reads += 1
        if (reads === 4) erased = await erase()
        return database.scoped(scope, work)
      },
      snapshot: (scope, work) =>
        database.snapshot(scope, async (tx) => {
          await tx.selectFrom('audit_head').select('seq').executeTakeFirst()
          erased = await erase()
          return work(tx)
        }),
    },
  }
}

it('holds when events are erased in the middle of it', async () => {
  const racing = erasingMeanwhile()
  const files = { read: async () => [], append: async () => undefined }
  const deps = { files, publicKey: 'none', now: () => new Date() }
  const proof = await proveAuditLog({ ...deps, database: racing.database }, world.scope)
  expect(racing.erased()).toBe(500)
  expect(proof).toMatchObject({ intact: true, failure_reason: '' })
  const later = await proveAuditLog({ ...deps, database: world.database }, world.scope)
  expect(later).toMatchObject({ intact: true, events: EVENTS + 1 })
})
