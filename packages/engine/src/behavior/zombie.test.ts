import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { describe, expect, it } from 'vitest'
import { type EnvironmentActivity, emptyActivity } from './collect-events.ts'
import { quarterMs } from './quarters.ts'
import { evaluateZombie } from './zombie.ts'

const asOf = 100 * dayMs
const evaluate = (
  activity: Partial<EnvironmentActivity> = {},
  more: Partial<Parameters<typeof evaluateZombie>[1]> = {},
) =>
  evaluateZombie(
    { ...emptyActivity('e', 100), ...activity },
    { span: { from: 0, to: asOf / quarterMs }, ran: true, firstRan: 0, asOf, ...more },
  )
/** How many samples of each whole percent. */
const load = (counts: Record<number, number>) => {
  const samples = new Uint32Array(101)
  for (const [percent, count] of Object.entries(counts)) samples[Number(percent)] = count
  return samples
}

describe('evaluateZombie', () => {
  it.each([
    ['used fourteen days ago', { lastActivity: 86 * dayMs }, {}, true],
    ['used a moment later', { lastActivity: 86 * dayMs + 1 }, {}, false],
    ['never used', { lastActivity: null }, {}, true],
    ['not running', {}, { ran: false }, false],
    ['never seen to run', {}, { firstRan: null }, false],
    ['running for fourteen days', {}, { firstRan: 86 * dayMs }, true],
    ['running for less', {}, { firstRan: 86 * dayMs + 1 }, false],
    ['seen for fourteen days', {}, { span: { from: 86 * 96, to: 9600 } }, true],
    ['seen for less', {}, { span: { from: 86 * 96 + 1, to: 9600 } }, false],
    ['95 of 100 samples below 3% CPU', { cpu: load({ 2: 95, 50: 5 }) }, {}, true],
    ['94 of 100 samples below 3% CPU', { cpu: load({ 2: 94, 50: 6 }) }, {}, false],
    ['at 3% CPU', { cpu: load({ 3: 1 }) }, {}, false],
    [
      'below 5 MB a day',
      {
        networkByDay: new Map([
          [1, 9],
          [2, 0.9],
        ]),
      },
      {},
      true,
    ],
    [
      'at 5 MB a day',
      {
        networkByDay: new Map([
          [1, 9],
          [2, 1],
        ]),
      },
      {},
      false,
    ],
  ] as const)('%s', (_, activity, more, is) => {
    expect(evaluate(activity, more).is).toBe(is)
  })
  it('is the surer the more of its load is known', () => {
    const [cpu, networkByDay] = [load({ 0: 10 }), new Map([[1, 1]])]
    expect(
      [{}, { cpu }, { networkByDay }, { cpu, networkByDay }].map((activity) => evaluate(activity).confidence),
    ).toEqual([0.8, 0.9, 0.9, 0.97])
    expect(evaluate({ cpu: load({}), networkByDay: new Map() }).confidence).toBe(0.8)
  })
  it('says what it rests on', () => {
    expect(
      evaluate({ lastActivity: 80.5 * dayMs, cpu: load({ 1: 10 }), networkByDay: new Map([[1, 2]]) }).evidence,
    ).toEqual([
      'No activity for 19 days.',
      'CPU load is below 2% (95th percentile).',
      '2.0 MB of network traffic a day.',
    ])
    expect(evaluate().evidence).toEqual([
      'No recorded activity.',
      'CPU load is unknown.',
      'Network traffic is unknown.',
    ])
  })
})
