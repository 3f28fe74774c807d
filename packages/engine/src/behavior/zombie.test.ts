import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { describe, expect, it } from 'vitest'
import { setBits } from './bits.ts'
import { type EnvironmentActivity, emptyActivity } from './collect-events.ts'
import { perDay, quarterMs } from './quarters.ts'
import { evaluateZombie, type ZombieContext } from './zombie.ts'

const days = 100
const asOf = days * dayMs
const context: ZombieContext = {
  ...{ span: { from: 0, to: asOf / quarterMs }, ran: true, runningDays: 14, firstRan: 0, asOf, exemptReason: '' },
  ...{ lastSeen: () => null, lastTeamUse: asOf - dayMs },
}
const evaluate = (activity: Partial<EnvironmentActivity> = {}, more: Partial<ZombieContext> = {}) =>
  evaluateZombie({ ...emptyActivity('e', days * perDay), ...activity }, { ...context, ...more })
/** How many samples of each whole percent. */
const load = (counts: Record<number, number>) => {
  const samples = new Uint32Array(101)
  for (const [percent, count] of Object.entries(counts)) samples[Number(percent)] = count
  return samples
}
const traffic = (megabytes: number, measuredDays = 14) =>
  new Map(Array.from({ length: measuredDays }, (_, day) => [days - 1 - day, megabytes]))
const quiet = { cpu: load({ 1: 100 }), cpuDays: new Set(Array.from({ length: 14 }, (_, day) => days - 1 - day)) }
/** Used by "ann" in the first hour of these days. */
const usedOn = (...visited: number[]): Partial<EnvironmentActivity> => {
  const activity = emptyActivity('e', days * perDay)
  for (const day of visited) setBits(activity.active, day * perDay, day * perDay + 4)
  activity.byUser.set('ann', activity.active)
  return { active: activity.active, byUser: activity.byUser, lastActivity: Math.max(...visited) * dayMs + dayMs / 24 }
}
const everyDay = (to: number) => usedOn(...Array.from({ length: to }, (_, day) => day))

describe('evaluateZombie, where load is known to be low', () => {
  it.each([
    ['used fourteen days ago', { lastActivity: 86 * dayMs }, {}, true],
    ['used a moment later', { lastActivity: 86 * dayMs + 1 }, {}, false],
    ['never used', { lastActivity: null }, {}, true],
    ['not running', {}, { ran: false }, false],
    ['started again three days ago', {}, { runningDays: 3 }, false],
    ['never seen to run', {}, { firstRan: null }, false],
    ['running for fourteen days', {}, { firstRan: 86 * dayMs }, true],
    ['running for less', {}, { firstRan: 86 * dayMs + 1 }, false],
    ['seen for fourteen days', {}, { span: { from: 86 * 96, to: 9600 } }, true],
    ['seen for less', {}, { span: { from: 86 * 96 + 1, to: 9600 } }, false],
    ['meant to run unused', {}, { exemptReason: 'It is a standby.' }, false],
    ['95 of 100 samples below 3% CPU', { cpu: load({ 2: 95, 30: 5 }) }, {}, true],
    ['94 of 100 samples below 3% CPU', { cpu: load({ 2: 94, 30: 6 }) }, {}, false],
    ['at work for two hours a week', { cpu: load({ 1: 330, 80: 6 }) }, {}, false],
    ['busy for minutes', { cpu: load({ 1: 1330, 80: 6 }) }, {}, true],
    ['at 3% CPU', { cpu: load({ 3: 1 }) }, {}, false],
    ['below 5 MB a day', { networkByDay: traffic(4.9) }, {}, true],
    ['at 5 MB a day', { networkByDay: traffic(5) }, {}, false],
  ] as const)('%s', (_, activity, more, is) => {
    expect(evaluate({ ...quiet, ...activity }, more).is).toBe(is)
  })
})

describe('evaluateZombie, where nothing is known of load', () => {
  it.each([
    ['never used: it may be a batch machine', {}, {}, false],
    ['one sample is not known either', { cpu: load({ 0: 1 }) }, {}, false],
    ['many samples of one day are not', { cpu: load({ 0: 90 }), cpuDays: new Set([99]) }, {}, false],
    ['left, its user at work elsewhere', everyDay(75), { lastSeen: () => asOf - dayMs }, true],
    ['left, its user seen nowhere', everyDay(75), {}, false],
    ['left for six weeks', everyDay(57), {}, true],
    ['left, and its whole team silent', everyDay(50), { lastTeamUse: 50 * dayMs }, false],
    ['left, and programs use it', { ...everyDay(50), lastAutomation: asOf - dayMs }, {}, false],
  ] as const)('%s', (_, activity, more, is) => {
    expect(evaluate(activity, more).is).toBe(is)
  })
})

describe('evaluateZombie, by the rhythm of people', () => {
  it.each([
    ['on vacation for three weeks', everyDay(79), {}, false],
    ['away for five weeks', everyDay(64), {}, true],
    ['at work elsewhere', everyDay(79), { lastSeen: () => asOf - dayMs }, true],
    ['a monthly demo that is not due', usedOn(20, 50, 80), { lastSeen: () => asOf - dayMs }, false],
    ['a monthly demo that was not given', usedOn(1, 29, 57), { lastSeen: () => asOf - dayMs }, true],
  ] as const)('%s', (_, activity, more, is) => {
    expect(evaluate({ ...quiet, ...activity }, more).is).toBe(is)
  })
})

it('is the surer the more is known', () => {
  const elsewhere = { lastSeen: () => asOf - dayMs }
  const confidences = [
    evaluate({ ...quiet }, { firstRan: 80 * dayMs }),
    evaluate({ ...quiet, networkByDay: traffic(1) }, { firstRan: 80 * dayMs }),
    evaluate({ ...quiet, networkByDay: traffic(1) }),
    evaluate({ ...quiet, networkByDay: traffic(1), ...everyDay(60) }),
    evaluate({ ...quiet, networkByDay: traffic(1), ...everyDay(60) }, elsewhere),
  ].map(({ confidence }) => confidence)
  expect(confidences).toEqual([0.87, 0.93, 0.98, 0.99, 0.99])
})

it('says what it rests on', () => {
  const activity = { ...everyDay(80), ...quiet, networkByDay: traffic(2), lastAutomation: asOf - 1 }
  expect(evaluate(activity, { lastSeen: () => asOf - dayMs }).evidence).toEqual([
    'No activity for 20 days.',
    'CPU load is below 2% (95th percentile).',
    '2.0 MB of network traffic a day.',
    'Its users work in other environments.',
    'Only programs still reach it.',
  ])
  expect(evaluate().evidence).toEqual([
    'Its CPU load and network traffic are unknown, and no activity was ever recorded: it may be unused, or a batch machine.',
  ])
})
