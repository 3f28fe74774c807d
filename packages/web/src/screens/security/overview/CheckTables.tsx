import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { checkWeights } from '@kept/domain/security-check.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { useNavigate } from '@tanstack/react-router'
import { Check, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, DataTable, narrowOnly } from '../../../table/DataTable.tsx'
import { Severity } from '../CheckMarks.tsx'

type OverviewCheck = SecurityOverview['checks'][number]

interface CheckTablesProps {
  checks: readonly OverviewCheck[]
  /** Between those that fail and those that pass. */
  children: ReactNode
}

/** The checks that fail, those that cannot be known with the reason, and those that pass; a sentence names the rest. */
export function CheckTables({ checks, children }: CheckTablesProps) {
  const ofStatus = (status: OverviewCheck['status']) => checks.filter((check) => check.status === status)
  const failing = ofStatus('fail')
  const passing = ofStatus('pass')
  const unknown = ofStatus('unknown')
  const others = ofStatus('not_applicable')
  return (
    <>
      {failing.length > 0 && <CheckTable title="Failing checks" checks={failing} />}
      {children}
      {unknown.length > 0 && <CheckTable title="Unknown" checks={unknown} />}
      {passing.length > 0 && <CheckTable title="Passing checks" checks={passing} />}
      {others.length > 0 && (
        <p className="mt-4 max-w-prose text-pretty text-small text-soft">
          {counted(others.length, 'check')} {others.length === 1 ? "doesn't" : "don't"} apply, because there is nothing
          to check: {others.map(({ title }) => title).join(', ')}.
        </p>
      )}
    </>
  )
}

function CheckTable({ title, checks }: { title: string; checks: readonly OverviewCheck[] }) {
  const navigate = useNavigate()
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-1 font-semibold text-lead">{title}</h2>
      <DataTable
        label={title}
        columns={columns}
        rows={checks}
        rowId={({ id }) => id}
        minWidth="36rem"
        onOpen={({ href }) => void navigate({ href })}
      />
    </section>
  )
}

const columns: Column<OverviewCheck>[] = [
  {
    id: 'title',
    head: 'Check',
    cell: (check) => (
      <span className="flex gap-2 py-0.5">
        <StatusIcon status={check.status} />
        <span className="min-w-0">
          <span className="block whitespace-normal font-medium">{check.title}</span>
          <span className="block whitespace-normal text-soft">{check.detail}</span>
          <span className={cx('block', narrowOnly)}>
            <CheckSeverity {...check} />
            <span className="text-soft">, {pointsOf(check)} points</span>
          </span>
        </span>
      </span>
    ),
  },
  { id: 'severity', head: 'Severity', width: '7rem', wideOnly: true, cell: (check) => <CheckSeverity {...check} /> },
  { id: 'points', head: 'Points', numeric: true, width: '6rem', wideOnly: true, cell: pointsOf },
]

function StatusIcon({ status }: Pick<OverviewCheck, 'status'>) {
  const Icon = status === 'fail' ? X : status === 'unknown' ? Minus : Check
  return (
    <Icon
      size={14}
      role="img"
      aria-label={status === 'fail' ? 'Fails' : status === 'unknown' ? 'Unknown' : 'Passes'}
      className={`mt-[3px] shrink-0 ${status === 'fail' ? 'text-leak' : 'text-faint'}`}
    />
  )
}

function CheckSeverity({ severity, status }: OverviewCheck) {
  return <Severity severity={severity} isFailing={status === 'fail'} />
}

/** What fixing it would add, or what it has. */
function pointsOf({ status, severity }: OverviewCheck): string {
  return status === 'fail' ? `+${checkWeights[severity]}` : `${checkWeights[severity]}`
}
