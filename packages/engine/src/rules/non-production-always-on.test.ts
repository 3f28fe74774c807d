import { expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, use, week } from '../testing/facts.ts'
import { nonProductionAlwaysOn } from './non-production-always-on.ts'
import { environmentOf } from './reading/environment-of.ts'

const hours = (cost: (hour: number, day: number) => number | null) =>
  Array.from({ length: 168 }, (_, i) => cost(i % 24, Math.floor(i / 24)))
const machine = (overrides = {}) =>
  use({ resource_id: 'i-1', instance_type: 'm6i.large', effective: '84', ...overrides })
const dev = { resource_id: 'i-1', tags: { Environment: 'Dev' } }

it('finds a development machine that never sleeps and saves what lies outside working time', () => {
  const [recommendation] = recommendationsOf(nonProductionAlwaysOn, {
    resource_usage: [machine()],
    resource_week: [week({ ...dev, hours: hours(() => 0.1) })],
  })
  expect(recommendation?.monthly_cost).toBe('84')
  // 60 of 168 hours are left.
  expect(recommendation?.summary).toMatch(/costs \$84\.00.*would cost about \$30\.00/)
  expect(Number(recommendation?.monthly_savings_low)).toBeCloseTo(24, 3)
  expect(Number(recommendation?.monthly_savings)).toBeCloseTo(54, 3) // 108 of 168 hours
})

it('finds the working hours wherever the office is', () => {
  // An office in California works 16 to 04 UTC; above 80 % at night it is forgotten, below it is partly off.
  const night = (level: number) =>
    recommendationsOf(nonProductionAlwaysOn, {
      resource_usage: [machine()],
      resource_week: [
        week({
          ...dev,
          hours: hours((hour, day) => ((hour >= 16 && day < 5) || (hour < 4 && day > 0 && day < 6) ? 1 : level)),
        }),
      ],
    }).length
  expect([night(0.81), night(0.79)]).toEqual([1, 0])
})

it('leaves production, spare capacity, covered hours and young machines alone', () => {
  const flat = hours(() => 0.1)
  const recommendationCount = (machineOwn: object, weekOwn: object) =>
    recommendationsOf(nonProductionAlwaysOn, {
      resource_usage: [machine(machineOwn)],
      resource_week: [week({ ...dev, hours: flat, ...weekOwn })],
    }).length
  expect(recommendationCount({}, { tags: { env: 'prod' } })).toBe(0)
  expect(recommendationCount({ pricing_category: 'Dynamic' }, {})).toBe(0)
  expect(recommendationCount({ commitment_id: 'sp-1' }, {})).toBe(0)
  expect(recommendationCount({}, { days: 13 })).toBe(0)
  expect(recommendationCount({}, { days: 14 })).toBe(1)
})

it('says why it cannot look', () => {
  const skipReasons = (overrides: object) =>
    evaluateAlone(nonProductionAlwaysOn, { resource_usage: [machine()], ...overrides }).outcomes[0]?.skip_reasons
  expect(skipReasons({})).toEqual(['Needs hourly costs (this bill is daily).'])
  expect(skipReasons({ resource_week: [week({ resource_id: 'i-1', hours: hours(() => 1) })] })).toEqual([
    'Needs an environment tag (1 instances have none).',
  ])
})

it('reads environments in the spellings bills have', () => {
  const production = (tags: Record<string, string>, names: string[] = []) => environmentOf(tags, names)?.production
  expect(production({ ' Environment': 'Staging' })).toBe(false)
  expect(production({ 'user:env': 'dev-2' })).toBe(false)
  expect(production({ resource_tags_user_environment: 'PROD' })).toBe(true)
  expect(production({ team: 'dev' })).toBeUndefined()
  expect(production({}, ['web-dev-1'])).toBe(false)
  expect(production({}, ['devices'])).toBeUndefined()
  expect(production({ env: 'prod' }, ['shop-dev'])).toBe(true)
})
