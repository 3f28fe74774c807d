/** Cost Explorer figures as a list, with every digit, the currency in its own column, and IDs next to names. */

import type { CostAnswer, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import { type Measure, measures } from '@kept/domain/cube.ts'
import type { List } from '../../csv/list-file.ts'
import { labelOfKey } from '../../spend/group-key.ts'

/** Returns one line per row of the answer; with a grain, one per group and period. */
export function costList(answer: CostAnswer, keys: readonly GroupKey[], selectedMeasures: readonly Measure[]): List {
  const timed = answer.rows.some((row) => row.period !== null)
  const compared = answer.rows.some((row) => row.previous !== null)
  const namedKeys = keys.filter((key) => answer.rows.some((row) => row.names[key]))
  const head = [
    ...(timed ? ['Period'] : []),
    ...keys.flatMap((key) => [labelOfKey(key), ...(namedKeys.includes(key) ? [`${labelOfKey(key)} name`] : [])]),
    'Currency',
    ...selectedMeasures.map((measure) => measures[measure].label),
    ...(compared ? selectedMeasures.map((measure) => `${measures[measure].label}, before`) : []),
  ]
  return { head, cells: answer.rows.map((row) => cellsOf(row)), rows: answer.rows }

  function cellsOf(row: CostRow): (string | null)[] {
    return [
      ...(timed ? [row.period] : []),
      ...keys.flatMap((key, index) => [
        row.other ? (index === 0 ? 'Other' : '') : (row.keys[key] ?? ''),
        ...(namedKeys.includes(key) ? [row.names[key] ?? ''] : []),
      ]),
      row.currency,
      ...selectedMeasures.map((measure) => row.values[measure] ?? null),
      ...(compared ? selectedMeasures.map((measure) => row.previous?.[measure] ?? null) : []),
    ]
  }
}
