/** The measure of how far a reader is: it falls back while it moves, or rests when it is done. */

import type { MetricKind } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, metricPoints, observedView } from '../testing/observed-view.ts'
import { batchProcessing } from './batch-processing.ts'

interface Reader {
  /** Minutes of one climb, and of rest after it. */
  climb?: number
  rest?: number
  perMinute?: number
  /** Of each climb, as a share of the usual. */
  lengths?: readonly number[]
  completed?: (minute: number) => number
  failed?: (isFall: boolean) => number
  metric?: string
  kind?: MetricKind
  /** The name of what `completed` counts. */
  completedName?: string
  /** Minutes without progress at the end. */
  quiet?: number
}

function evaluate(reader: Reader): LoopEvaluation[] {
  const { climb = 20, rest = 0, perMinute = 1000, lengths = [1, 1, 1, 0.5], metric = 'snapshot_rows_scanned' } = reader
  const [rows, falls]: [number[], boolean[]] = [[], []]
  for (const length of lengths) {
    for (let minute = 0; minute < climb * length; minute += 1) {
      falls.push(minute === 0 && rows.length > 0)
      rows.push(minute * perMinute)
    }
    for (let minute = 0; minute < rest; minute += 1) {
      falls.push(false)
      rows.push(rows.at(-1) ?? 0)
    }
  }
  for (let minute = 0; minute < (reader.quiet ?? 0); minute += 1) {
    falls.push(false)
    rows.push(rows.at(-1) ?? 0)
  }
  const { completed, failed } = reader
  const points = [
    ...metricPoints(metric, rows, { kind: reader.kind ?? 'gauge' }),
    ...(completed
      ? metricPoints(
          reader.completedName ?? 'snapshot_completed',
          rows.map((_, minute) => completed(minute)),
        )
      : []),
    ...(failed ? metricPoints('failed_task_count', falls.map(failed)) : []),
  ]
  return batchProcessing.evaluate({ view: observedView({ points }), rule: defaultRule('batch_processing_loop') })
}

const never = () => 0
const unmet = (evaluations: LoopEvaluation[]) =>
  evaluations.map(({ features }) =>
    features.filter(({ is_met: isMet }) => !isMet).map(({ name, isMeasured }) => [name, isMeasured]),
  )

describe('a reader that begins again', () => {
  it('is a loop where it is never complete', () => {
    expect(evaluate({ completed: never })).toMatchObject([{ shape: true, gate: true, volume: 13_000 }])
  })
  it('is one where something fails each time', () => {
    expect(unmet(evaluate({ failed: Number }))).toEqual([[]])
    expect(unmet(evaluate({ failed: never }))).toEqual([[['never_complete', false]]])
  })
  it('is suspected where nothing tells whether it came to its end', () => {
    expect(unmet(evaluate({}))).toEqual([[['never_complete', false]]])
  })
  it('is told by no failures that come all the time, and by no count of what is incomplete', () => {
    expect(unmet(evaluate({ failed: () => 1 }))).toEqual([[['never_complete', false]]])
    expect(unmet(evaluate({ completed: never, completedName: 'uploads_incomplete' }))).toEqual([
      [['never_complete', false]],
    ])
  })
  it('is none where it was complete, or came twice as far', () => {
    expect(unmet(evaluate({ completed: (minute) => (minute === 30 ? 1 : 0) }))).toEqual([[['never_complete', true]]])
    expect(unmet(evaluate({ completed: never, lengths: [1, 0.4, 1, 0.5] }))).toEqual([[['same_height', true]]])
  })
  it.each<[string, Reader]>([
    ['it rests before it begins again', { rest: 2 }],
    ['it began again twice', { lengths: [1, 1, 0.5] }],
    ['it reads a little', { perMinute: 30 }],
    ['it has stopped', { quiet: 45 }],
    ['it is counted, not measured', { kind: 'delta' }],
    ['it is another measure', { metric: 'rows_selected' }],
  ])('is not looked at where %s', (_, reader) => {
    expect(evaluate({ completed: never, ...reader })).toEqual([])
  })
})
