import type { AutopilotDryRun } from '@kept/contract/routes/autopilot.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Section } from '../../shell/Page.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'

const columns: Column<AutopilotDryRun['changes'][number]>[] = [
  { id: 'day', head: 'Day', width: '7rem', cell: ({ day }) => day },
  { id: 'resource', head: 'Resource', cell: ({ resource_name }) => resource_name },
  { id: 'rule', head: 'Rule', width: '14rem', cell: ({ rule }) => rule },
  {
    id: 'savings',
    head: 'Monthly savings',
    numeric: true,
    width: '10rem',
    cell: ({ monthly_savings, currency }) => formatMoney(monthly_savings, currency),
  },
]

/** What a policy would have done. */
export function DryRun({
  result: { changes, monthly_savings, skipped, scope_resources, days },
}: {
  result: AutopilotDryRun
}) {
  const savings = monthly_savings.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')
  return (
    <Section
      title={`The last ${days} days`}
      description={
        changes.length === 0
          ? `It would have changed nothing among ${counted(scope_resources, 'resource')} in scope.`
          : `It would have made ${counted(changes.length, 'change')} worth ${savings} a month, among ${counted(scope_resources, 'resource')} in scope. Nothing was changed.`
      }
    >
      {changes.length > 0 && (
        <DataTable
          label="Changes of the dry run"
          columns={columns}
          rows={changes}
          rowId={({ recommendation_id }) => recommendation_id}
          minWidth="40rem"
        />
      )}
      {skipped.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-semibold text-small">Skipped</h3>
          <ul className="text-small">
            {skipped.map(({ reason, count }) => (
              <li key={reason} className="border-rule border-b py-1">
                {reason} <span className="text-soft">{counted(count, 'recommendation')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
