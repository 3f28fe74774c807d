import { describe, expect, it } from 'vitest'
import { eventOf, resourceOf } from '../testing/observed-view.ts'
import { Rollouts } from './rollouts.ts'

const begun = (...events: Parameters<typeof eventOf>[0][]) => {
  const rollouts = new Rollouts()
  return events.map((event) => rollouts.begins(eventOf(event)) ?? false)
}

describe('Rollouts', () => {
  it('are known by a version that was not seen before, but the first', () => {
    const rollouts = new Rollouts()
    const seen = (version: string, id = 'web', limit = 1) => rollouts.beginsVersion(resourceOf(id, { version }), limit)
    expect([seen(''), seen('1'), seen('1'), seen('2'), seen('1'), seen('2')]).toEqual([
      ...[false, false, false],
      ...[true, false, false],
    ])
    expect([seen('1', 'beyond the limit'), seen('2', 'beyond the limit')]).toEqual([false, false])
  })
  it('begin where a new generation starts from nothing', () => {
    const first = { generation: 'web-1', from: 0, to: 1 }
    expect(begun(first, { ...first, from: 1, to: 2 }, first)).toEqual(['web-1', false, false])
    expect(begun(first, { ...first, generation: 'web-2' })).toEqual(['web-1', 'web-2'])
  })
  it('begin where one generation takes over from another, if sizes before are not reported', () => {
    const [up, down] = [
      { from: null, delta: 1 },
      { from: null, delta: -1 },
    ]
    const older = { ...down, generation: 'web-1', to: 2 }
    const newer = { ...up, generation: 'web-2', to: 1 }
    expect(begun(newer, older, { ...newer, to: 2 }, { ...older, to: 1 })).toEqual([...[false, 'web-2', false, false]])
    expect(begun({ ...up, generation: 'web-1', to: 5 }, older, { ...up, generation: 'web-1', to: 3 })).toEqual([
      ...[false, false, false],
    ])
    const later = { ...older, timeMs: 20 * 60_000 }
    expect(begun({ ...newer, timeMs: 0 }, later)).toEqual([false, false])
  })
  it.each([
    ['an old generation that shrinks', { generation: 'web-1', from: 3, to: 2 }],
    ['a generation of which some ran before', { generation: 'web-1', from: 2, to: 5 }],
    ['sizes without a generation', { from: 0, to: 3 }],
    ['a deploy that says so itself', { kind: 'deploy' as const, generation: 'web-1', from: 0, to: 3 }],
  ])('are not told of by %s', (_, event) => {
    expect(begun(event)).toEqual([false])
  })
})
