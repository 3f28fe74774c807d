/** What files of the ledger say: its entries, its statements, and the actions and prices they rest on. */
import type { RecordedAction, RecordedNotice, StatementSummary } from '@kept/contract/routes/savings.ts'
import type { LedgerEntry } from '@kept/domain/saving.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

/** Amounts are whole nano-units in the ledger; whoever takes the file has the way to write them as decimals. */
export function entriesList(entries: readonly LedgerEntry[], fromNano: (amount: string) => string): List {
  return listOf(entries, [
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
  ])
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

export const statementsList = (statements: readonly StatementSummary[]): List => listOf(statements, statementColumns)

const actionColumns: readonly ListColumn<RecordedAction>[] = [
  ['Action', 'title'],
  ['Kind', 'kind'],
  ['Resource', 'resource_id'],
  ['Rule', 'rule'],
  ['State', 'state'],
  ['Why it does not count', 'reason'],
  ['Recorded from', 'source'],
  ['Recorded by', 'recorded_by'],
  ['Recorded', 'recorded_at'],
  ['Counts from', 'effective_time'],
  ['Currency', 'currency'],
  ['Estimate of a month', 'estimate'],
  ['Booked', 'booked'],
  ['Booked from', 'booked_from'],
  ['Booked to', 'booked_to'],
  ['Confidence', 'confidence'],
  ['Id', 'id'],
]

export const actionsList = (actions: readonly RecordedAction[]): List => listOf(actions, actionColumns)

const noticeColumns: readonly ListColumn<RecordedNotice>[] = [
  ['SKU price', 'sku'],
  ['From', 'hour'],
  ['Currency', 'currency'],
  ['A unit', 'price'],
  ['Published in', 'source'],
  ['By', 'recorded_by'],
  ['On record since', 'recorded_at'],
  ['Id', 'id'],
]

export const noticesList = (notices: readonly RecordedNotice[]): List => listOf(notices, noticeColumns)
