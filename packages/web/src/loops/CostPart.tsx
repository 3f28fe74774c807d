import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { Part } from './Part.tsx'

const sourceLabels = { bill: 'your bill', given: 'your price list', list: 'public prices' } as const

/** What it costs and how that was reckoned: each SKU once, what is above the usual, whose price. */
export function CostPart({ detail: { loop, evidence, projection } }: { detail: LoopDetail }) {
  const { cost } = evidence
  const { estimated_hourly_cost: hourly, currency } = loop.cost_impact
  if (cost === null || hourly === null)
    return (
      <Part title="Cost impact" wide>
        <p className="text-small text-soft">
          Cost unknown. Neither the bill nor public prices list what this loop uses.
        </p>
      </Part>
    )
  return (
    <Part title="Cost impact" wide>
      <p className="text-small">
        <span className="figure font-semibold" title={formatMoneyExact(hourly, currency)}>
          {formatMoney(hourly, currency)}
        </span>{' '}
        an hour, between {formatMoney(cost.hourly_low, currency)} and {formatMoney(cost.hourly_high, currency)}
        {projection !== null && (
          <>
            . If it keeps running: {formatMoney(projection.by_tomorrow, currency)} by tomorrow and{' '}
            {formatMoney(projection.by_month_end, currency)} by the end of the month
          </>
        )}
        .
      </p>
      <p className="mt-1 text-small text-soft">
        {cost.baseline_per_hour === null
          ? 'No baseline for this hour. All usage of the loop counts.'
          : `Baseline at this hour: ${formatCount(Math.round(cost.baseline_per_hour))} calls, from ${cost.baseline_weeks} ${cost.baseline_weeks === 1 ? 'week' : 'weeks'}. ${Math.round(cost.above_baseline * 100)}% of the loop is above it.`}
      </p>
      <RowsTable
        label="Cost by SKU"
        rows={cost.lines}
        rowKey={({ resource_id, sku_price_id }) => `${resource_id} ${sku_price_id}`}
        columns={[
          {
            head: 'Resource',
            cell: ({ resource_id }) => (
              <span className="block max-w-64 truncate" title={resource_id}>
                {resource_id.split(/[:/]/).at(-1)}
              </span>
            ),
          },
          { head: 'Unit', cell: ({ unit, sku_price_id }) => unit || sku_price_id },
          { head: 'Units per hour', numeric: true, cell: ({ units_per_hour }) => units(units_per_hour) },
          { head: 'Unit price', numeric: true, cell: ({ unit_price }) => formatMoneyExact(unit_price, cost.currency) },
          { head: 'Per hour', numeric: true, cell: ({ hourly }) => formatMoney(hourly, cost.currency) },
          { head: 'Price from', cell: ({ source }) => sourceLabels[source] },
        ]}
      />
    </Part>
  )
}

function units(amount: string): string {
  const value = Number(amount)
  return value >= 100 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)))
}
