import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { usageOnly } from '@kept/domain/cube.ts'
import type { CurrencyExplanation } from '@kept/domain/explanation.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { Section } from '../../shell/Page.tsx'
import { Change } from '../../spend/Change.tsx'
import { unknown } from '../../spend/figure.ts'
import { describeUnequalDays, previousLabel } from '../../spend/sentence.ts'

interface BiggestChangesProps {
  overview: Overview
  currencyOverview: Overview['currencies'][number]
  /** Usage only, by service; the reasons come from it. */
  usage: CurrencyExplanation | undefined
}

const maxMovers = 6

/** The services whose usage cost changed most since the previous period, by amount, each with its reason. */
export function BiggestChanges({ overview, currencyOverview, usage }: BiggestChangesProps) {
  const { currency, movers } = currencyOverview
  const { start_date: from, end_date: to } = overview
  const window = from && to ? { from, to } : null
  return (
    <Section
      title="Biggest changes"
      className="mt-6"
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
              <Th numeric className="w-20 max-sm:hidden">
                Change
              </Th>
              <Th className="w-12">
                <span className="sr-only">Why it changed</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {movers.slice(0, maxMovers).map((row) => (
              <Tr key={`${row.provider} ${row.service}`}>
                <Td className="w-full max-w-0 py-2">
                  <span className="block truncate" title={`${row.service}, ${row.provider}`}>
                    {row.service || 'No service'}
                    <span className="ml-2 text-micro text-faint">{row.provider}</span>
                  </span>
                  <Reason usage={usage} provider={row.provider} service={row.service} />
                </Td>
                <Td numeric className="text-soft max-sm:hidden">
                  {row.previous === null ? unknown : formatMoney(row.previous, currency)}
                </Td>
                <Td numeric title={formatMoneyExact(row.delta, currency)}>
                  {formatMoney(row.delta, currency, { signed: true })}
                </Td>
                <Td numeric className="text-soft max-sm:hidden">
                  <Change now={row.effective} before={row.previous} />
                </Td>
                <Td>
                  <WhyLink
                    question={{
                      window,
                      currency,
                      filters: [
                        usageOnly,
                        { dimension: 'provider', op: 'is', values: [row.provider] },
                        { dimension: 'service', op: 'is', values: [row.service] },
                      ],
                    }}
                    subject={row.service || 'spend without a service'}
                  />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}

function Reason({
  usage,
  provider,
  service,
}: {
  usage: CurrencyExplanation | undefined
  provider: string
  service: string
}) {
  const group = usage?.groups.find((entry) => entry.provider === provider && entry.value === service)
  // The line stands before its text comes, so that nothing moves.
  return (
    <span className="block truncate text-micro text-soft" title={group?.reason}>
      {group?.reason ?? '\u00a0'}
    </span>
  )
}
