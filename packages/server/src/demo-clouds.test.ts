/** A visitor of the demo acts in the simulated clouds, lets a day pass, and undoes it. Others notice nothing. */
import type { RemedyStep } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listRecommendations } from '@kept/store/recommendations/list.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endEndedVisits } from './demo/end-visits-job.ts'
import { ordersFor } from './remediation/recommended/orders.ts'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { openSeededDemo, seededAt } from './testing/seeded-demo.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import type { TestKept } from './testing.ts'

const anHourLater = new Date('2026-11-20T13:00:00Z')
let kept: TestKept
let scope: Scope
let ann: TestUser
let ben: TestUser
let cleo: TestUser
beforeAll(async () => {
  const seeded = await openSeededDemo()
  kept = seeded
  scope = seeded.demo
  const emailDomain = 'demo.kept.invalid'
  ann = await createTestUser(kept, { name: 'demo-admin', in: scope, role: 'admin', demo: true, emailDomain })
  ben = await createTestUser(kept, { name: 'demo-client', in: scope, role: 'user', demo: true, emailDomain })
  cleo = await createTestUser(kept, { name: 'demo-operator', in: scope, role: 'admin', demo: true, emailDomain })
  // No one has to check what Kept has set up itself.
  const { data: connections } = await ann.client.sync.list({})
  expect(connections.filter(({ checked_at }) => checked_at !== null)).toHaveLength(4)
}, 500_000)
afterAll(() => kept.close())

const recommendationOf = async (rule: string) => {
  const { data } = await ann.client.costOptimization.recommendations({})
  const match = data.find((entry) => entry.rule === rule && entry.status === 'open')
  if (!match) throw new Error(`The demo has no open recommendation of ${rule}.`)
  return match
}
/** At least one of each is recommended, so that a visitor can try it. */
const offeredInDemo = [
  ...['ec2_instance stop', 'ec2_instance resize', 'rds_instance resize', 'redshift_cluster stop', 'ebs_volume delete'],
  ...[
    'ebs_volume resize',
    'ebs_snapshot archive',
    'elastic_ip release',
    'load_balancer delete',
    's3_bucket set_lifecycle',
  ],
  ...['log_group set_retention', 'dynamodb_table set_on_demand', 'lambda_function resize', 'virtual_machine resize'],
  ...['public_ip_address release', 'static_address release'],
]
interface Offer {
  id: string
  step: RemedyStep
  resource: string
}
/** One recommendation for each kind and step, each of another resource. */
async function offers(): Promise<Map<string, Offer>> {
  const { recommendations } = await listRecommendations(kept.world.database, scope, { status: 'open' })
  const offers = new Map<string, Offer>()
  const isUsed = (resource: string) => [...offers.values()].some((offer) => offer.resource === resource)
  for (const { alternatives, ...first } of recommendations)
    for (const recommendation of [first, ...alternatives])
      for (const { order } of ordersFor(recommendation, {})) {
        const name = `${order.target.kind} ${order.step}`
        const { id, resource_id: resource } = recommendation
        if (!offers.has(name) && !isUsed(resource)) offers.set(name, { id, step: order.step, resource })
      }
  return offers
}
/** What a resource costs on a day, as this user sees it. */
async function costOn({ client }: TestUser, resource: string, day: string, nextDay: string): Promise<number> {
  const { data } = await client.costs.query({
    ...{ start_date: day, end_date: nextDay, measures: ['effective'] },
    filters: [{ dimension: 'resource', values: [resource] }],
  })
  return data.totals.reduce((sum, { values }) => sum + Number(values.effective ?? 0), 0)
}

it('reads its clouds through the sync', async () => {
  const { data: connections } = await ann.client.sync.list({})
  const connection = connections.find(({ kind }) => kind === 'aws')
  const id = connection?.id ?? ''
  expect(connection).toMatchObject({ account_id: expect.stringMatching(/^\d{12}$/), error: '' })
  expect((await ann.client.sync.get({ id })).data).toMatchObject({ is_simulated: true })
  await ann.client.sync.run({ id })
  await vi.waitFor(
    async () => {
      const { data } = await ann.client.sync.get({ id })
      expect(data.resources).toBeGreaterThan(200)
      expect(data.accounts).toBe(7)
      const { data: units } = await ann.client.sync.units({ id, limit: 200 })
      const states = units.filter(({ dataset }) => dataset === 'ec2').map(({ state }) => state)
      expect(new Set(states)).toEqual(new Set(['complete']))
    },
    { timeout: 120_000, interval: 500 },
  )
}, 180_000)

it('does what it offers for a recommendation, bills less of it, and takes it back', async () => {
  const { remediation } = cleo.client
  const latestState = async (id: string) =>
    (await remediation.ofRecommendation({ id })).data.remediation_actions[0]?.state
  const offered = await offers()
  expect([...offered.keys()].toSorted()).toEqual(offeredInDemo.toSorted())
  for (const [name, { id, step }] of offered) {
    expect((await remediation.ofRecommendation({ id })).data, name).toMatchObject({ possible: true, skip_reasons: '' })
    const { data: dry } = await remediation.actOnRecommendation({ id, step, dry_run: true })
    await remediation.actOnRecommendation({ id, step, dry_run_id: dry.remediation_action?.id })
    // On a busy machine the answer comes before the change is complete.
    await expect.poll(() => latestState(id), { timeout: 60_000, message: name }).toMatch(/^(done|waiting)$/)
    // What is deleted waits with a mark: a visit is shorter than that.
    if ((await latestState(id)) === 'waiting') await remediation.deleteNow({ id })
    await expect.poll(() => latestState(id), { timeout: 60_000, message: name }).toBe('done')
  }
  const { data: day } = await cleo.client.demo.nextDay({})
  expect(day.billed_day).toBe('2026-11-20')
  // The month of the demo's own bill is not what this day replaces.
  expect((await cleo.client.imports.list({})).data[0]).toMatchObject({ status: 'done', losses: [] })
  for (const [name, { resource }] of offered) {
    const before = await costOn(cleo, resource, '2026-11-19', '2026-11-20')
    // An hour of the morning is charged as it was: the least of these savings is 4% of half a day.
    expect(await costOn(cleo, resource, '2026-11-20', '2026-11-21'), name).toBeLessThan(before * 0.985)
  }
  for (const [name, { id }] of offered) {
    await remediation.revertRecommendation({ id })
    await expect.poll(() => latestState(id), { timeout: 60_000, message: name }).toBe('undone')
  }
}, 300_000)

it('says beforehand what its clouds cannot do, with the commands for it', async () => {
  const image = { rule: 'unused-image', resource_id: 'arn:aws:ec2:us-east-1::image/ami-0123456789abcdef0' }
  const id = await plantVolumeRecommendation(kept.world.database, scope, { ...image, seenAt: seededAt })
  const { remediation } = cleo.client
  const { data } = await remediation.ofRecommendation({ id })
  const reason = 'Northwind AWS is a simulated cloud of the demo, which cannot change this kind of resource'
  expect(data).toMatchObject({ possible: false, skip_reasons: expect.stringContaining(reason) })
  expect(data.options).toMatchObject([{ step: 'delete', script: { tool: 'aws' } }])
  const { data: dry } = await remediation.actOnRecommendation({ id, step: 'delete', dry_run: true })
  expect(dry).toMatchObject({ remediation_action: null, script: { tool: 'aws' } })
  await expect(remediation.actOnRecommendation({ id, step: 'delete' })).rejects.toThrow(reason)
})

it('carries out, bills and undoes what a visitor does, for that visitor alone', async () => {
  const idle = await recommendationOf('idle-instance')
  const { id, resource_id: resource } = idle
  const { data: dry } = await ann.client.remediation.actOnRecommendation({ id, step: 'stop', dry_run: true })
  const plan = dry.remediation_action
  expect(plan?.requests.map(({ body }) => new URLSearchParams(body).get('Action'))).toEqual(['StopInstances'])
  const { data: done } = await ann.client.remediation.actOnRecommendation({ id, step: 'stop', dry_run_id: plan?.id })
  expect(done).toMatchObject({ remediation_action: { state: 'done' }, recommendation: { status: 'done' } })
  expect((await ben.client.remediation.ofRecommendation({ id })).data.remediation_actions).toEqual([])

  const { data: day } = await ann.client.demo.nextDay({})
  expect(day).toEqual({ billed_day: '2026-11-20', days_ahead: 1 })
  const before = await costOn(ben, resource, '2026-11-19', '2026-11-20')
  // Stopped at noon: the hours before it are charged.
  const after = await costOn(ann, resource, '2026-11-20', '2026-11-21')
  expect(after).toBeGreaterThan(before * 0.4)
  expect(after).toBeLessThan(before * 0.6)
  expect(await costOn(ben, resource, '2026-11-20', '2026-11-21')).toBe(0)
  await ann.client.demo.nextDay({})
  expect(await costOn(ann, resource, '2026-11-21', '2026-11-22')).toBe(0)

  const own = async ({ client }: TestUser) =>
    (await client.savings.actions({})).data.filter(({ recommendation_id }) => recommendation_id === id)
  expect(await own(ann)).toHaveLength(1)
  expect(await own(ben)).toEqual([])
  // A job that looks for done recommendations records nothing of a visitor's.
  await kept.server.features.savings.calculate(scope)
  expect(await own(ben)).toEqual([])

  const { data: undone } = await ann.client.remediation.revertRecommendation({ id })
  expect(undone.remediation_action?.state).toBe('undone')
}, 300_000)

it('ends with the visit, whatever was done', async () => {
  const volume = await recommendationOf('unattached-volume')
  await ann.client.remediation.actOnRecommendation({ id: volume.id, step: 'delete' })
  const { services, features } = kept.server
  await endEndedVisits({ ...services, now: () => anHourLater, evaluate: features.recommendations.evaluate })
  const { data } = await ann.client.remediation.ofRecommendation({ id: volume.id })
  expect(data.remediation_actions).toEqual([])
  expect((await recommendationOf('unattached-volume')).id).toBe(volume.id)
  const { rows } = await kept.world.database.pool.query(
    'SELECT count(*)::int AS count FROM cost_load WHERE demo_visit IS NOT NULL',
  )
  expect(rows).toEqual([{ count: 0 }])
  const { data: dry } = await ann.client.remediation.actOnRecommendation({
    id: volume.id,
    step: 'delete',
    dry_run: true,
  })
  expect(dry.remediation_action?.description).toContain('will be deleted')
}, 120_000)
