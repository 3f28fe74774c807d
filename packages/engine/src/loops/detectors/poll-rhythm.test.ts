import { describe, expect, it } from 'vitest'
import type { PollMinute } from '../aggregate/minute-facts.ts'
import { hiddenInterval, rhythmOf } from './poll-rhythm.ts'

const minuteOf = (starts: number[], durations: number[], calls = starts.length): PollMinute =>
  ({
    starts,
    durations,
    spanCount: starts.length,
    calls,
    sampled: calls > starts.length,
  }) as Partial<PollMinute> as PollMinute

/** A number from zero to one for each step, the same every time. */
const draw = (step: number) => {
  const value = Math.sin(step + 1) * 43_758.5453
  return value - Math.floor(value)
}
function callsOf(count: number, duration: (step: number) => number, pause: (step: number) => number): PollMinute {
  const durations = Array.from({ length: count }, (_, step) => duration(step))
  let at = 0
  const starts = durations.map((ms, step) => {
    const start = at
    at += ms + pause(step)
    return start
  })
  return minuteOf(starts, durations)
}
const rhythmIn = (poll: PollMinute) => {
  const total = poll.durations.reduce((sum, ms) => sum + ms, 0)
  return rhythmOf([poll], Math.max(...poll.starts), poll.calls, total / poll.durations.length)
}

describe('rhythmOf', () => {
  it('sees calls that wait for the answer before, however long each takes', () => {
    const waiting = callsOf(
      200,
      (step) => 40 + 160 * draw(step),
      () => 3,
    )
    expect(rhythmIn(waiting)).toMatchObject({ isTight: true })
    expect(rhythmIn(waiting).rawVariation).toBeGreaterThan(0.3)
  })
  it('takes calls with long pauses, or that overlap, for none that wait', () => {
    expect(
      rhythmIn(
        callsOf(
          200,
          () => 5,
          () => 95,
        ),
      ).isTight,
    ).toBe(false)
    expect(
      rhythmIn(
        callsOf(
          200,
          () => 100,
          (step) => (step % 2 === 0 ? -60 : 10),
        ),
      ).isTight,
    ).toBe(false)
  })
  it('measures how even the gaps are, folded and as they are', () => {
    const even = rhythmIn(
      callsOf(
        50,
        () => 1,
        () => 99,
      ),
    )
    expect([even.variation, even.rawVariation, even.gapMs]).toEqual([0, 0, 100])
    const skipping = rhythmIn(
      callsOf(
        50,
        () => 1,
        (step) => (step % 5 === 0 ? 199 : 99),
      ),
    )
    expect(skipping.variation).toBeCloseTo(0, 6)
    expect(skipping.rawVariation).toBeGreaterThan(0.3)
    expect(
      rhythmIn(
        callsOf(
          5,
          () => 1,
          () => 99,
        ),
      ).variation,
    ).toBeNaN()
  })
})

describe('hiddenInterval', () => {
  const every = (interval: number, isKept: (step: number) => boolean) =>
    minuteOf(
      Array.from({ length: 400 }, (_, step) => step)
        .filter(isKept)
        .map((step) => step * interval),
      [],
    )
  it('finds the interval of which gaps are multiples', () => {
    expect(hiddenInterval([every(120, (step) => draw(step) < 0.5)])).toBeCloseTo(120, 3)
    expect(hiddenInterval([every(120, (step) => draw(step) < 0.15)])).toBeCloseTo(120, 3)
  })
  it('finds none where calls last longer than it, as those that a page makes side by side', () => {
    const sampled = every(120, (step) => draw(step) < 0.5)
    const lasting = (durationMs: number) => ({ ...sampled, durations: sampled.starts.map(() => durationMs) })
    expect(hiddenInterval([lasting(130)])).toBeCloseTo(120, 3)
    expect(hiddenInterval([lasting(140)])).toBeUndefined()
  })
  it('finds none where nothing is missing, or nothing is even', () => {
    expect(hiddenInterval([every(120, () => true)])).toBeUndefined()
    const chance = Array.from({ length: 200 }, (_, step) => -Math.log(1 - draw(step + 1) * 0.999) * 100)
    let at = 0
    expect(
      hiddenInterval([
        minuteOf(
          chance.map((gap) => {
            at += gap
            return at
          }),
          [],
        ),
      ]),
    ).toBeUndefined()
  })
})
