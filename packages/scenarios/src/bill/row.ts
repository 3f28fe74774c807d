/** A line of a FOCUS 1.2 bill in two parts: the values that all lines of a resource and price share, and its own. */
import { type FocusColumn, focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'

export type FocusValues = Partial<Record<FocusColumn, string>>

export interface BillRow {
  /** The same object for every line of a resource and price: a writer may cache what it derives from it. */
  fixed: FocusValues
  varying: FocusValues
}

/** The columns of FOCUS 1.2, in their order. */
export const billColumns: FocusColumn[] = focusColumnNames.filter((name) => {
  const { since, until } = focusColumns[name] as { since: string; until?: string }
  return since <= '1.2' && (until === undefined || until >= '1.2')
})

/** All values of a line, for tests and for writers without a need for speed. */
export function valuesOf({ fixed, varying }: BillRow): FocusValues {
  return { ...fixed, ...varying }
}
