/** Imports and billing periods as files: all of them, not only the visible page. */
import type { Import, Load } from '@kept/domain/ingest.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, maxPageSize } from '../../csv/all-pages.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { describeOutcome, nameOf } from './import-text.ts'

const importColumns: readonly ListColumn<Import>[] = [
  ['Import', nameOf],
  ['Status', 'status'],
  ['Files', ({ sources }) => sources.map(({ name }) => name)],
  ['Recognized as', ({ sources }) => [...new Set(sources.flatMap(({ format }) => format ?? []))]],
  ['Imported', 'created_at'],
  ['Finished', 'finished_at'],
  ['Rows imported', ({ reconciliation }) => reconciliation?.rows.stored],
  ['Proof', (importRecord) => describeOutcome(importRecord)?.label],
  ['Error', 'error'],
  ['Id', 'id'],
]

export async function importsList(): Promise<List> {
  const rows = await allPages((page) =>
    queryClient.fetchQuery(api.imports.list.queryOptions({ input: { page, page_size: maxPageSize } })),
  )
  return listOf(rows, importColumns)
}

const loadColumns: readonly ListColumn<Load>[] = [
  ['Period', 'billing_period'],
  ['Status', 'status'],
  ['Provider', 'provider'],
  ['Billing account', 'billing_account_id'],
  ['From', 'connection_name'],
  ['Format', 'format'],
  ['First charge', 'first_charged_on'],
  ['Last charge', 'last_charge_on'],
  ['Rows', 'rows'],
  ['Billed', ({ billed }) => billed.map(({ amount, currency }) => `${amount} ${currency}`)],
  ['Since', 'published_at'],
  ['Import', 'import_id'],
]

export async function loadsList(status: 'current' | 'superseded' | 'discarded'): Promise<List> {
  const rows = await allPages((page) =>
    queryClient.fetchQuery(api.imports.loads.queryOptions({ input: { page, page_size: maxPageSize, status } })),
  )
  return listOf(rows, loadColumns)
}
