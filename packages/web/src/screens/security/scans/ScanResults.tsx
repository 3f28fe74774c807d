import type { SecurityScanResult, SecurityScanWithResults } from '@kept/contract/routes/security-scans.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useState } from 'react'
import { type Column, DataTable, narrowOnly } from '../../../table/DataTable.tsx'
import { ResultBadge, Severity } from '../CheckMarks.tsx'
import { MonthlySaving, SavingSummary } from './AlsoSaves.tsx'
import { alsoSaves } from './also-saves.ts'
import { resultLabels } from './scan-labels.ts'

interface ScanResultsProps {
  scan: Pick<SecurityScanWithResults, 'results' | 'comparison' | 'also_saves'>
  /** The check in the side panel. */
  opened: string | undefined
  /** Empty closes it. */
  onOpen(checkId: string): void
}

const filters = ['all', 'fail', 'saves', 'unknown', 'pass'] as const
type Filter = (typeof filters)[number]

const filterLabels: Record<Filter, string> = { ...resultLabels, all: 'All', saves: 'Also save money' }

/** Failing ones first where all are listed. */
function matchingResults(results: readonly SecurityScanResult[], filter: Filter): readonly SecurityScanResult[] {
  if (filter === 'all') return sortByStatus(results)
  if (filter === 'saves') return results.filter(alsoSaves)
  return results.filter(({ status }) => status === filter)
}

/** What each check found. One that fails lists its resources, users or keys. */
export function ScanResults({ scan, opened, onOpen }: ScanResultsProps) {
  const { results, comparison } = scan
  const [filter, setFilter] = useState<Filter>('all')
  const changeOf = ({ check_id }: SecurityScanResult) => {
    if (comparison?.new_failures.includes(check_id)) return 'New failure'
    return comparison?.grown.includes(check_id) ? 'Fails for more' : undefined
  }
  const hasSavings = results.some(alsoSaves)
  // The last recommendation may be dismissed while the filter is chosen.
  const chosen = filter === 'saves' && !hasSavings ? 'all' : filter
  const rows = matchingResults(results, chosen)
  return (
    <>
      <SavingSummary {...scan} />
      <div className="mb-3">
        <Segmented<Filter>
          label="Which results"
          value={chosen}
          options={filters
            .filter((value) => value !== 'saves' || hasSavings)
            .map((value) => ({
              value,
              label: `${filterLabels[value]} ${formatCount(matchingResults(results, value).length)}`,
            }))}
          onChange={setFilter}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No such results" description="Choose another filter to see the others." />
      ) : (
        <DataTable
          label="Results"
          columns={columnsOf(changeOf, hasSavings)}
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

function columnsOf(
  changeOf: (result: SecurityScanResult) => string | undefined,
  hasSavings: boolean,
): Column<SecurityScanResult>[] {
  const savings: Column<SecurityScanResult> = {
    id: 'also_saves',
    head: 'Also saves',
    numeric: true,
    width: '9rem',
    wideOnly: true,
    cell: ({ also_saves }) => <MonthlySaving savings={also_saves} />,
  }
  return [
    {
      id: 'title',
      head: 'Check',
      cell: (result) => (
        <>
          <span className="block whitespace-normal font-medium">{result.title}</span>
          <span className="block whitespace-normal text-small text-soft">{result.detail}</span>
          <span className={cx('mt-1 flex items-center gap-2 pb-1', narrowOnly)}>
            <Status result={result} change={changeOf(result)} />
            <Severity severity={result.severity} isFailing={result.status === 'fail'} />
          </span>
          {alsoSaves(result) && (
            <span className={cx('block pb-1 text-small', narrowOnly)}>
              <span className="text-soft">Also saves </span>
              <MonthlySaving savings={result.also_saves} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'status',
      head: 'Result',
      width: '9rem',
      wideOnly: true,
      cell: (result) => <Status result={result} change={changeOf(result)} />,
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
    ...(hasSavings ? [savings] : []),
  ]
}

function Status({ result: { status }, change }: { result: SecurityScanResult; change: string | undefined }) {
  return <ResultBadge status={status} {...(change && { label: change })} />
}

const statuses: readonly SecurityScanResult['status'][] = ['fail', 'unknown', 'pass', 'not_applicable']

/** Failing ones first, each group by severity. */
function sortByStatus(results: readonly SecurityScanResult[]): SecurityScanResult[] {
  return [...results].sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
}
