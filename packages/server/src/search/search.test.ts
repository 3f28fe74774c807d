/** One search over everything: results, their links, and permissions. */
import type { Permission, Role } from '@kept/domain/permission.ts'
import type { HitKind } from '@kept/domain/search.ts'
import { entriesOf } from '@kept/foundation/keys.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shapesWith } from '../testing/plant-shapes.ts'
import { createTestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

const arn = 'arn:aws:ec2:eu-west-1:1:instance/i-0abc'
const searchTerm = 'findme'
let kept: TestKept

beforeAll(async () => {
  kept = await openKept()
  const { world } = kept
  const line = (id: string, cost: string, more = {}) =>
    lineOn('2024-03-01', {
      ServiceProviderName: 'AWS',
      ServiceName: 'Web Compute',
      SubAccountId: '42',
      SubAccountName: 'Webshop',
      RegionId: 'eu-west-1',
      ResourceId: id,
      EffectiveCost: cost,
      ...more,
    })
  await publishLines(world, world.scope, 'a', [
    line(arn, '9', { ResourceName: 'front~door', ResourceType: 'Virtual machine', Tags: { 'team,x': 'web|1' } }),
    line('web', '1'),
    line('website', '2'),
    line(`i-${searchTerm}`, '1', {
      ServiceName: `${searchTerm} service`,
      SubAccountId: searchTerm,
      RegionId: searchTerm,
    }),
    line('tagged', '1', { ServiceProviderName: `${searchTerm} cloud`, Tags: { project: searchTerm } }),
  ])
  await syncResources(world.database, world.warehouse, world.scope)
  await plantRows(world.database, world.scope, searchTerm, {
    ...shapesWith(searchTerm),
    'behavior_environment.window_key': '30d',
    'behavior_environment.analysis': { environment_name: `${searchTerm} environment`, project: '' },
    'recommendation.status': 'open',
    'recommendation.rule': 'idle-instance',
    'recommendation.title': 'Idle instance',
    'recommendation.resource_id': `i-${searchTerm}`,
    'loop_incident.confirmed': true,
    'loop_incident.loop_type': 'infinite_retry',
    'loop_incident.status': 'active',
  })
  await createTestUser(kept, { name: searchTerm, in: 'own' })
})
afterAll(() => kept.close())

it('returns exact matches first, then prefixes, each with its link and the matched field', async () => {
  const { data } = await kept.client.search.find({ q: 'WEB', limit: 4 })
  expect(data.map(({ kind, title, href }) => [kind, title, href])).toEqual([
    ['resource', 'web', '/resources?id=web&of=AWS'],
    ['resource', 'website', '/resources?id=website&of=AWS'],
    ['service', 'Web Compute', '/costs?by=sub_account&f=service%7Cis%7CWeb+Compute'],
    ['account', 'Webshop', '/costs?by=service&f=sub_account%7Cis%7C42'],
  ])
  const { data: byId } = await kept.client.search.find({ q: 'i-0abc' })
  expect(byId).toEqual([
    {
      kind: 'resource',
      title: 'front~door',
      detail: `Virtual machine · Webshop · eu-west-1 · ${arn}`,
      href: '/resources?id=arn%3Aaws%3Aec2%3Aeu-west-1%3A1%3Ainstance%2Fi-0abc&of=AWS',
      matched: { field: 'Id', text: arn },
    },
  ])
})

it('finds tags with their resources, and by several terms', async () => {
  const { data } = await kept.client.search.find({ q: 'web|1' })
  expect(data.map(({ kind, title, matched }) => [kind, title, matched])).toEqual([
    ['tag', 'team,x: web|1', { field: 'Tag', text: 'web|1' }],
    ['resource', 'front~door', { field: 'Tag', text: 'team,x: web|1' }],
  ])
  // "|" inside a part and "," inside the filter are escaped, once for each.
  expect(data[0]?.href).toBe('/costs?by=service&f=tag%3Ateam%7E2cx%7Cis%7Cweb%7E%7E7c1')
  const { data: hits } = await kept.client.search.find({ q: 'front virtual' })
  expect(hits.map(({ title }) => title)).toEqual(['front~door'])
  expect((await kept.client.search.find({ q: 'front virtual nowhere' })).data).toEqual([])
})

it('finds recommendations by the text of their rule', async () => {
  const { data } = await kept.client.search.find({ q: 'idle inst' })
  expect(data.map(({ kind }) => kind)).toContain('recommendation')
})

it('treats the text literally: no pattern, no statement', async () => {
  for (const q of ['100%_', "'; DROP TABLE resource; --", '\\', '{}', '[0]', '"']) {
    expect((await kept.client.search.find({ q })).data, q).toEqual([])
  }
})

it('returns nothing to another organization', async () => {
  expect((await kept.otherClient.search.find({ q: 'web' })).data).toEqual([])
  expect((await kept.otherClient.search.find({ q: searchTerm })).data).toEqual([])
})

it('follows changes of resources: a new name is found, an old one is not', async () => {
  const { world } = kept
  await publishLines(world, world.otherScope, 'b', [
    lineOn('2024-03-01', { ServiceProviderName: 'AWS', ResourceId: 'r', ResourceName: 'before', EffectiveCost: '1' }),
  ])
  await syncResources(world.database, world.warehouse, world.otherScope)
  expect((await kept.otherClient.search.find({ q: 'before' })).data.map(({ kind }) => kind)).toEqual(['resource'])
  await world.database.scoped(world.otherScope, (tx) =>
    tx.updateTable('resource').set({ inventory_name: 'after' }).execute(),
  )
  await syncResources(world.database, world.warehouse, world.otherScope)
  expect((await kept.otherClient.search.find({ q: 'before' })).data).toEqual([])
  expect((await kept.otherClient.search.find({ q: 'after' })).data.map(({ title }) => title)).toEqual(['after'])
})

const kindsOf: Partial<Record<Permission, HitKind[]>> = {
  'costs:read': ['resource', 'service', 'account', 'region', 'provider', 'tag', 'budget', 'anomaly'],
  'recommendations:read': ['recommendation'],
  'loops:read': ['loop'],
  'behavior:read': ['environment', 'team'],
  'notifications:read': ['alert_rule', 'channel'],
  'users:read': ['person'],
}
const everything = Object.values(kindsOf).flat().sort()

async function kindsFor(name: string, role: Role, deny: Permission[] = []): Promise<string[]> {
  const user = await createTestUser(kept, { name, in: 'own', role, grants: { allow: [], deny } })
  const { data } = await user.client.search.find({ q: searchTerm, limit: 50 })
  return [...new Set(data.map(({ kind }) => kind))].sort()
}

it('shows each role what it may read: users only to those with the permission', async () => {
  expect(await kindsFor('boss', 'admin')).toEqual(everything)
  for (const role of ['user', 'billing_admin'] as const) {
    expect(await kindsFor(role, role)).toEqual(everything.filter((kind) => kind !== 'person'))
  }
})

it('hides a result type without the permission of its own route', async () => {
  for (const [permission, kinds] of entriesOf(kindsOf)) {
    expect(await kindsFor(permission.replace(':', '-'), 'admin', [permission]), permission).toEqual(
      everything.filter((kind) => !isOneOf(kinds ?? [], kind)),
    )
  }
})
