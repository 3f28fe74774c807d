import { expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, use } from '../testing/facts.ts'
import { developmentEndpointAlwaysOn } from './development-endpoint-always-on.ts'

const endpoint = (overrides = {}) =>
  use({
    resource_id: 'devEndpoint/a',
    service: 'AWS Glue',
    meter: 'USE1-DEVED-DPU-Hour',
    effective: '1680',
    hours: 719,
    ...overrides,
  })

it('finds an endpoint that never sleeps', () => {
  const [recommendation] = recommendationsOf(developmentEndpointAlwaysOn, { resource_usage: [endpoint()] })
  expect(recommendation?.monthly_savings_high).toBe('1680')
  expect(Number(recommendation?.monthly_savings_low)).toBeCloseTo(1080, 2)
  expect(Number(recommendation?.monthly_savings)).toBeCloseTo(1280, 2)
})

it('measures a younger endpoint from its first day on', () => {
  const recommendationCount = (overrides: object) =>
    recommendationsOf(developmentEndpointAlwaysOn, { resource_usage: [endpoint(overrides)] }).length
  expect(recommendationCount({ first_day: '2026-06-21', days: 10, hours: 192 })).toBe(1)
  expect(recommendationCount({ first_day: '2026-06-21', days: 10, hours: 191 })).toBe(0)
  expect(recommendationCount({ first_day: '2026-06-25', days: 6, hours: 144 })).toBe(0)
})

it('leaves a deleted one alone and says when nights cannot be seen', () => {
  expect(
    recommendationsOf(developmentEndpointAlwaysOn, { resource_usage: [endpoint({ last_day: '2026-06-16' })] }),
  ).toEqual([])
  const { outcomes } = evaluateAlone(developmentEndpointAlwaysOn, { resource_usage: [endpoint({ hours: 0 })] })
  expect(outcomes[0]?.skip_reasons).toEqual(['Needs hourly billing (1 endpoints are billed by the day).'])
})
