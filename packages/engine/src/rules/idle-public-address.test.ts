import { expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, use } from '../testing/facts.ts'
import { idlePublicAddress } from './idle-public-address.ts'

it('finds an address charged as idle, and saves all of it', () => {
  const [recommendation] = recommendationsOf(idlePublicAddress, {
    resource_usage: [use({ resource_id: 'eipalloc-1', meter: 'USE1-ElasticIP:IdleAddress', effective: '3.6' })],
  })
  expect(recommendation).toMatchObject({ resource_id: 'eipalloc-1', monthly_savings: '3.6', monthly_cost: '3.6' })
})

it('leaves an address in use alone', () => {
  expect(
    recommendationsOf(idlePublicAddress, {
      resource_usage: [use({ meter: 'USE1-PublicIPv4:InUseAddress', effective: '3.6' })],
    }),
  ).toEqual([])
})

it('leaves an address alone that was released before the window ended', () => {
  const released = (last_day: string) =>
    recommendationsOf(idlePublicAddress, {
      resource_usage: [use({ meter: 'ElasticIP:IdleAddress', effective: '3.6', last_day })],
    }).length
  expect([released('2026-06-28'), released('2026-06-27')]).toEqual([1, 0])
})

it('reports that the bill of Azure does not show it', () => {
  const { outcomes } = evaluateAlone(idlePublicAddress, {
    resource_usage: [use({ provider: 'Microsoft', meter: 'Standard IPv4 Static Public IP', effective: '3' })],
  })
  expect(outcomes[0]?.skip_reasons[0]).toContain('Azure')
})
