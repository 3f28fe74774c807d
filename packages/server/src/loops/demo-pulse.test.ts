/** The demo always has a continuing loop, and each ends when the next function takes over. */

import { listLoops } from '@kept/store/loops/list.ts'
import { listNotifications } from '@kept/store/notifications/list.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { countIntake, listIntake } from '@kept/store/telemetry/intake.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { findDetail } from './find-detail.ts'

let kept: TestKept
let scope: { organizationId: string }
// Minutes before noon, when a demo of another start would move its loop to another function.
let clock = Date.parse('2026-06-10T11:55:00Z')
const minuteMs = 60_000

beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  kept.server.services.config.demo = true
  const { id } = await ensureOrganization(kept.world.database, { slug: 'demo', name: 'Demo', demo: true })
  scope = { organizationId: id }
  const line = (resource: string, unit: string, price: string) =>
    lineOn('2026-06-09', {
      ResourceId: resource,
      RegionId: 'eu-central-1',
      SkuPriceId: `${unit} ${resource}`,
      PricingUnit: unit,
      PricingQuantity: '1000',
      ContractedUnitPrice: price,
      EffectiveCost: '1',
    })
  const functions = [1, 2, 3].map((number) => `arn:aws:lambda:eu-central-1:11:function:order-step-${number}`)
  await publishLines(
    kept.world,
    scope,
    'load-1',
    functions.flatMap((name) => [line(name, 'Requests', '0.0000002'), line(name, 'GB-Seconds', '0.0000166667')]),
  )
})
afterAll(() => kept.close())

async function loops() {
  const { loops: all } = await listLoops(kept.world.database, scope, {
    ...{ show: 'all', sort: 'detected_at', suspected: false, limit: 50 },
  } as const)
  return all.filter(({ loop_type }) => loop_type === 'recursive_function')
}

async function play(minutes: number): Promise<number[]> {
  const active: number[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    clock += minuteMs
    await kept.server.features.loops.advanceDemo()
    await kept.server.features.loops.detect()
    active.push((await loops()).filter(({ status }) => status === 'active').length)
  }
  return active
}

it('plays nothing while the demo is being seeded, which starts with the past', async () => {
  await play(1)
  expect(await listIntake(kept.world.database, scope, new Date(0))).toEqual([])
  expect(await loops()).toEqual([])
  const seeded = [{ signal: 'traces' as const, reason: '', items: 1 }]
  await countIntake(kept.world.database, scope, seeded, new Date(clock))
})

it('shows one at once, priced by the bill, and growing while functions alternate', async () => {
  await play(1)
  const [startedLoop] = await loops()
  expect(startedLoop).toMatchObject({ status: 'active', region: 'eu-central-1', provider: 'aws' })
  const { services } = kept.server
  const detail = await findDetail(services, scope, startedLoop?.id ?? '')
  expect(detail.evidence.cost?.lines.map(({ unit, source }) => `${unit} ${source}`)).toContain('GB-Seconds bill')
  expect(detail.spans.length).toBeGreaterThan(5)
  expect(new Set(await play(15))).toEqual(new Set([1]))
  const [grown] = await loops()
  expect(grown?.id).toBe(startedLoop?.id)
  expect((grown?.duration_seconds ?? 0) - (startedLoop?.duration_seconds ?? 0)).toBeGreaterThan(10 * 60)
  expect(Number(grown?.cost_impact.estimated_total_cost)).toBeGreaterThan(
    Number(startedLoop?.cost_impact.estimated_total_cost),
  )
}, 120_000)

it('moves to another function six hours after the start', async () => {
  clock += 5.25 * 60 * minuteMs
  await play(2)
  const [before] = await loops()
  const active = await play(60)
  expect(Math.min(...active)).toBeGreaterThanOrEqual(1)
  const after = await loops()
  expect(after.filter(({ status }) => status === 'active')).toHaveLength(1)
  expect(after.find(({ id }) => id === before?.id)).toMatchObject({ status: 'resolved' })
  // The notifications contain the current one, and do not accumulate over the days.
  const { notifications } = await listNotifications(kept.world.database, scope, { reader: 'visitor', limit: 50 })
  expect(notifications.filter(({ kind, read }) => kind === 'loop' && !read)).toHaveLength(1)
}, 120_000)

it('continues after a pause', async () => {
  clock += 5 * 60 * minuteMs
  expect(await play(2)).toEqual([1, 1])
}, 120_000)
