import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NabProfile, type NabSeries, nabProfiles, nabScore, probation } from './nab-score.ts'

const windows = [
  { from: 300, to: 399 },
  { from: 700, to: 799 },
]
const scored = (alerts: number[], rows = 1000): NabSeries => ({
  scores: Array.from({ length: rows }, (_, row) => (alerts.includes(row) ? 1 : 0)),
  windows,
})
const profiles = Object.values(nabProfiles)

describe('the NAB score', () => {
  it.each(profiles)('$name: an alert on the first row of every window is perfect, silence is nothing', (profile) => {
    expect(nabScore([scored([300, 700])], profile).normalized).toBeCloseTo(100, 9)
    expect(nabScore([scored([])], profile)).toMatchObject({ normalized: 0, detected: 0, falseAlerts: 0 })
  })

  it('pays the right end of a window next to nothing, and takes 0.11 for an alert before any window', () => {
    const late = nabScore([scored([300, 799])], nabProfiles.standard)
    // The last row lies at -1/100 of its window.
    const last = (2 / (1 + Math.exp(-0.05)) - 1) / (2 / (1 + Math.exp(-5)) - 1)
    expect(late.normalized).toBeCloseTo((100 * (2 + 1 + last)) / 4, 9)
    const early = nabScore([scored([200, 300, 700])], nabProfiles.standard)
    expect(early.normalized).toBeCloseTo((100 * (4 - 0.11)) / 4, 9)
    expect(early.falseAlerts).toBe(1)
  })

  it('takes less for an alert soon after a window than long after it', () => {
    const soon = nabScore([scored([300, 700, 405])], nabProfiles.standard).normalized
    const long = nabScore([scored([300, 700, 600])], nabProfiles.standard).normalized
    expect(soon).toBeGreaterThan(long)
    expect(soon).toBeLessThan(100)
  })

  it('does not score the probation: 15% of the rows, at most 750', () => {
    expect([probation(100), probation(1000), probation(9999)]).toEqual([15, 150, 750])
    expect(nabScore([scored([10, 149, 300, 700])], nabProfiles.standard).normalized).toBeCloseTo(100, 9)
  })

  it('agrees with a slow version that tries every threshold, whatever the scores', () => {
    const score = fc.integer({ min: 0, max: 8 }).map((n) => n / 8)
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 60, maxLength: 60 }),
        fc.constantFrom(...profiles),
        (scores, profile) => {
          const corpus = [
            {
              scores,
              windows: [
                { from: 12, to: 18 },
                { from: 30, to: 41 },
              ],
            },
            { scores: scores.toReversed(), windows: [{ from: 40, to: 48 }] },
          ]
          expect(nabScore(corpus, profile).normalized).toBeCloseTo(slow(corpus, profile), 9)
          expect(nabScore(corpus.toReversed(), profile).normalized).toBeCloseTo(slow(corpus, profile), 9)
        },
      ),
    )
  })
})

/** The published rules read aloud, one threshold at a time. */
function slow(corpus: NabSeries[], profile: NabProfile): number {
  const sigmoid = (x: number) => (x > 3 ? -1 : 2 / (1 + Math.exp(5 * x)) - 1)
  const windowCount = corpus.flatMap((series) => series.windows).length
  const scoreAt = (threshold: number) => {
    let total = 0
    for (const { scores, windows } of corpus) {
      const alerts = scores.map((score, row) => score >= threshold && row >= probation(scores.length))
      for (const { from, to } of windows) {
        const worths = alerts.map((alert, row) =>
          alert && row >= from && row <= to
            ? (sigmoid(-(to - row + 1) / (to - from + 1)) * profile.truePositive) / sigmoid(-1)
            : -profile.falseNegative,
        )
        total += Math.max(...worths)
      }
      alerts.forEach((alert, row) => {
        if (!alert || windows.some(({ from, to }) => row >= from && row <= to)) return
        const before = windows.filter(({ to }) => to < row).at(-1)
        total += before
          ? sigmoid((row - before.to) / (before.to - before.from)) * profile.falsePositive
          : -profile.falsePositive
      })
    }
    return total
  }
  const thresholds = [2, ...new Set(corpus.flatMap((series) => series.scores))]
  const silentScore = -windowCount * profile.falseNegative
  return (
    (100 * (Math.max(...thresholds.map(scoreAt)) - silentScore)) / (windowCount * profile.truePositive - silentScore)
  )
}
