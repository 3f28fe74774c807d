/** Whatever is interrupted, and wherever: a resource is removed only when a complete pass did not list it. */
import { randomUUID } from 'node:crypto'
import type { InventoryItem } from '@kept/domain/resource.ts'
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteConnection } from '../connections/connections.ts'
import { openWorld, type World } from '../testing/world.ts'
import { savePage } from './save-page.ts'
import { connect } from './testing/connect.ts'
import { planUnits, stopUnit, unitsToRead } from './units.ts'

/** Of the property test; KEPT_SYNC_HISTORIES=2000 takes some minutes. */
const histories = Number(process.env.KEPT_SYNC_HISTORIES ?? 40)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const at = new Date('2026-11-22T10:00:00Z')
const author = {
  actorName: 'Ana',
  auditContext: { actor: { kind: 'system' as const, id: null, name: 'Kept' }, at, ip: null, requestId: randomUUID() },
}
function item(prefix: string, number: number): InventoryItem {
  return inventoryItemSchema.parse({ provider: 'aws', resource_id: `${prefix}-${number}`, type: 'Volume' })
}

async function inventoryOf(prefix: string): Promise<string[]> {
  const rows = await world.database.scoped(world.scope, (tx) =>
    tx
      .selectFrom('resource')
      .select('resource_id')
      .where('in_inventory', '=', true)
      .where('resource_id', 'like', `${prefix}-%`)
      .execute(),
  )
  return rows.map(({ resource_id }) => resource_id).sort()
}

async function nextUnit(connectionId: string) {
  const [unit] = await unitsToRead(world.database, world.scope, connectionId, {
    runStartedAt: new Date(at.getTime() + 1),
    now: at,
  })
  if (!unit) throw new Error('no unit')
  return unit
}

const passes = fc.array(
  fc.record({
    listed: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }),
    pageSize: fc.integer({ min: 1, max: 5 }),
    /** After how many pages the pass ends, and how. */
    endAfter: fc.integer({ min: 0, max: 8 }),
    end: fc.constantFrom('kill', 'denied', 'partial', 'throttled'),
  }),
  { minLength: 1, maxLength: 4 },
)

it(
  'removes nothing after a pass that was not complete',
  async () => {
    let checked = 0
    await fc.assert(
      fc.asyncProperty(passes, async (sequence) => {
        const prefix = `p${randomUUID().slice(0, 8)}`
        const connectionId = await connect(world, 'aws', at)
        const location = { accountId: '1', accountName: '', region: 'eu-west-1', dataset: 'ec2' as const }
        await planUnits(world.database, world.scope, connectionId, { units: [location], now: at })
        let expected = new Set<string>()
        let carried: string[] | undefined
        for (const { listed, pageSize, endAfter, end } of sequence) {
          const unit = await nextUnit(connectionId)
          // A pass that goes on at its cursor has the pages before it behind it.
          const seen = new Set(unit.cursor === null ? [] : carried)
          const pages = Math.max(1, Math.ceil(listed.length / pageSize))
          let isComplete = false
          for (let page = 0; page < Math.min(pages, endAfter); page += 1) {
            const items = listed.slice(page * pageSize, (page + 1) * pageSize).map((number) => item(prefix, number))
            const next = page + 1 < pages ? String(page + 1) : null
            await savePage(world.database, world.scope, unit, { items, next, now: at })
            for (const { resource_id } of items) {
              seen.add(resource_id)
              expected.add(resource_id)
            }
            isComplete = next === null
          }
          if (isComplete) expected = new Set(seen)
          else if (end !== 'kill')
            await stopUnit(world.database, world.scope, unit.id, { state: end, reason: '', now: at })
          carried = [...seen]
          expect(await inventoryOf(prefix)).toEqual([...expected].sort())
          checked += expected.size
        }
        await deleteConnection(world.database, world.scope, connectionId, { ...author, inventory: 'remove' })
        expect(await inventoryOf(prefix)).toEqual([])
      }),
      { numRuns: histories },
    )
    process.stderr.write(`${histories} histories, ${checked} resources checked after a pass, none removed wrongly\n`)
  },
  120_000 + histories * 3_000,
)

it('goes on at the page where it was killed, and loses nothing', async () => {
  const connectionId = await connect(world, 'aws', at)
  const location = { accountId: '1', accountName: '', region: 'eu-west-1', dataset: 'ec2' as const }
  await planUnits(world.database, world.scope, connectionId, { units: [location], now: at })
  const unit = await nextUnit(connectionId)
  await savePage(world.database, world.scope, unit, { items: [item('kill', 1)], next: '1', now: at })
  const resumed = await nextUnit(connectionId)
  expect(resumed).toMatchObject({ cursor: '1', pass: unit.pass })
  const saved = await savePage(world.database, world.scope, resumed, { items: [item('kill', 2)], next: null, now: at })
  expect(saved).toEqual({ listed: 1, removed: 0 })
  expect(await inventoryOf('kill')).toEqual(['kill-1', 'kill-2'])
})

it('keeps a resource that another unit still lists, and the inventory of a deleted connection when asked', async () => {
  const first = await connect(world, 'aws', at)
  const second = await connect(world, 'aws', at)
  const location = { accountId: '1', accountName: '', region: 'eu-west-1', dataset: 'ec2' as const }
  for (const connectionId of [first, second]) {
    await planUnits(world.database, world.scope, connectionId, { units: [location], now: at })
    const unit = await nextUnit(connectionId)
    await savePage(world.database, world.scope, unit, { items: [item('both', 1)], next: null, now: at })
  }
  const again = await nextUnit(first)
  expect(await savePage(world.database, world.scope, again, { items: [], next: null, now: at })).toMatchObject({
    removed: 0,
  })
  expect(await inventoryOf('both')).toEqual(['both-1'])
  await deleteConnection(world.database, world.scope, second, { ...author, inventory: 'keep' })
  expect(await inventoryOf('both')).toEqual(['both-1'])
})
