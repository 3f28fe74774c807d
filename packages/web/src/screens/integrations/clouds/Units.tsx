import { type ConnectionKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncState } from '@kept/domain/sync/unit.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { datasetLabels } from './dataset-label.ts'
import { gridOf, problemsOf } from './unit-grid.ts'

const maxUnits = 1000
const maxProblems = 20

/** A mark and a color for each state: color alone says nothing. */
const marks: Record<SyncState, { mark: string; label: string; className: string }> = {
  complete: { mark: '', label: 'complete', className: 'bg-rule-strong' },
  running: { mark: '…', label: 'running', className: 'bg-fact-wash text-fact' },
  checking: { mark: '…', label: 'checking', className: 'bg-fact-wash text-fact' },
  new: { mark: '', label: 'not read yet', className: 'border border-rule-strong' },
  ready: { mark: '', label: 'not read yet', className: 'border border-rule-strong' },
  partial: { mark: '½', label: 'partial', className: 'bg-watch-wash text-watch' },
  throttled: { mark: '◷', label: 'throttled', className: 'bg-watch-wash text-watch' },
  denied: { mark: '×', label: 'denied', className: 'bg-leak text-paper' },
  not_enabled: { mark: '', label: 'not enabled', className: 'border border-dashed border-rule-strong' },
  disabled: { mark: '', label: 'disabled', className: 'border border-dashed border-rule' },
}

/** Every account and region of a connection, and the units that need a person. */
export function Units({ id, kind }: { id: string; kind: ConnectionKind }) {
  const isExports = isStorageKind(kind)
  const query = useQuery(api.sync.units.queryOptions({ input: { id, limit: maxUnits } }))
  return (
    <Section title={isExports ? 'Exports by month' : 'Sync by account and region'}>
      <Loaded query={query} failed="The units could not be loaded." loading={<SkeletonRows rows={4} />}>
        {({ data, meta }) => {
          if (data.length === 0)
            return (
              <p className="text-body text-soft">
                Nothing was read yet. {isExports ? 'Months' : 'Units'} appear when the first sync starts.
              </p>
            )
          const { regions, rows } = gridOf(data)
          const problems = problemsOf(data)
          return (
            <>
              <div className="overflow-x-auto">
                <Table label={isExports ? 'Exports and months' : 'Accounts and regions'}>
                  <thead>
                    <tr>
                      <Th>{isExports ? 'Export' : 'Account'}</Th>
                      {regions.map((region) => (
                        <Th key={region}>{region}</Th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ accountId, accountName, cells }) => (
                      <Tr key={accountId}>
                        <Td className="whitespace-nowrap" title={accountId}>
                          {accountName || accountId}
                        </Td>
                        {regions.map((region) => {
                          const cell = cells.find((candidate) => candidate.region === region)
                          return <Td key={region}>{cell && <Mark state={cell.state} units={cell.units.length} />}</Td>
                        })}
                      </Tr>
                    ))}
                  </tbody>
                </Table>
              </div>
              {meta.next !== null && (
                <p className="mt-2 text-small text-faint">The first {formatCount(data.length)} units are shown.</p>
              )}
              {problems.length > 0 && (
                <ul className="mt-4 space-y-1 text-small" aria-label="Units with problems">
                  {problems.slice(0, maxProblems).map((unit) => (
                    <li key={unit.id}>
                      <span className="font-medium">
                        {unit.account_name || unit.account_id}, {unit.region}
                        {!isExports && `, ${datasetLabels[unit.dataset]}`}
                      </span>{' '}
                      {unit.reason}
                      {unit.missing_action && (
                        <>
                          {' '}
                          Missing <code className="font-mono">{unit.missing_action}</code>.
                        </>
                      )}
                    </li>
                  ))}
                  {problems.length > maxProblems && (
                    <li className="text-faint">
                      {maxProblems} of {counted(problems.length, 'unit')} with problems are shown.
                    </li>
                  )}
                </ul>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

function Mark({ state, units }: { state: SyncState; units: number }) {
  const { mark, label, className } = marks[state]
  return (
    <span
      role="img"
      aria-label={`${label}, ${counted(units, 'unit')}`}
      title={label}
      className={cx('inline-flex h-[18px] w-7 items-center justify-center rounded-small text-micro', className)}
    >
      {mark}
    </span>
  )
}
