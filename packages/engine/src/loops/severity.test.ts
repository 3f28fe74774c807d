import { expect, it } from 'vitest'
import { emptyResource } from './aggregate/nodes.ts'
import { feature, type LoopEvaluation } from './evaluation.ts'
import { severityOf } from './severity.ts'

const evaluationWith = (overrides: Partial<LoopEvaluation>): LoopEvaluation => ({
  type: 'recursive_function',
  resource: emptyResource,
  resourceIds: [],
  edges: [],
  volume: 100,
  gate: true,
  isQuiet: false,
  shape: true,
  partial: true,
  excludedBy: null,
  features: [],
  metrics: { iterations: 0, perMinute: 0, avgMs: null, memoryMb: null, cpuPercent: null },
  cycle: [],
  gain: null,
  gainLow: null,
  entryEdge: null,
  fixEdge: null,
  systems: [],
  uses: [],
  traces: [],
  ...overrides,
})

it.each([
  ['0.99', 'low'],
  ['1', 'medium'],
  ['9.99', 'medium'],
  ['10', 'high'],
  ['99.99', 'high'],
  ['100', 'critical'],
])('costs %s an hour: %s', (hourly, severity) => {
  expect(severityOf(evaluationWith({ volume: 1e6 }), 100, hourly)).toBe(severity)
})

it.each([
  [199, 'low'],
  [200, 'medium'],
  [499, 'medium'],
  [500, 'high'],
  [1999, 'high'],
  [2000, 'critical'],
])('without a price goes by volume: %d of a threshold of 100 is %s', (volume, severity) => {
  expect(severityOf(evaluationWith({ volume }), 100, null)).toBe(severity)
})

it.each([
  [0.93, 'low'],
  [0.9375, 'medium'],
  [0.96, 'medium'],
  [0.97, 'high'],
])('feeds itself with a gain of %d: at least %s, however cheap', (gain, severity) => {
  expect(severityOf(evaluationWith({ gain }), 100, '0.01')).toBe(severity)
})

it.each([
  [0, 'low'],
  [29.9, 'high'],
  [30, 'low'],
])('is full in %d minutes: %s', (minutes, severity) => {
  expect(severityOf(evaluationWith({ features: [feature('minutes_left', minutes, true, '')] }), 100, '0.01')).toBe(
    severity,
  )
})
