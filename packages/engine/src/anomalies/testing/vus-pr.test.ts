import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodOf } from './period-of.ts'
import { labeledRanges, vusPr } from './vus-pr.ts'

const bits = (text: string) => [...text].map((bit) => bit === '1')

describe('VUS-PR', () => {
  it('is 1 for the labels themselves without a buffer, and not a number without labels', () => {
    const labels = bits('0001110000')
    expect(vusPr(labels, labels.map(Number), 0)).toBe(1)
    expect(vusPr(bits('0000'), [1, 2, 3, 4], 3)).toBeNaN()
  })

  it('by hand: one label of four, ranked second, is a precision of one half', () => {
    expect(vusPr(bits('0100'), [4, 3, 2, 1], 0)).toBe(0.5)
  })

  it('counts a hit just beside the label when there is a buffer', () => {
    const [labels, scores] = [bits('00000100000'), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]]
    expect(vusPr(labels, scores, 4)).toBeGreaterThan(vusPr(labels, scores, 0))
  })

  it('agrees with a slow version written row by row', () => {
    const row = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 20 }))
    fc.assert(
      fc.property(fc.array(row, { minLength: 8, maxLength: 40 }), fc.integer({ min: 0, max: 9 }), (rows, buffer) => {
        const labels = rows.map(([label]) => label)
        const scores = rows.map(([, score]) => score)
        fc.pre(labels.includes(true))
        expect(vusPr(labels, scores, buffer)).toBeCloseTo(slow(labels, scores, buffer), 9)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the period of a series', () => {
  it('is the lag of its highest correlation, or 125 when there is none', () => {
    const day = Array.from({ length: 2000 }, (_, i) => Math.sin((2 * Math.PI * i) / 48) + (i % 48 === 7 ? 2 : 0))
    expect(periodOf(day)).toBe(48)
    expect(periodOf(Array.from({ length: 500 }, () => 3))).toBe(125)
    expect(periodOf(Array.from({ length: 500 }, (_, i) => i))).toBe(125)
  })
})

/** The definition, threshold by threshold and row by row. */
function slow(labels: boolean[], scores: number[], buffer: number): number {
  const n = labels.length
  const ranges = labeledRanges(labels)
  const falling = scores.toSorted((a, b) => b - a)
  let volume = 0
  for (let width = 0; width <= buffer; width += 1) {
    const halfWidth = Math.floor(width / 2)
    const soft = labels.map(Number)
    for (const { from, to } of ranges) {
      for (let row = 0; row < n; row += 1) {
        if (row > to && row <= to + halfWidth) soft[row] = (soft[row] ?? 0) + Math.sqrt(1 - (row - to) / width)
        if (row < from && row >= from - halfWidth) soft[row] = (soft[row] ?? 0) + Math.sqrt(1 - (from - row) / width)
      }
    }
    const weights = soft.map((weight) => Math.min(1, weight))
    // Ranges that only touch stay two, as in the published code.
    const widened: { from: number; to: number }[] = []
    for (const { from, to } of ranges) {
      const open = widened.at(-1)
      if (open && open.to >= from - halfWidth) open.to = Math.min(n - 1, to + halfWidth)
      else widened.push({ from: Math.max(0, from - halfWidth), to: Math.min(n - 1, to + halfWidth) })
    }
    let [area, before] = [0, 0]
    for (let k = 0; k < 250; k += 1) {
      const threshold = falling[Math.trunc((k * (n - 1)) / 249)] ?? 0
      const alert = scores.map((score) => score >= threshold)
      const truePositives = weights.reduce((sum, weight, row) => sum + (alert[row] ? weight : 0), 0)
      const counted = weights.reduce((sum, weight, row) => sum + (labels[row] ? 1 : alert[row] ? weight : 0), 0)
      const truth = (labels.filter(Boolean).length + counted) / 2
      const detectedShare =
        widened.filter(({ from, to }) => alert.slice(from, to + 1).includes(true)).length / widened.length
      const recall = Math.min(truePositives / truth, 1) * detectedShare
      area += (recall - before) * (truePositives / alert.filter(Boolean).length)
      before = recall
    }
    volume += area
  }
  return volume / (buffer + 1)
}
