import { addDays } from '@kept/foundation/calendar/day.ts'
import { expect, it } from 'vitest'
import { northwind } from '../northwind.ts'
import { simulatedResources } from '../world/simulated-resources.ts'
import { billOf } from './bill-of.ts'
import { billOfDay, type WorldChange } from './bill-of-day.ts'
import { valuesOf } from './row.ts'

const until = '2026-11-25'
const day = addDays(until, -1)
const world = northwind({ until, days: 40, seed: 'northwind' })
const costsOn = (changes: readonly WorldChange[]) => {
  const costs = new Map<string, number>()
  for (const account of world.billingAccounts)
    for (const row of billOfDay(world, account, { day, changes })) {
      const { ResourceId = '', EffectiveCost = '0' } = valuesOf(row)
      costs.set(ResourceId, (costs.get(ResourceId) ?? 0) + Number(EffectiveCost))
    }
  return costs
}
const named = (name: string) => {
  const resource = world.resources.find((entry) => entry.name === name)
  const simulated = simulatedResources(world).find(({ id }) => id === resource?.id)
  if (!resource || !simulated) throw new Error(`This world has no "${name}".`)
  return simulated
}
const since = `${day}T12:00:00Z`

it('is the part of the bill that has this day, when nothing was changed', () => {
  let expected = 0
  for (const account of world.billingAccounts)
    for (const row of billOf(world, account)) {
      const { ChargePeriodStart = '', ChargeCategory, EffectiveCost = '0' } = valuesOf(row)
      if (ChargePeriodStart.startsWith(day) && ChargeCategory !== 'Tax') expected += Number(EffectiveCost)
    }
  const total = [...costsOn([]).values()].reduce((sum, cost) => sum + cost, 0)
  expect(total).toBeCloseTo(expected, 2)
})

it('charges a stopped machine until it was stopped, and half as much for one of half the size', () => {
  const [stopped, resized] = [named('query-engine-6'), named('query-engine-5')]
  const before = costsOn([])
  const after = costsOn([
    { resourceId: stopped.id, since, state: { ...stopped.state, running: false } },
    { resourceId: resized.id, since: `${day}T00:00:00Z`, state: { ...resized.state, type: 'r6i.8xlarge' } },
  ])
  expect(after.get(stopped.id)).toBeCloseTo((before.get(stopped.id) ?? 0) / 2, 4)
  expect(after.get(resized.id)).toBeCloseTo((before.get(resized.id) ?? 0) / 2, 4)
  for (const [id, cost] of before)
    if (id !== stopped.id && id !== resized.id) expect(after.get(id)).toBeCloseTo(cost, 6)
})

it('charges the backup of a deleted volume', () => {
  const volume = named('lake-disk-12')
  const before = costsOn([]).get(volume.id) ?? 0
  const after = costsOn([{ resourceId: volume.id, since, state: { ...volume.state, exists: false, backup: true } }])
  expect(after.get(volume.id)).toBeUndefined()
  const backup = after.get(volume.id.replace('volume/vol-', 'snapshot/snap-')) ?? 0
  expect(backup).toBeGreaterThan(0)
  expect(backup).toBeLessThan(before)
})

it.each([
  ['try-dwh', { running: false }, 0],
  ['campaign-2025', { exists: false }, 0],
  ['erp-gateway-ip-2', { allocated: false }, 0],
  ['ranker-old-ip', { allocated: false }, 0],
  // The price of one type as a part of the other one's.
  ['report-old-1', { type: 'Standard_D8s_v5' }, 0.384 / 0.585],
  ['search-1', { type: 'm6i.16xlarge' }, 3.072 / 3.2],
  ['experiments-db', { type: 'db.m6g.8xlarge' }, 0.5],
  ['train-dev-1', { type: 'e2-standard-16' }, 0.5],
  ['search-disk-1', { type: 'gp3' }, 0.8],
  ['golden-image-2', { tier: 'archive' }, 0.25],
  ['northwind-lake-2022', { lifecycle: '<Rule><Transition></Transition></Rule>' }, 0.0125 / 0.023],
  // Logs that grow by 1.2% a day: what is older than 90 days is a third of them.
  ['network/flow', { days: 90 }, 1 - 1.012 ** -90],
  // Its requests, $1.60 a day of $25.60, cost the same.
  ['settle-2', { memory: 256 }, (24 * 0.25 + 1.6) / 25.6],
])('charges %s as %j from the next day on', (name, change, share) => {
  const { id, state } = named(name)
  const before = costsOn([]).get(id) ?? 0
  const after = costsOn([{ resourceId: id, since: `${day}T00:00:00Z`, state: { ...state, ...change } }]).get(id) ?? 0
  expect(before).toBeGreaterThan(0)
  expect(after / before).toBeCloseTo(share, 2)
})

it('knows every kind of resource that Kept can change', () => {
  const kinds = new Set(simulatedResources(world).map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual([
    ...['compute_instance', 'dynamodb_table', 'ebs_snapshot', 'ebs_volume', 'ec2_instance', 'elastic_ip'],
    ...['lambda_function', 'load_balancer', 'log_group', 'public_ip_address', 'rds_instance', 'redshift_cluster'],
    ...['s3_bucket', 'sqs_queue', 'static_address', 'virtual_machine'],
  ])
})

it('has an address of its own for each resource', () => {
  const resources = simulatedResources(world)
  expect(new Set(resources.map(({ kind, address }) => `${kind} ${address}`)).size).toBe(resources.length)
})
