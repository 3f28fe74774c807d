import type { LedgerEntry } from '@kept/domain/saving.ts'
import { formatMonthShort } from '@kept/foundation/format/day.ts'
import { formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { queryClient } from '../../api/query-client.ts'
import { ExportList } from '../../csv/ExportList.tsx'
import { Section } from '../../shell/Page.tsx'
import { Pager } from '../../table/Pager.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { fromNano } from './from-nano.ts'
import { parts } from './parts.ts'
import { ResourceLabel } from './ResourceLabel.tsx'

const pageSize = 50
const kinds: Record<LedgerEntry['kind'], string> = {
  accrual: 'Saved',
  trueup: 'Corrected',
  reversal: 'Reversed',
  fee: 'Fee',
}

/** The ledger's entries, newest first, with the result of its verification. */
export function Entries() {
  const [search, setSearch] = useSearchState()
  const page = Math.max(1, Math.floor(Number(search.page) || 1))
  const query = useQuery({
    ...api.savings.ledger.queryOptions({ input: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="Entries"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <Proof />
          <ExportList size="small" name="ledger-entries" list={listAllEntries} />
        </span>
      }
    >
      <Loaded query={query} failed="The entries could not be loaded.">
        {({ data, meta }) => (
          <>
            <RowsTable
              label="Entries of the ledger"
              rows={data}
              rowKey={({ seq }) => seq}
              columns={[
                { head: 'No.', numeric: true, className: 'max-sm:hidden', cell: ({ seq }) => formatCount(seq) },
                {
                  head: 'Entry',
                  cellClass: 'whitespace-nowrap',
                  cell: ({ kind, part, period }) => (
                    <>
                      {kinds[kind]}
                      {part && <span className="text-faint"> · {parts[part]}</span>}
                      <span className="block text-soft sm:hidden">{formatMonthShort(`${period}-01`)}</span>
                    </>
                  ),
                },
                {
                  head: 'Month',
                  className: 'max-sm:hidden',
                  cellClass: 'whitespace-nowrap',
                  cell: ({ period }) => formatMonthShort(`${period}-01`),
                },
                {
                  head: 'Resource',
                  cellClass: 'max-w-72 sm:min-w-40',
                  cell: ({ lineage, resource_name }) =>
                    lineage ? <ResourceLabel id={lineage} name={resource_name} /> : '–',
                },
                {
                  head: 'Amount',
                  numeric: true,
                  cellClass: ({ kind }) => (kind === 'fee' ? '' : 'text-kept'),
                  cell: ({ amount, currency }) => formatMoneyExact(fromNano(amount), currency),
                },
                {
                  head: 'Hash',
                  className: 'max-sm:hidden',
                  cellClass: 'font-mono text-micro text-soft',
                  title: ({ prev_hash }) => `Previous hash: ${prev_hash}`,
                  cell: ({ hash }) => hash.slice(0, 12),
                },
              ]}
            />
            <Pager
              page={page}
              pageSize={pageSize}
              total={meta.total}
              noun="entries"
              onPage={(next) => setSearch({ page: next === 1 ? '' : String(next) })}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Every entry, newest first. */
async function listAllEntries() {
  const [{ entriesList }, { allPages, maxPageSize }] = await Promise.all([
    import('./ledger-columns.ts'),
    import('../../csv/all-pages.ts'),
  ])
  const entries = await allPages((page) =>
    queryClient.fetchQuery(api.savings.ledger.queryOptions({ input: { page, page_size: maxPageSize } })),
  )
  return entriesList(entries, fromNano)
}

/** Recalculates every hash and compares it with the checkpoints outside the database. */
function Proof() {
  const proof = useQuery(api.savings.proof.queryOptions({ input: {} }))
  if (!proof.data) return null
  const { intact, failure_reason: proofError, entries, checkpoints } = proof.data.data
  return (
    <Badge wrap tone={intact ? 'plain' : 'leak'} icon={intact ? <CircleCheck size={12} /> : <CircleAlert size={12} />}>
      {intact
        ? `Ledger verified (${counted(entries, 'entry', 'entries')}, ${counted(checkpoints, 'external checkpoint')})`
        : proofError}
    </Badge>
  )
}
