/** Tokens of language models, as the clouds and makers call their meters. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import { groupRows } from './group-rows.ts'

const tokens = /tokens?\b|TokenCount/i

function isTokens(row: ResourceUse): boolean {
  return tokens.test(`${row.meter} ${row.description} ${row.pricing_unit}`)
}

export function tokenKind(row: Pick<ResourceUse, 'meter' | 'description'>): 'cached' | 'batch' | 'output' | 'input' {
  const text = `${row.meter} ${row.description}`
  if (/cache|cached|cchd/i.test(text)) return 'cached'
  if (/batch/i.test(text)) return 'batch'
  return /output|\boutp?\b|opt\b|completion|generated/i.test(text) ? 'output' : 'input'
}

/** Lines of tokens by the account, service and place they are charged to. */
export function tokensByPlace(rows: readonly ResourceUse[]): [ResourceUse, ...ResourceUse[]][] {
  return groupRows(rows.filter(isTokens), (row) => [
    row.currency,
    row.provider,
    row.billing_account_id,
    row.sub_account_id,
    row.service,
    row.region,
  ])
}
