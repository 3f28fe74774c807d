/** What speaks for a cause: each circumstance against its opposite. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import { describe, expect, it } from 'vitest'
import { feature } from '../evaluation.ts'
import { type Circumstances, causes } from './causes.ts'

const noCircumstances: Circumstances = {
  sinceDeploy: undefined,
  sinceConfiguration: undefined,
  failing: 0,
  upstreamFailing: false,
  throughStore: false,
  limitKnown: false,
  killed: false,
  features: [],
}
function weight(type: LoopType, id: string, circumstances: Partial<Circumstances>): number {
  const cause = causes[type].find((candidate) => candidate.id === id)
  if (!cause) throw new Error(`no cause ${id} of ${type}`)
  return cause.speaksFor({ ...noCircumstances, ...circumstances })
}
const measured = (name: string, value: number) => ({ features: [feature(name, value, true, name)] })

describe('a recent change', () => {
  it.each([
    [{ sinceDeploy: 0 }, true],
    [{ sinceDeploy: 30 }, true],
    [{ sinceDeploy: 31 }, false],
    [{ sinceDeploy: -1 }, false],
    [{ sinceConfiguration: 30 }, true],
    [{ sinceConfiguration: 31, sinceDeploy: 31 }, false],
    [{ sinceConfiguration: 2, sinceDeploy: 400 }, true],
    [{}, false],
  ])('is one within half an hour of it: %o', (circumstances, isRecent) => {
    const id = 'recent_change'
    expect(weight('recursive_function', id, circumstances) > 0).toBe(isRecent)
  })
})

describe('speaksFor', () => {
  type Case = [LoopType, string, Partial<Circumstances>, Partial<Circumstances>]
  const cases: Case[] = [
    ['recursive_function', 'same_store', { throughStore: true }, { throughStore: false }],
    ['recursive_function', 'no_end', { throughStore: false }, { throughStore: true }],
    ['infinite_retry', 'permanent_error', { failing: 0.96 }, { failing: 0.95 }],
    ['infinite_retry', 'permanent_error', { failing: 1 }, { failing: 1, upstreamFailing: true }],
    ['infinite_retry', 'no_backoff', measured('gap_growth', 1.19), measured('gap_growth', 1.2)],
    ['infinite_retry', 'no_backoff', measured('gap_growth', 0.1), measured('gap_growth', 0)],
    ['infinite_retry', 'upstream_outage', { upstreamFailing: true }, {}],
    ['circular_dependency', 'mutual_calls', {}, { throughStore: true }],
    ['circular_dependency', 'event_echo', { throughStore: true }, {}],
    ['memory_leak_loop', 'growing_collection', measured('trend', 3.1), measured('trend', 3)],
    ['memory_leak_loop', 'growing_collection', measured('linear', 0.91), measured('linear', 0.9)],
    ['memory_leak_loop', 'limit_too_small', { killed: true }, {}],
    ['memory_leak_loop', 'limit_too_small', { killed: true }, { killed: true, ...measured('linear', 1) }],
    ['memory_leak_loop', 'limit_too_small', { killed: true }, { killed: true, ...measured('trend', 1) }],
    ['api_polling_loop', 'no_interval', measured('rhythm', 0.31), measured('rhythm', 0.3)],
    ['api_polling_loop', 'too_short_interval', measured('rhythm', 0.3), measured('rhythm', 0.31)],
    ['database_query_loop', 'lost_cache', { sinceConfiguration: 5 }, { sinceConfiguration: 31 }],
    ['auto_scaling_loop', 'narrow_band', measured('balance', 0.19), measured('balance', 0.2)],
    ['auto_scaling_loop', 'short_cooldown', measured('turn_gap', 119), measured('turn_gap', 120)],
    ['webhook_loop', 'two_systems', { throughStore: true }, {}],
    ['batch_processing_loop', 'not_acknowledged', { failing: 0.49 }, { failing: 0.5 }],
    ['batch_processing_loop', 'poison', { failing: 0.5 }, { failing: 0.49 }],
    ['batch_processing_loop', 'lost_checkpoint', measured('checkpoint', 1), {}],
    [
      ...(['batch_processing_loop', 'lost_checkpoint'] as const),
      measured('checkpoint', 1),
      { ...measured('checkpoint', 1), failing: 0.5 },
    ],
  ]
  it.each(cases)('%s by %s: %o weighs more than %o', (type, id, stronger, weaker) => {
    expect(weight(type, id, stronger)).toBeGreaterThan(weight(type, id, weaker))
    // What is seen speaks for a cause, never against it; its opposite never speaks for more than a little.
    expect(weight(type, id, stronger)).toBeGreaterThan(0)
    expect(weight(type, id, weaker)).toBeLessThanOrEqual(1)
  })
  it('tells the two halves of a pair apart whichever way they point', () => {
    const likelier = (type: LoopType, circumstances: Partial<Circumstances>) =>
      [...causes[type]].sort((a, b) => weight(type, b.id, circumstances) - weight(type, a.id, circumstances))[0]?.id
    expect(likelier('recursive_function', {})).toBe('no_end')
    expect(likelier('recursive_function', { throughStore: true })).toBe('same_store')
    expect(likelier('circular_dependency', {})).toBe('mutual_calls')
    expect(likelier('circular_dependency', { throughStore: true })).toBe('event_echo')
    expect(likelier('infinite_retry', { failing: 1 })).toBe('permanent_error')
    expect(likelier('infinite_retry', { failing: 1, upstreamFailing: true })).toBe('upstream_outage')
    expect(likelier('api_polling_loop', measured('rhythm', 0.1))).toBe('too_short_interval')
    expect(likelier('api_polling_loop', measured('rhythm', 2))).toBe('no_interval')
    expect(likelier('batch_processing_loop', { failing: 0.9 })).toBe('poison')
    expect(likelier('batch_processing_loop', { failing: 0.1 })).toBe('not_acknowledged')
    expect(likelier('batch_processing_loop', { failing: 0.1, ...measured('checkpoint', 1) })).toBe('lost_checkpoint')
    expect(likelier('batch_processing_loop', { failing: 0.9, ...measured('checkpoint', 1) })).toBe('poison')
    expect(likelier('memory_leak_loop', { sinceDeploy: 3, ...measured('linear', 0.99) })).toBe('recent_change')
    expect(likelier('memory_leak_loop', measured('linear', 0.99))).toBe('growing_collection')
    expect(likelier('memory_leak_loop', { killed: true })).toBe('limit_too_small')
    expect(likelier('database_query_loop', {})).toBe('query_in_loop')
    expect(likelier('webhook_loop', {})).toBe('own_echo')
  })
})
