/** What a file of findings says of each. It knows nothing of the screen, which is loaded already when a file is taken. */
import type { Finding } from '@kept/domain/finding.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

const columns: readonly ListColumn<Finding>[] = [
  ['Finding', 'title'],
  ['Rule', 'rule'],
  ['Status', 'status'],
  ['Provider', 'provider'],
  ['Service', 'service'],
  ['Account', 'sub_account_id'],
  ['Account name', 'sub_account_name'],
  ['Region', 'region'],
  ['Resource', 'resource_id'],
  ['Resource name', 'resource_name'],
  ['Currency', 'currency'],
  ['Costs a month', 'monthly_cost'],
  ['Could save a month', 'monthly_saving'],
  ['Could save at least', 'monthly_saving_low'],
  ['Could save at most', 'monthly_saving_high'],
  ['Confidence', 'confidence'],
  ['Effort', 'effort'],
  ['Risk', 'risk'],
  ['What was seen', 'summary'],
  ['First seen', 'first_seen_at'],
  ['Id', 'id'],
]

export const findingsList = (findings: readonly Finding[]): List => listOf(findings, columns)
