import type { ResourceDetails } from '@kept/domain/resource.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { exactFigure, formatFigure } from '../../spend/figure.ts'

/** Days of the bill that are shown. */
const days = 30

/** What the bill charges for the resource in its last 30 days: usage, rate and cost of each line, and their sum. */
export function BillLines({ resource }: { resource: ResourceDetails }) {
  const { resource_id: id, provider, last_charged_on: last } = resource
  const end = last ? addDays(last, 1) : null
  const query = useQuery({
    ...api.costs.query.queryOptions({
      input: {
        measures: ['effective', 'pricing_quantity', 'contracted_unit_price', 'lines'],
        group_by: ['description', 'pricing_unit'],
        filters: [
          { dimension: 'resource', op: 'is', values: [id] },
          { dimension: 'provider', op: 'is', values: [provider] },
        ],
        ...(end && { start_date: addDays(end, -days), end_date: end }),
        top: 50,
      },
    }),
    enabled: end !== null,
  })
  if (end === null) return null
  return (
    <Section title="Bill lines" actions={formatWindow(addDays(end, -days), end)}>
      <Loaded query={query} failed="The bill lines could not be loaded." loading={<SkeletonRows rows={3} />}>
        {({ data }) => (
          <>
            <RowsTable
              label="Bill lines"
              rows={data.rows}
              rowKey={(row) => JSON.stringify([row.currency, row.keys, row.other])}
              columns={[
                {
                  head: 'Line',
                  cellClass: 'min-w-48',
                  cell: (row) => (row.other ? 'Other lines' : row.keys.description || 'No description'),
                },
                {
                  head: 'Usage',
                  numeric: true,
                  cell: (row) =>
                    `${formatFigure('pricing_quantity', row.values.pricing_quantity, row.currency)} ${row.keys.pricing_unit ?? ''}`,
                },
                {
                  head: 'Rate',
                  numeric: true,
                  cell: (row) => formatFigure('contracted_unit_price', row.values.contracted_unit_price, row.currency),
                },
                {
                  head: 'Cost',
                  numeric: true,
                  cell: (row) => (
                    <span title={exactFigure('effective', row.values.effective, row.currency)}>
                      {formatFigure('effective', row.values.effective, row.currency)}
                    </span>
                  ),
                },
              ]}
            />
            <p className="mt-2 text-right text-small">
              {data.totals.map(({ currency, values }) => (
                <span key={currency} className="figure block font-semibold">
                  Total {formatMoney(values.effective ?? '0', currency)}
                </span>
              ))}
            </p>
          </>
        )}
      </Loaded>
    </Section>
  )
}
