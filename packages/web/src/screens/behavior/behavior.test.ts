import { expect, test } from 'vitest'
import { questionOf, readBehavior, writeBehavior } from './behavior-view.ts'
import { efficiencyTone, statusTone, wasteTone } from './tones.ts'

test('the view lives in the address, the team without a name too', () => {
  const search = {
    tab: 'environments',
    window: '90d',
    from: '2026-09-01',
    to: '2026-10-01',
    team: '(none)',
    environment: 'i-1',
    sort: 'name',
  }
  expect(writeBehavior(readBehavior(search))).toEqual(search)
  expect(Object.values(writeBehavior(readBehavior({ tab: 'nothing', window: '8d' }))).join('')).toBe('')
})

test('a team or days that are not chosen are not asked for', () => {
  expect(questionOf(readBehavior({}))).toEqual({ window: '30d' })
  expect(questionOf(readBehavior({ team: '(none)', window: '7d' }))).toEqual({ window: '7d', team: '' })
  expect(questionOf(readBehavior({ from: '2026-09-01', to: '2026-10-01' }))).toEqual({
    window: '30d',
    start_date: '2026-09-01',
    end_date: '2026-10-01',
  })
})

test('the thresholds of the specification', () => {
  expect([51, 50, 31, 30, null].map(efficiencyTone)).toEqual(['kept', 'watch', 'watch', 'leak', 'plain'])
  expect([50.1, 50, null].map(wasteTone)).toEqual(['leak', 'watch', 'plain'])
  expect(['zombie', 'idle', 'active', 'unknown'].map((status) => statusTone(status as 'idle'))).toEqual([
    'leak',
    'watch',
    'kept',
    'plain',
  ])
})
