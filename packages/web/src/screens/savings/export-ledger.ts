/** The chain of the ledger and its statements as files. */
import type { StatementSummary } from '@kept/contract/routes/savings.ts'
import type { LedgerEntry } from '@kept/domain/saving.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, wholePage } from '../../csv/all-pages.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { fromNano } from './from-nano.ts'

const entryColumns: readonly ListColumn<LedgerEntry>[] = [
  ['No.', 'seq'],
  ['Kind', 'kind'],
  ['Part', 'part'],
  ['Month', 'period'],
  ['Of', 'lineage'],
  ['Action', 'action'],
  ['Currency', 'currency'],
  ['Amount', ({ amount }) => fromNano(amount)],
  ['Hash', 'hash'],
  ['Follows', 'prev_hash'],
  ['Refers to', 'refers_to'],
  ['Code version', 'code_version'],
]

/** Every entry, the newest first, as the screen has them. */
export async function entriesList(): Promise<List> {
  const entries = await allPages((page) =>
    queryClient.fetchQuery(api.savings.ledger.queryOptions({ input: { page, page_size: wholePage } })),
  )
  return listOf(entries, entryColumns)
}

const statementColumns: readonly ListColumn<StatementSummary>[] = [
  ['Month', 'period'],
  ['Kind', 'kind'],
  ['Currency', 'currency'],
  ['Verified savings', 'net'],
  ['Billable', 'billable'],
  ['Fee', 'fee'],
  ['You keep', 'kept'],
  ['Losses carried on', 'carried_after'],
  ['Entries', 'entries'],
  ['Issued', 'issued_at'],
  ['Rule', 'rule_id'],
  ['Rule version', 'rule_version'],
  ['Ends at entry', 'head_seq'],
  ['Hash of its last entry', 'head_hash'],
  ['Id', 'id'],
]

export function statementsList(statements: readonly StatementSummary[]): List {
  return listOf(statements, statementColumns)
}
