import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { Section } from '../../shell/Page.tsx'
import { Change } from '../../spend/Change.tsx'
import { unknown } from '../../spend/figure.ts'
import { describeUnequalDays, previousLabel } from '../../spend/sentence.ts'

interface BiggestChangesProps {
  overview: Overview
  currencyOverview: Overview['currencies'][number]
}

const maxMovers = 8

/** The services whose usage cost changed most since the previous period, by amount; fees and taxes are left out. */
export function BiggestChanges({ overview, currencyOverview }: BiggestChangesProps) {
  const { currency, movers } = currencyOverview
  return (
    <Section
      title="Biggest changes"
      actions={
        currencyOverview.previous_effective !== null &&
        `compared with usage ${previousLabel(overview)}${describeUnequalDays(overview)}`
      }
    >
      {movers.length === 0 ? (
        <p className="py-6 text-body text-soft">
          {currencyOverview.previous_effective === null
            ? 'No earlier period to compare with yet.'
            : 'No changes since the previous period.'}
        </p>
      ) : (
        <Table label="Biggest changes">
          <thead>
            <tr>
              <Th>Service</Th>
              <Th numeric unit={currency} className="max-sm:hidden">
                Previous
              </Th>
              <Th numeric unit={currency}>
                Difference
              </Th>
              <Th numeric className="w-24">
                Change
              </Th>
            </tr>
          </thead>
          <tbody>
            {movers.slice(0, maxMovers).map((row) => (
              <Tr key={`${row.provider} ${row.service}`}>
                <Td className="w-full max-w-0">
                  <span className="block truncate" title={`${row.service}, ${row.provider}`}>
                    {row.service || 'No service'}
                    <span className="ml-2 text-micro text-faint">{row.provider}</span>
                  </span>
                </Td>
                <Td numeric className="text-soft max-sm:hidden">
                  {row.previous === null ? unknown : formatMoney(row.previous, currency)}
                </Td>
                <Td numeric title={formatMoneyExact(row.delta, currency)}>
                  {formatMoney(row.delta, currency, { signed: true })}
                </Td>
                <Td numeric className="text-soft">
                  <Change now={row.effective} before={row.previous} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}
