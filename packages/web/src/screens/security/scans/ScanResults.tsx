import type { SecurityScanResult, SecurityScanWithResults } from '@kept/contract/routes/security-scans.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useState } from 'react'
import { type Column, DataTable, narrowOnly } from '../../../table/DataTable.tsx'
import { ResultBadge, Severity } from '../CheckMarks.tsx'
import { resultLabels } from './scan-labels.ts'

interface ScanResultsProps {
  results: readonly SecurityScanResult[]
  comparison: SecurityScanWithResults['comparison']
  /** The check in the side panel. */
  opened: string | undefined
  /** Empty closes it. */
  onOpen(checkId: string): void
}

const filters = ['all', 'fail', 'unknown', 'pass'] as const
type Filter = (typeof filters)[number]

/** What each check found. One that fails lists its resources, users or keys. */
export function ScanResults({ results, comparison, opened, onOpen }: ScanResultsProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const isNew = ({ check_id }: SecurityScanResult) => comparison?.new_failures.includes(check_id) ?? false
  const countOf = (status: Filter) =>
    status === 'all' ? results.length : results.filter((result) => result.status === status).length
  const rows = filter === 'all' ? sortByStatus(results) : results.filter(({ status }) => status === filter)
  return (
    <>
      <div className="mb-3">
        <Segmented<Filter>
          label="Which results"
          value={filter}
          options={filters.map((value) => ({
            value,
            label: `${value === 'all' ? 'All' : resultLabels[value]} ${formatCount(countOf(value))}`,
          }))}
          onChange={setFilter}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No such results" description="Choose another filter to see the others." />
      ) : (
        <DataTable
          label="Results"
          columns={columnsOf(isNew)}
          rows={rows}
          rowId={({ check_id }) => check_id}
          minWidth="44rem"
          {...(opened && { selected: opened })}
          onOpen={({ check_id }) => onOpen(check_id === opened ? '' : check_id)}
        />
      )}
    </>
  )
}

function columnsOf(isNew: (result: SecurityScanResult) => boolean): Column<SecurityScanResult>[] {
  return [
    {
      id: 'title',
      head: 'Check',
      cell: (result) => (
        <>
          <span className="block whitespace-normal font-medium">{result.title}</span>
          <span className="block whitespace-normal text-small text-soft">{result.detail}</span>
          <span className={cx('mt-1 flex items-center gap-2 pb-1', narrowOnly)}>
            <Status result={result} isNew={isNew(result)} />
            <Severity severity={result.severity} isFailing={result.status === 'fail'} />
          </span>
        </>
      ),
    },
    {
      id: 'status',
      head: 'Result',
      width: '9rem',
      wideOnly: true,
      cell: (result) => <Status result={result} isNew={isNew(result)} />,
    },
    {
      id: 'severity',
      head: 'Severity',
      width: '7rem',
      wideOnly: true,
      cell: ({ severity, status }) => <Severity severity={severity} isFailing={status === 'fail'} />,
    },
    {
      id: 'evaluated',
      head: 'Evaluated',
      numeric: true,
      width: '7rem',
      wideOnly: true,
      cell: ({ evaluated_count }) => formatCount(evaluated_count),
    },
  ]
}

function Status({ result: { status }, isNew }: { result: SecurityScanResult; isNew: boolean }) {
  return <ResultBadge status={status} {...(isNew && { label: 'New failure' })} />
}

const statuses: readonly SecurityScanResult['status'][] = ['fail', 'unknown', 'pass', 'not_applicable']

/** Failing ones first, each group by severity. */
function sortByStatus(results: readonly SecurityScanResult[]): SecurityScanResult[] {
  return [...results].sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
}
