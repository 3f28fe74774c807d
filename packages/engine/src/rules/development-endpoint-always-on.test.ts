import { expect, it } from 'vitest'
import { findingsOf, judgeAlone, use } from '../testing/facts.ts'
import { developmentEndpointAlwaysOn } from './development-endpoint-always-on.ts'

const endpoint = (own = {}) =>
  use({
    resource_id: 'devEndpoint/a',
    service: 'AWS Glue',
    meter: 'USE1-DEVED-DPU-Hour',
    effective: '1680',
    hours: 719,
    ...own,
  })

it('finds an endpoint that never sleeps', () => {
  const [finding] = findingsOf(developmentEndpointAlwaysOn, { resource_use: [endpoint()] })
  expect(finding?.monthly_saving_high).toBe('1680')
  expect(Number(finding?.monthly_saving_low)).toBeCloseTo(1080, 2)
  expect(Number(finding?.monthly_saving)).toBeCloseTo(1280, 2)
})

it('measures from its first day on: a younger one is judged by its own time', () => {
  const found = (own: object) => findingsOf(developmentEndpointAlwaysOn, { resource_use: [endpoint(own)] }).length
  expect(found({ first_day: '2026-06-21', days: 10, hours: 192 })).toBe(1)
  expect(found({ first_day: '2026-06-21', days: 10, hours: 191 })).toBe(0)
  expect(found({ first_day: '2026-06-25', days: 6, hours: 144 })).toBe(0)
})

it('leaves a deleted one alone and says when nights cannot be seen', () => {
  expect(findingsOf(developmentEndpointAlwaysOn, { resource_use: [endpoint({ last_day: '2026-06-16' })] })).toEqual([])
  const { outcomes } = judgeAlone(developmentEndpointAlwaysOn, { resource_use: [endpoint({ hours: 0 })] })
  expect(outcomes[0]?.why_not).toEqual(['1 are billed by the day: their nights cannot be seen.'])
})
