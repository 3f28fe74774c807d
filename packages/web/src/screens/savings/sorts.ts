/** What findings are sorted by, column by column: on the screen and in the file. */
import type { Finding } from '@kept/domain/finding.ts'
import type { Sortable } from '../../table/sort-rows.ts'

const order = { low: 1, medium: 2, high: 3 } as const

export function nameOfFinding(finding: Finding): string {
  return finding.resource_name || finding.resource_id || finding.sub_account_name || finding.sub_account_id
}

export const findingSortBy = {
  title: (finding: Finding) => finding.title,
  resource: (finding: Finding) => nameOfFinding(finding) || undefined,
  cost: (finding: Finding) => Number(finding.monthly_cost),
  saving: (finding: Finding) => (finding.monthly_saving === null ? undefined : Number(finding.monthly_saving)),
  confidence: (finding: Finding) => finding.confidence,
  effort: (finding: Finding) => order[finding.effort],
  risk: (finding: Finding) => order[finding.risk],
} as const

export const findingSorts: readonly Sortable<Finding>[] = Object.entries(findingSortBy).map(([id, sortBy]) => ({
  id,
  sortBy,
}))
