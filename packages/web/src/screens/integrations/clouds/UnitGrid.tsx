import { type ConnectionKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncState, SyncUnit } from '@kept/domain/sync/unit.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { datasetLabel } from './dataset-label.ts'
import { gridOf, problemsOf, statesIn, type UnitProblem } from './unit-grid.ts'

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

/** Units by account and region, or by report and month, and those that need a person. */
export function UnitGrid({ units, kind }: { units: readonly SyncUnit[]; kind: ConnectionKind }) {
  const isMonths = units.some(({ dataset }) => dataset === 'exports')
  const isFolder = isStorageKind(kind)
  const { regions, rows } = gridOf(units)
  const label = isMonths ? (isFolder ? 'Exports and months' : 'Cost reports and months') : 'Accounts and regions'
  return (
    <>
      <div className="overflow-x-auto">
        <Table label={label}>
          <thead>
            <tr>
              <Th>{isMonths ? (isFolder ? 'Export' : 'Reports') : 'Account'}</Th>
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
      <Legend states={statesIn(units)} />
      <Problems problems={problemsOf(units)} kind={kind} />
    </>
  )
}

function Problems({ problems, kind }: { problems: readonly UnitProblem[]; kind: ConnectionKind }) {
  if (problems.length === 0) return null
  return (
    <ul className="mt-4 space-y-1 text-small" aria-label="Units with problems">
      {problems.slice(0, maxProblems).map((problem) => (
        <li key={problem.units[0]?.id}>
          <span className="font-medium">{describeUnits(problem, kind)}</span> {problem.reason}
          {problem.missingAction && (
            <>
              {' '}
              Missing <code className="font-mono">{problem.missingAction}</code>.
            </>
          )}
        </li>
      ))}
      {problems.length > maxProblems && (
        <li className="text-faint">
          {maxProblems} of {counted(problems.length, 'problem')} are shown.
        </li>
      )}
    </ul>
  )
}

/** "shop, eu-west-1, EC2", or "shop, 22 units". */
function describeUnits({ account, units }: UnitProblem, kind: ConnectionKind): string {
  const [unit, ...others] = units
  if (!unit || others.length > 0) return `${account}, ${counted(units.length, 'unit')}`
  return [account, unit.region, ...(unit.dataset === 'exports' ? [] : [datasetLabel(unit.dataset, kind)])].join(', ')
}

/** What the marks mean; a screen reader hears it at each of them. */
function Legend({ states }: { states: readonly SyncState[] }) {
  return (
    <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
      {states.map((state) => (
        <li key={state} className="inline-flex items-center gap-1.5">
          <Swatch state={state} />
          {marks[state].label}
        </li>
      ))}
    </ul>
  )
}

function Mark({ state, units }: { state: SyncState; units: number }) {
  const { label } = marks[state]
  return (
    <span role="img" aria-label={`${label}, ${counted(units, 'unit')}`} title={label}>
      <Swatch state={state} />
    </span>
  )
}

function Swatch({ state }: { state: SyncState }) {
  const { mark, className } = marks[state]
  return (
    <span className={cx('inline-flex h-[18px] w-7 items-center justify-center rounded-small text-micro', className)}>
      {mark}
    </span>
  )
}
