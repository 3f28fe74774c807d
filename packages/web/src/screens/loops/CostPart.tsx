import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
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
      <Table label="Cost by SKU">
        <thead>
          <tr>
            <Th>Resource</Th>
            <Th>Unit</Th>
            <Th numeric>Units per hour</Th>
            <Th numeric>Unit price</Th>
            <Th numeric>Per hour</Th>
            <Th>Price from</Th>
          </tr>
        </thead>
        <tbody>
          {cost.lines.map((line) => (
            <Tr key={`${line.resource_id} ${line.sku_price_id}`}>
              <Td>
                <span className="block max-w-64 truncate" title={line.resource_id}>
                  {line.resource_id.split(/[:/]/).at(-1)}
                </span>
              </Td>
              <Td>{line.unit || line.sku_price_id}</Td>
              <Td numeric>{units(line.units_per_hour)}</Td>
              <Td numeric>{formatMoneyExact(line.unit_price, cost.currency)}</Td>
              <Td numeric>{formatMoney(line.hourly, cost.currency)}</Td>
              <Td>{sourceLabels[line.source]}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}

function units(amount: string): string {
  const value = Number(amount)
  return value >= 100 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)))
}
