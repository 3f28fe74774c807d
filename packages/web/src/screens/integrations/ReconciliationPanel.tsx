import type { Import, Reconciliation } from '@kept/domain/ingest.ts'
import { absolute, compare, isZero } from '@kept/foundation/decimal.ts'
import { formatMoneyExact } from '@kept/foundation/format/money.ts'
import { formatBytes, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { unknown } from '../../spend/figure.ts'
import { Confirmation } from './Confirmation.tsx'
import { describeOutcome, isInProgress, nameOf, statusLabels } from './import-text.ts'
import { MissingMonths } from './MissingMonths.tsx'
import { RejectedRows } from './RejectedRows.tsx'

/** The reconciliation of one import: rows read and stored, and every sum of the file and the warehouse. */
export function ReconciliationPanel({ id, onClose }: { id: string; onClose(): void }) {
  const query = useQuery({
    ...api.imports.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.data) ? 1000 : false),
  })
  const importRecord = query.data?.data
  return (
    <SidePanel open onClose={onClose} title={importRecord ? nameOf(importRecord) : 'Import'} kicker="Import">
      <Loaded query={query} failed="Import could not be loaded." loading={<SkeletonRows rows={5} />}>
        {({ data }) => <Content importRecord={data} />}
      </Loaded>
    </SidePanel>
  )
}

function Content({ importRecord }: { importRecord: Import }) {
  const { reconciliation, notes, sources, error } = importRecord
  const outcome = describeOutcome(importRecord)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-small text-soft">
        <Badge tone={statusLabels[importRecord.status].tone}>{statusLabels[importRecord.status].label}</Badge>
        {outcome && <Badge tone={outcome.tone}>{outcome.label}</Badge>}
        <span>{formatMoment(importRecord.finished_at ?? importRecord.created_at)}</span>
      </div>
      {importRecord.status === 'needs_confirmation' ? (
        <Confirmation importRecord={importRecord} />
      ) : (
        importRecord.losses.length > 0 && (
          <Part title="Missing data">
            <MissingMonths losses={importRecord.losses} />
          </Part>
        )
      )}
      {error && <p className="mt-3 text-body text-leak">{error}</p>}
      {notes.length > 0 && (
        <ul className="mt-3 space-y-1 text-body">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {reconciliation && <Sums proof={reconciliation} />}
      {reconciliation && reconciliation.rows.rejected > 0 && (
        <RejectedRows id={importRecord.id} rows={reconciliation.rows.rejected} />
      )}
      <Part title="Files">
        <ul className="space-y-1 text-small">
          {sources.map((source) => (
            <li key={source.name} className="flex justify-between gap-3">
              <span className="min-w-0 break-all font-mono">{source.name}</span>
              <span className="figure shrink-0 text-soft">
                {source.bytes === null ? '' : formatBytes(source.bytes)}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

function Sums({ proof }: { proof: Reconciliation }) {
  const { rows, columns, invoices } = proof
  return (
    <>
      <Part title="Rows">
        <p className="figure text-body">
          {formatCount(rows.read)} read = {formatCount(rows.stored)} imported + {formatCount(rows.rejected)} skipped
        </p>
      </Part>
      <Part title="Totals, file vs. Kept">
        {columns.length === 0 ? (
          <p className="text-small text-soft">The file has no cost column to compare.</p>
        ) : (
          <dl className="divide-y divide-rule">
            {columns.map((column) => (
              <Pair
                key={`${column.column} ${column.currency}`}
                name={`${column.column}, ${column.currency}`}
                left={['File', column.in_file]}
                right={['Kept', column.in_warehouse]}
                rejectedAmount={column.in_rejected_rows}
                difference={column.difference}
                explanation={column.explanation}
                currency={column.currency}
              />
            ))}
          </dl>
        )}
      </Part>
      {invoices.length > 0 && (
        <Part title="Invoices">
          <dl className="divide-y divide-rule">
            {invoices.map((invoice) => (
              <Pair
                key={`${invoice.invoice_id} ${invoice.currency}`}
                name={`${invoice.invoice_id}, ${invoice.issuer}`}
                left={['Invoiced', invoice.invoiced]}
                right={['Kept', invoice.in_warehouse]}
                rejectedAmount={null}
                difference={invoice.difference}
                explanation={invoice.explanation}
                tolerance={invoice.tolerance}
                currency={invoice.currency}
              />
            ))}
          </dl>
        </Part>
      )}
    </>
  )
}

interface PairProps {
  name: string
  left: [string, string | null]
  right: [string, string | null]
  rejectedAmount: string | null
  difference: string
  explanation: string
  /** How far the two may be apart because one of them is rounded. */
  tolerance?: string
  currency: string
}

/** Two figures that should be equal, with every digit. */
function Pair({ name, left, right, rejectedAmount, difference, explanation, tolerance = '0', currency }: PairProps) {
  const isEqual = isZero(difference)
  const matches = isEqual || compare(absolute(difference), tolerance) <= 0
  const line = (label: string, amount: string | null) => (
    <span className="flex justify-between gap-4">
      <span className="text-soft">{label}</span>
      <span className="figure font-mono">{amount === null ? unknown : formatMoneyExact(amount, currency)}</span>
    </span>
  )
  return (
    <div className="py-2 text-small">
      <dt className="flex justify-between gap-3 font-medium">
        {name}
        <Badge tone={matches ? 'plain' : explanation ? 'watch' : 'leak'}>
          {isEqual
            ? 'matches'
            : matches
              ? `matches within ${formatMoneyExact(tolerance, currency)}`
              : `differs by ${formatMoneyExact(difference, currency)}`}
        </Badge>
      </dt>
      <dd className="mt-1">
        {line(...left)}
        {line(...right)}
        {rejectedAmount !== null && !isZero(rejectedAmount) && line('In skipped rows', rejectedAmount)}
        {explanation && <span className="mt-1 block text-pretty text-soft">{explanation}</span>}
      </dd>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6" aria-label={title}>
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">{title}</h3>
      {children}
    </section>
  )
}
