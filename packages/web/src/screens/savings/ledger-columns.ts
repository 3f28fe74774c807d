/** The columns of exported ledger entries, statements, actions, and prices. */
import type {
  NamedLedgerEntry,
  RecordedAction,
  RecordedNotice,
  StatementSummary,
} from '@kept/contract/routes/savings.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

/** Amounts are nano-units in the ledger; `fromNano` converts them. It is passed in to keep this module small. */
export function entriesList(entries: readonly NamedLedgerEntry[], fromNano: (amount: string) => string): List {
  return listOf(entries, [
    ['No.', 'seq'],
    ['Type', 'kind'],
    ['Part', 'part'],
    ['Month', 'period'],
    ['Resource name', 'resource_name'],
    ['Lineage', 'lineage'],
    ['Action', 'action'],
    ['Currency', 'currency'],
    ['Amount', ({ amount }) => fromNano(amount)],
    ['Hash', 'hash'],
    ['Previous hash', 'prev_hash'],
    ['Refers to', 'refers_to'],
    ['Code version', 'code_version'],
  ])
}

const statementColumns: readonly ListColumn<StatementSummary>[] = [
  ['Month', 'period'],
  ['Type', 'kind'],
  ['Currency', 'currency'],
  ['Verified savings', 'net'],
  ['Billable', 'billable'],
  ['Fee', 'fee'],
  ['You keep', 'customer_net'],
  ['Losses carried forward', 'carried_after'],
  ['Entries', 'entries'],
  ['Issued', 'issued_at'],
  ['Rule', 'rule_id'],
  ['Rule version', 'rule_version'],
  ['Ends at entry', 'head_seq'],
  ['Hash of last entry', 'head_hash'],
  ['Id', 'id'],
]

export const statementsList = (statements: readonly StatementSummary[]): List => listOf(statements, statementColumns)

const actionColumns: readonly ListColumn<RecordedAction>[] = [
  ['Action', 'title'],
  ['Type', 'kind'],
  ['Resource name', 'resource_name'],
  ['Resource', 'resource_id'],
  ['Rule', 'rule'],
  ['State', 'state'],
  ['Why it does not count', 'reason'],
  ['Recorded from', 'source'],
  ['Recorded by', 'recorded_by'],
  ['Recorded', 'recorded_at'],
  ['Counts from', 'effective_time'],
  ['Currency', 'currency'],
  ['Monthly estimate', 'estimate'],
  ['Booked', 'booked'],
  ['Booked from', 'first_booked_month'],
  ['Booked to', 'last_booked_month'],
  ['Confidence', 'confidence'],
  ['Id', 'id'],
]

export const actionsList = (actions: readonly RecordedAction[]): List => listOf(actions, actionColumns)

const noticeColumns: readonly ListColumn<RecordedNotice>[] = [
  ['SKU price', 'sku'],
  ['From', 'hour'],
  ['Currency', 'currency'],
  ['Unit price', 'price'],
  ['Source', 'source'],
  ['Recorded by', 'recorded_by'],
  ['Recorded', 'recorded_at'],
  ['Id', 'id'],
]

export const noticesList = (notices: readonly RecordedNotice[]): List => listOf(notices, noticeColumns)
