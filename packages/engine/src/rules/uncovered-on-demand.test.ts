import { expect, it } from 'vitest'
import {
  commitment,
  daily,
  factsOf,
  findingsOf,
  judgeAlone,
  june,
  onDemandHour,
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
  const [finding] = findingsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf(() => '1'),
    resource_use: [machine('720')],
  })
  expect(finding).toMatchObject({
    monthly_saving_low: '100.8', // 14 %
    monthly_saving: '194.4', // 27 %
    monthly_saving_high: '295.2', // 41 %
    monthly_cost: '720',
  })
  expect(finding?.evidence).toContainEqual(expect.objectContaining({ label: 'Break-even', value: '73 %' }))
})

it('commits to nothing when nights are empty', () => {
  const found = findingsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf((hour) => (hour < 8 || hour > 19 ? '0' : '1')),
    resource_use: [machine('360')],
  })
  expect(found).toEqual([])
})

it('counts missing hours as empty, not as unknown', () => {
  const busy = hoursOf(() => '1').filter((hour) => !hour.at.includes('T03'))
  const nights = hoursOf(() => '1').filter(({ at }) => Number(at.slice(11, 13)) > 3)
  const level = (on_demand_hour: typeof busy) =>
    findingsOf(uncoveredOnDemand, { on_demand_hour, resource_use: [machine('720')] }).length
  expect([level(busy), level(nights)]).toEqual([1, 0])
})

it('leaves out what is paid by the hour and no commitment covers', () => {
  const [finding] = findingsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf(() => '1'),
    resource_use: [machine('360'), use({ meter: 'NatGateway-Hours', effective: '360' })],
  })
  expect(finding?.monthly_saving).toBe('97.2')
})

it('promises no year on ten days', () => {
  const { findings, outcomes } = judgeAlone(
    uncoveredOnDemand,
    { on_demand_hour: [onDemandHour({ at: '2026-06-01T00:00:00Z', contracted: '1' })], resource_use: [] },
    windowOf('2026-06-01', '2026-06-11'),
  )
  expect(findings).toEqual([])
  expect(outcomes[0]?.why_not[0]).toContain('10 days are too few')
})

it('leaves out development machines, which should be switched off instead', () => {
  const [finding] = findingsOf(uncoveredOnDemand, {
    on_demand_hour: hoursOf(() => '1'),
    resource_use: [
      machine('360'),
      use({ resource_id: 'i-2', instance_type: 'm5.large', tags: { env: 'dev' }, contracted: '360' }),
    ],
  })
  expect(finding).toMatchObject({ monthly_saving: '97.2', monthly_cost: '360' })
})

it('covers only what other findings on its machines leave', () => {
  const facts = {
    on_demand_hour: hoursOf(() => '1'),
    resource_use: [
      use({ resource_id: 'i-old', instance_type: 'm4.large', effective: '720', contracted: '720' }),
      use({ resource_id: 'ip', meter: 'ElasticIP:IdleAddress', effective: '360' }),
    ],
    commitment_use: [commitment({ effective_unused: '331.2', effective_used: '0' })],
  }
  const savings = (rules: Rule[]) =>
    Object.fromEntries(
      runRules(rules, { facts: factsOf(facts), window: june }).findings.map((one) => [one.rule, one.monthly_saving]),
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
    const found = findingsOf(uncoveredOnDemand, {
      on_demand_hour: hoursOf(() => '1').map((hour) => ({ ...hour, provider, service })),
      resource_use: [use({ provider, service, instance_type: 'm5.large', effective: '720', contracted: '720' })],
    })
    expect(found).toHaveLength(1)
  }
})
