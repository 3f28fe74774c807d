import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { Section } from '../../shell/Page.tsx'
import { Change } from '../../spend/Change.tsx'
import { unknown } from '../../spend/figure.ts'
import { previousWords, sayUnequalDays } from '../../spend/sentence.ts'

interface MoversProps {
  overview: Overview
  shown: Overview['currencies'][number]
}

const most = 8

/** What changed most against the period before, up or down, in money rather than percent. */
export function Movers({ overview, shown }: MoversProps) {
  const { currency, movers } = shown
  return (
    <Section
      title="What moved most"
      beside={
        shown.previous_effective !== null &&
        `against what was spent ${previousWords(overview)}${sayUnequalDays(overview)}`
      }
    >
      {movers.length === 0 ? (
        <p className="py-6 text-body text-soft">
          {shown.previous_effective === null
            ? 'There is no earlier period to compare with yet. The next bill makes one.'
            : 'No service moved against the period before.'}
        </p>
      ) : (
        <Table label="What moved most">
          <thead>
            <tr>
              <Th>Service</Th>
              <Th numeric unit={currency} className="max-sm:hidden">
                Before
              </Th>
              <Th numeric unit={currency}>
                Moved by
              </Th>
              <Th numeric className="w-24">
                Change
              </Th>
            </tr>
          </thead>
          <tbody>
            {movers.slice(0, most).map((row) => (
              <Tr key={`${row.provider} ${row.service}`}>
                <Td className="w-full max-w-0">
                  <span className="block truncate" title={`${row.service}, ${row.provider}`}>
                    {row.service || 'No service named'}
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
