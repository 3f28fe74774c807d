/** The explorer's figures as CSV: every digit, the currency in its own column, ids beside names. */
import { type CostAnswer, type CostRow, type GroupKey, type Measure, measures } from '@kept/domain/cube.ts'
import { writeCsv } from '../../csv/write.ts'
import { labelOfKey } from '../../spend/group-key.ts'

/** One line for each row of the answer, as it came; with a grain, one for each group and period. */
export function exportCsv(answer: CostAnswer, by: readonly GroupKey[], asked: readonly Measure[]): string {
  const timed = answer.rows.some((row) => row.period !== null)
  const compared = answer.rows.some((row) => row.previous !== null)
  const named = by.filter((key) => answer.rows.some((row) => row.names[key]))
  const head = [
    ...(timed ? ['Period'] : []),
    ...by.flatMap((key) => [labelOfKey(key), ...(named.includes(key) ? [`${labelOfKey(key)} name`] : [])]),
    'Currency',
    ...asked.map((measure) => measures[measure].label),
    ...(compared ? asked.map((measure) => `${measures[measure].label}, before`) : []),
  ]
  return writeCsv(
    head,
    answer.rows.map((row) => line(row)),
  )

  function line(row: CostRow): (string | null)[] {
    return [
      ...(timed ? [row.period] : []),
      ...by.flatMap((key, index) => [
        row.other ? (index === 0 ? 'Other' : '') : (row.keys[key] ?? ''),
        ...(named.includes(key) ? [row.names[key] ?? ''] : []),
      ]),
      row.currency,
      ...asked.map((measure) => row.values[measure] ?? null),
      ...(compared ? asked.map((measure) => row.previous?.[measure] ?? null) : []),
    ]
  }
}
