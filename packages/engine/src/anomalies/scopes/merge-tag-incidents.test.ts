import type { ScopePart } from '@kept/domain/anomaly.ts'
import { expect, it } from 'vitest'
import { attributeHours } from './attribute-hours.ts'
import type { HourIncident } from './evaluate-hours.ts'
import { evaluateHours } from './evaluate-hours.ts'
import { mergeTagIncidents } from './merge-tag-incidents.ts'
import type { ScopeIncident } from './scope-incident.ts'

const part = (dimension: string, value: string): ScopePart => ({ dimension, value, name: value })
const account = [part('provider', 'AWS'), part('sub_account', '1')]
const service = [...account, part('service', 'compute')]
const resource = [...service, part('resource', 'i-1')]
const sku = [...service, part('sku', 'BoxUsage')]
const team = [part('tag:team', 'search')]

const incident = (scope: ScopePart[], excess: number, more: Partial<ScopeIncident> = {}): ScopeIncident => ({
  currency: 'USD',
  scope,
  direction: excess > 0 ? 'above' : 'below',
  status: 'over',
  severity: 'medium',
  first_day: '2026-06-10',
  last_day: '2026-06-11',
  expected: '100',
  actual: String(100 + excess),
  projected_excess: String(excess),
  days: [],
  ...more,
})
const scopeValues = (incidents: ScopeIncident[]) => incidents.map(({ scope }) => scope.at(-1)?.value ?? 'all')

it('reports one incident where a resource, its SKU and its team all show it', () => {
  expect(scopeValues(mergeTagIncidents([incident(resource, 50)], [incident(team, 55), incident(sku, 50)]))).toEqual([
    'i-1',
  ])
})

it('reports the team or the SKU where the tree only has an account or a service', () => {
  expect(scopeValues(mergeTagIncidents([incident(account, 60)], [incident(team, 58)]))).toEqual(['search'])
  expect(scopeValues(mergeTagIncidents([incident(service, 60)], [incident(sku, 58)]))).toEqual(['BoxUsage'])
  expect(scopeValues(mergeTagIncidents([incident(account, 60)], [incident(team, 20)]))).toEqual(['1'])
})

it('reports what only a tag shows above the minimum excess, and one of several tags', () => {
  const tags = [incident(team, 60), incident([part('tag:env', 'prod')], 55)]
  expect(scopeValues(mergeTagIncidents([], tags))).toEqual(['search'])
  expect(mergeTagIncidents([], [incident(team, 60, { severity: 'low' })])).toEqual([])
})

it('keeps apart other times, directions, currencies and services', () => {
  const other = (more: Partial<ScopeIncident>) =>
    mergeTagIncidents([incident(resource, 50)], [incident(team, 50, more)])
  expect(other({ first_day: '2026-06-20', last_day: '2026-06-20' })).toHaveLength(2)
  expect(other({ currency: 'EUR' })).toHaveLength(2)
  const otherScope = [...account, part('service', 'storage'), part('sku', 'GB')]
  expect(mergeTagIncidents([incident(resource, 50)], [incident(otherScope, 50)])).toHaveLength(2)
})

const startMs = Date.UTC(2026, 5, 1)
const hours = (change: (row: number) => number) =>
  Array.from({ length: 21 * 24 }, (_, row) => ({
    at: new Date(startMs + row * 3_600_000).toISOString(),
    cost: (10 + 3 * Math.sin((row / 24) * 2 * Math.PI) + ((row * 7919) % 13) / 26 + change(row)).toFixed(4),
  }))

it('finds the hour an incident began, and nothing in ordinary hours', () => {
  const order = { currency: 'USD', scope: service }
  expect(evaluateHours({ ...order, hours: hours(() => 0) }, '5')).toEqual([])
  const [hourIncident, ...otherIncidents] = evaluateHours(
    { ...order, hours: hours((row) => (row >= 400 && row < 406 ? 40 : 0)) },
    '5',
  )
  expect(otherIncidents).toEqual([])
  expect(hourIncident).toMatchObject({
    direction: 'above',
    isOpen: false,
    started_at: new Date(startMs + 400 * 3_600_000).toISOString(),
    ended_at: new Date(startMs + 406 * 3_600_000).toISOString(),
  })
  expect(Number(hourIncident?.actual) - Number(hourIncident?.expected)).toBeCloseTo(240, -1)
})

it('gives its hour to the incident of the day, and makes one of its own where the day saw none', () => {
  const hour: HourIncident = {
    currency: 'USD',
    scope: service,
    direction: 'above',
    started_at: '2026-06-10T14:00:00.000Z',
    ended_at: '2026-06-10T20:00:00.000Z',
    isOpen: false,
    expected: '60',
    actual: '120',
    hours: [],
  }
  const dailyCosts = new Map([['USD', '1000']])
  expect(attributeHours([incident(resource, 50)], [hour], dailyCosts)).toMatchObject([
    { started_at: '2026-06-10T14:00:00.000Z', first_day: '2026-06-10' },
  ])
  expect(attributeHours([], [hour], dailyCosts)).toMatchObject([
    { severity: 'medium', first_day: '2026-06-10', last_day: '2026-06-10', projected_excess: '60' },
  ])
})
