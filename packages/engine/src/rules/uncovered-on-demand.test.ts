import { expect, it } from 'vitest'
import {
  commitment,
  daily,
  evaluateAlone,
  factsOf,
  june,
  onDemandHour,
  recommendationsOf,
  use,
  windowOf,
} from '../testing/facts.ts'
import type { Rule } from './define-rule.ts'
import { idlePublicAddress } from './idle-public-address.ts'
import { previousGenerationInstance } from './previous-generation-instance.ts'
import { runRules } from './run-rules.ts'
import { uncoveredOnDemand } from './uncovered-on-demand.ts'
import { unusedCommitment } from './unused-commitment.ts'

const hoursOf = (price: (hour: number, day: number) => string) =>
  daily(june, (day, index) =>
    Array.from({ length: 24 }, (_, hour) =>
      onDemandHour({ at: `${day}T${String(hour).padStart(2, '0')}:00:00Z`, contracted: price(hour, index) }),
    ),
  ).flat()
const machine = (contracted: string) => use({ instance_type: 'm5.large', effective: contracted, contracted })

it('saves the discount on a floor that never moves', () => {
  const [recommendation] = recommendationsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf(() => '1'),
    resource_usage: [machine('720')],
  })
  expect(recommendation).toMatchObject({
    monthly_savings_low: '100.8', // 14 %
    monthly_savings: '194.4', // 27 %
    monthly_savings_high: '295.2', // 41 %
    monthly_cost: '720',
  })
  expect(recommendation?.evidence).toContainEqual(expect.objectContaining({ label: 'Break-even', value: '73%' }))
})

it('commits to nothing when nights are empty', () => {
  const recommendations = recommendationsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf((hour) => (hour < 8 || hour > 19 ? '0' : '1')),
    resource_usage: [machine('360')],
  })
  expect(recommendations).toEqual([])
})

it('counts missing hours as empty, not as unknown', () => {
  const withoutThree = hoursOf(() => '1').filter((hour) => !hour.at.includes('T03'))
  const nights = hoursOf(() => '1').filter(({ at }) => Number(at.slice(11, 13)) > 3)
  const level = (on_demand_hour: typeof withoutThree) =>
    recommendationsOf(uncoveredOnDemand, { on_demand_hour, resource_usage: [machine('720')] }).length
  expect([level(withoutThree), level(nights)]).toEqual([1, 0])
})

it('leaves out what is paid by the hour and no commitment covers', () => {
  const [recommendation] = recommendationsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf(() => '1'),
    resource_usage: [machine('360'), use({ meter: 'NatGateway-Hours', effective: '360' })],
  })
  expect(recommendation?.monthly_savings).toBe('97.2')
})

it('promises no year on ten days', () => {
  const { recommendations, outcomes } = evaluateAlone(
    uncoveredOnDemand,
    { on_demand_hour: [onDemandHour({ at: '2026-06-01T00:00:00Z', contracted: '1' })], resource_usage: [] },
    windowOf('2026-06-01', '2026-06-11'),
  )
  expect(recommendations).toEqual([])
  expect(outcomes[0]?.skip_reasons[0]).toContain('this window has 10')
})

it('leaves out development machines, which should be switched off instead', () => {
  const [recommendation] = recommendationsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf(() => '1'),
    resource_usage: [
      machine('360'),
      use({ resource_id: 'i-2', instance_type: 'm5.large', tags: { env: 'dev' }, contracted: '360' }),
    ],
  })
  expect(recommendation).toMatchObject({ monthly_savings: '97.2', monthly_cost: '360' })
})

it('covers only what other recommendations on its machines leave', () => {
  const facts = {
    on_demand_hour: hoursOf(() => '1'),
    resource_usage: [
      use({ resource_id: 'i-old', instance_type: 'm4.large', effective: '720', contracted: '720' }),
      use({ resource_id: 'ip', meter: 'ElasticIP:IdleAddress', effective: '360' }),
    ],
    commitment_usage: [commitment({ effective_unused: '331.2', effective_used: '0' })],
  }
  const savings = (rules: Rule[]) =>
    Object.fromEntries(
      runRules(rules, { facts: factsOf(facts), window: june }).recommendations.map((recommendation) => [
        recommendation.rule,
        recommendation.monthly_savings,
      ]),
    )
  expect(savings([uncoveredOnDemand, idlePublicAddress])['uncovered-on-demand']).toBe('194.4')
  // 28.80 saved on the machine and 331.20 that could be covered already: half of its 720 is left.
  expect(savings([uncoveredOnDemand, previousGenerationInstance, unusedCommitment])).toEqual({
    'previous-generation-instance': '28.8',
    'unused-commitment': '331.2',
    'uncovered-on-demand': '97.2',
  })
})

it('knows services by the names of every kind of bill', () => {
  const names: [string, string][] = [
    ['AWS', 'AmazonEC2'],
    ['AWS', 'AmazonRDS'],
    ['Microsoft Azure', 'Virtual Machines'],
    ['Microsoft', 'Azure SQL Database'],
    ['Google Cloud', 'Compute Engine'],
  ]
  for (const [provider, service] of names) {
    const recommendations = recommendationsOf(uncoveredOnDemand, {
      on_demand_hour: hoursOf(() => '1').map((hour) => ({ ...hour, provider, service })),
      resource_usage: [use({ provider, service, instance_type: 'm5.large', effective: '720', contracted: '720' })],
    })
    expect(recommendations).toHaveLength(1)
  }
})
