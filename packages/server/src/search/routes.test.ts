import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  const { world } = kept
  await publishLines(world, world.scope, 'a', [
    lineOn('2024-03-01', {
      ServiceProviderName: 'AWS',
      ServiceName: 'Web Compute',
      SubAccountId: '42',
      SubAccountName: 'Webshop',
      ResourceId: 'web',
      ResourceName: 'front~door',
      EffectiveCost: '1',
      Tags: { 'team,x': 'web|1' },
    }),
  ])
  await world.database.scoped(world.scope, (tx) =>
    tx
      .insertInto('finding')
      .values({
        id: '11111111-1111-4111-8111-111111111111',
        organization_id: world.scope.organizationId,
        rule: 'idle',
        fingerprint: 'a',
        title: 'Idle machine',
        summary: 'Nobody asks the webserver.',
        provider: 'AWS',
        billing_account_id: '',
        sub_account_id: '',
        sub_account_name: '',
        region: '',
        service: '',
        resource_id: 'i-9',
        resource_name: '',
        resource_type: '',
        currency: 'USD',
        monthly_saving: null,
        monthly_saving_low: null,
        monthly_saving_high: null,
        monthly_cost: '1',
        confidence: 1,
        effort: 'low',
        risk: 'low',
        evidence: '[]',
        steps: '[]',
        status: 'open',
        first_seen_at: new Date(),
        last_seen_at: new Date(),
      })
      .execute(),
  )
})
afterAll(() => kept.close())

it('finds resources, services, accounts, tags and findings, exact ones first, each with its way there', async () => {
  const { data } = await kept.own.search.find({ q: 'WEB' })
  expect(data).toEqual([
    {
      kind: 'resource',
      title: 'front~door',
      detail: 'Web Compute · web',
      href: '/costs?by=description&f=resource%7Cis%7Cweb',
    },
    {
      kind: 'account',
      title: 'Webshop',
      detail: 'Sub-account · AWS · 42',
      href: '/costs?by=service&f=sub_account%7Cis%7C42',
    },
    {
      kind: 'service',
      title: 'Web Compute',
      detail: 'AWS',
      href: '/costs?by=sub_account&f=service%7Cis%7CWeb+Compute',
    },
    {
      kind: 'tag',
      title: 'team,x: web|1',
      detail: 'Tag',
      // "|" inside a part and "," inside the filter are escaped, once for each.
      href: '/costs?by=service&f=tag%3Ateam%7E2cx%7Cis%7Cweb%7E%7E7c1',
    },
    {
      kind: 'finding',
      title: 'Idle machine',
      detail: 'i-9',
      href: '/savings?finding=11111111-1111-4111-8111-111111111111',
    },
  ])
  expect((await kept.own.search.find({ q: 'web', limit: 2 })).data.length).toBe(2)
  expect((await kept.own.search.find({ q: '100%_' })).data).toEqual([])
})

it('finds nothing for a stranger', async () => {
  expect((await kept.stranger.search.find({ q: 'web' })).data).toEqual([])
})
