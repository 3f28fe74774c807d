/** One loop, one incident: suspected, confirmed by two of three minutes, over after ten quiet ones. */
import { describe, expect, it } from 'vitest'
import { evaluationOf, feature, type LoopEvaluation } from './evaluation.ts'
import { Incidents } from './incidents.ts'
import { defaultRule, resourceOf } from './testing/observed-view.ts'

const rule = defaultRule('recursive_function')
const loop = (more: Partial<LoopEvaluation> = {}): LoopEvaluation =>
  evaluationOf({
    ...{ type: 'recursive_function', resource: resourceOf('fn'), threshold: 100, minutes: 5, volume: 200 },
    features: [feature('depth', 20, true, '20 levels')],
    ...more,
  })
/** What is evaluated minute by minute from 0 on; null for nothing. */
function watched(evaluations: readonly (LoopEvaluation | null)[]): Incidents {
  const incidents = new Incidents()
  evaluations.forEach((evaluation, minute) => {
    incidents.evaluate(minute, evaluation ? [{ evaluation, rule }] : [])
  })
  return incidents
}
const quiet = (count: number) => new Array<null>(count).fill(null)

describe('an incident', () => {
  it('is suspected at first, and confirmed by the second of three minutes', () => {
    expect(watched([loop()]).all[0]).toMatchObject({ state: 'suspected', onsetMinute: 0, confirmedMinute: undefined })
    expect(watched([loop(), loop()]).all[0]).toMatchObject({ state: 'confirmed', onsetMinute: 0, confirmedMinute: 1 })
    expect(watched([loop(), null, loop()]).all[0]).toMatchObject({ state: 'confirmed', confirmedMinute: 2 })
    expect(watched([loop(), null, null, loop()]).all[0]?.state).toBe('suspected')
  })
  it('is over after ten quiet minutes', () => {
    expect(watched([loop(), loop(), ...quiet(10)]).all[0]?.state).toBe('confirmed')
    expect(watched([loop(), loop(), ...quiet(11)]).all[0]).toMatchObject({ state: 'resolved', resolvedMinute: 12 })
    expect(watched([loop(), loop(), ...quiet(10), loop(), null]).all[0]?.state).toBe('confirmed')
    const fading = loop({ volume: 49, gate: false, isQuiet: true })
    expect(watched([loop(), loop(), ...new Array<LoopEvaluation>(11).fill(fading)]).all[0]?.state).toBe('resolved')
  })
  it('is the same one when it comes back within half an hour', () => {
    const back = (gap: number) => watched([loop(), loop(), ...quiet(11 + gap), loop(), loop()]).all
    expect(back(28)).toMatchObject([{ state: 'confirmed', confirmedMinute: 1, resolvedMinute: undefined }])
    // What a window of five minutes shows may be back for as long already.
    for (const gap of [30, 31, 34]) expect(back(gap)).toHaveLength(1)
    expect(back(35)).toHaveLength(2)
  })
  it.each([
    ['the volume with part of the shape', { shape: false, partial: true }, 1],
    ['the volume without the shape', { shape: false, partial: false }, 0],
    ['the shape with half of the volume', { gate: false, isQuiet: false }, 1],
    ['the shape with less', { gate: false, isQuiet: true }, 0],
    ['what is excluded', { excludedBy: 'bulk' }, 0],
  ])('begins with %s or not', (_, more, count) => {
    expect(watched([loop(more), loop(more)]).all.filter(({ state }) => state === 'suspected')).toHaveLength(count)
  })
  it('counts each iteration once, and the rates of the last quarter of an hour', () => {
    const [incident] = watched(Array.from({ length: 20 }, (_, minute) => loop({ volume: 200 + 5 * minute }))).all
    expect(incident?.iterations).toBe(Array.from({ length: 20 }, (_, minute) => 40 + minute).reduce((a, b) => a + b, 0))
    expect(incident?.rates).toEqual(Array.from({ length: 15 }, (_, index) => 45 + index))
  })
  it('remembers the evaluation with the largest volume, and the latest that held', () => {
    const [incident] = watched([loop({ volume: 150 }), loop({ volume: 400 }), loop({ volume: 300 })]).all
    expect([incident?.worst.volume, incident?.latest.volume, incident?.lastSeenMinute]).toEqual([400, 300, 2])
    const [fading] = watched([loop(), loop({ volume: 60, gate: false, isQuiet: false }), null]).all
    expect([fading?.latest.volume, fading?.worst.volume, fading?.lastSeenMinute]).toEqual([200, 200, 1])
    // Until it holds for the first time it is described at its height, and by the latest that is near it.
    const [grown] = watched([loop({ volume: 90, gate: false }), loop({ volume: 80, gate: false })]).all
    expect([grown?.latest.volume, grown?.worst.volume]).toEqual([80, 90])
  })
})

describe('Incidents', () => {
  const together = (...evaluations: LoopEvaluation[]) => {
    const incidents = new Incidents()
    for (const minute of [0, 1])
      incidents.evaluate(
        minute,
        evaluations.map((evaluation) => ({ evaluation, rule })),
      )
    return incidents
  }
  it('tell loops of other resources, types and rules apart', () => {
    const other = { resource: resourceOf('other') }
    expect(together(loop(), loop(other)).all).toHaveLength(2)
    expect(together(loop(), loop({ type: 'infinite_retry' })).all).toHaveLength(2)
    expect(together(loop({ ruleId: 'a' }), loop({ ruleId: 'b' })).all).toHaveLength(2)
    expect(together(loop(), loop({ edges: ['another'] })).all).toHaveLength(1)
  })
  it('keep a cycle that grows by one resource together', () => {
    const cycle = [{ from: 'a', to: 'b', count: 1 }]
    const small = loop({ resource: resourceOf('a'), resourceIds: ['a', 'b'], cycle })
    const grown = loop({ resource: resourceOf('c'), resourceIds: ['b', 'c'], cycle })
    expect(together(small, grown).all).toHaveLength(1)
    expect(together({ ...small, cycle: [] }, { ...grown, cycle: [] }).all).toHaveLength(2)
    expect(together({ ...small, resourceIds: ['b'] }, grown).all).toHaveLength(2)
  })
  it('describe a loop by the evaluation that holds, then by the larger one', () => {
    const suspect = loop({ volume: 900, shape: false, partial: true })
    expect(together(suspect, loop({ volume: 300 })).all[0]?.worst.volume).toBe(300)
    expect(together(loop({ volume: 300 }), loop({ volume: 500 })).all[0]?.worst.volume).toBe(500)
  })
  it('name what is open, and only the resources of what is confirmed', () => {
    const [suspected, confirmed, resolved] = [[loop()], [loop(), loop()], [loop(), loop(), ...quiet(11)]].map(watched)
    expect([suspected, confirmed, resolved].map((incidents) => incidents?.hasOpen)).toEqual([true, true, false])
    expect([suspected, confirmed, resolved].map((incidents) => [...(incidents?.openResources() ?? [])])).toEqual([
      [],
      ['fn'],
      [],
    ])
  })
})
