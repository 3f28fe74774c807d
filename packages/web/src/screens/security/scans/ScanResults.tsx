import type { SecurityScanResult, SecurityScanWithResults } from '@kept/contract/routes/security-scans.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, DataTable } from '../../../table/DataTable.tsx'
import { resultLabels, severityLabels } from './scan-labels.ts'

interface ScanResultsProps {
  results: readonly SecurityScanResult[]
  comparison: SecurityScanWithResults['comparison']
}

const filters = ['all', 'fail', 'unknown', 'pass'] as const
type Filter = (typeof filters)[number]

/** What each check found. One that fails lists its resources, users or keys. */
export function ScanResults({ results, comparison }: ScanResultsProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const [opened, setOpened] = useState<string | null>(null)
  const isNew = ({ check_id }: SecurityScanResult) => comparison?.new_failures.includes(check_id) ?? false
  const countOf = (status: Filter) =>
    status === 'all' ? results.length : results.filter((result) => result.status === status).length
  const rows = filter === 'all' ? sortByStatus(results) : results.filter(({ status }) => status === filter)
  const open = results.find(({ check_id }) => check_id === opened)
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
          onOpen={({ check_id }) => setOpened(check_id === opened ? null : check_id)}
        />
      )}
      {open && <ResultPanel result={open} onClose={() => setOpened(null)} />}
    </>
  )
}

function columnsOf(isNew: (result: SecurityScanResult) => boolean): Column<SecurityScanResult>[] {
  return [
    {
      id: 'title',
      head: 'Check',
      cell: ({ title, detail }) => (
        <>
          <span className="block whitespace-normal font-medium">{title}</span>
          <span className="block whitespace-normal text-small text-soft">{detail}</span>
        </>
      ),
    },
    {
      id: 'status',
      head: 'Result',
      width: '9rem',
      cell: (result) => (
        <Badge tone={result.status === 'fail' ? 'leak' : 'plain'}>
          {isNew(result) ? 'New failure' : resultLabels[result.status]}
        </Badge>
      ),
    },
    {
      id: 'severity',
      head: 'Severity',
      width: '7rem',
      cell: ({ severity, status }) => (
        <Badge tone={status === 'fail' && severity === 'critical' ? 'leak' : 'plain'}>{severityLabels[severity]}</Badge>
      ),
    },
    {
      id: 'evaluated',
      head: 'Evaluated',
      numeric: true,
      width: '7rem',
      cell: ({ evaluated_count }) => formatCount(evaluated_count),
    },
  ]
}

function ResultPanel({ result, onClose }: { result: SecurityScanResult; onClose(): void }) {
  const { title, detail, subjects, failing_count, href, severity, status } = result
  const navigate = useNavigate()
  const left = failing_count - subjects.length
  return (
    <SidePanel open onClose={onClose} title={title} kicker={`${resultLabels[status]}, ${severityLabels[severity]}`}>
      <p className="text-body">{detail}</p>
      {subjects.length > 0 && (
        <ul className="mt-4 text-small">
          {subjects.map(({ id, name, provider }) => (
            <li key={`${provider} ${id}`} className="break-words border-rule border-b py-1.5">
              {name}
              {name !== id && provider !== '' && <span className="block text-soft">{id}</span>}
            </li>
          ))}
        </ul>
      )}
      {subjects.length > 0 && left > 0 && <p className="mt-2 text-small text-soft">{formatCount(left)} more.</p>}
      <p className="mt-4">
        <Button onClick={() => void navigate({ to: href })}>Open the screen to fix it</Button>
      </p>
    </SidePanel>
  )
}

const statuses: readonly SecurityScanResult['status'][] = ['fail', 'unknown', 'pass', 'not_applicable']

/** Failing ones first, each group by severity. */
function sortByStatus(results: readonly SecurityScanResult[]): SecurityScanResult[] {
  return [...results].sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
}
