import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { prepareShares } from '@kept/ui/charts/share/prepare.ts'
import { ShareBar } from '@kept/ui/charts/share/ShareBar.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Change } from '../../spend/Change.tsx'
import { sharePercent } from '../../spend/change.ts'
import { unknown } from '../../spend/figure.ts'
import { writeFilter } from '../../spend/filter-link.ts'

interface TopServicesProps {
  currencyOverview: Overview['currencies'][number]
  window: DayWindow
}

const maxServices = 8

/** The most expensive services, each linked to its resources in Cost Explorer. */
export function TopServices({ currencyOverview, window }: TopServicesProps) {
  const { currency, services, effective } = currencyOverview
  const compared = currencyOverview.previous_effective !== null
  const { rows } = prepareShares(
    services.map((row, index) => ({ key: String(index), name: row.service, value: row.effective })),
    maxServices,
  )
  return (
    <Section
      title="Top services"
      actions={
        <TextLink to="/costs" search={{ ...window, by: 'service' }}>
          All services
        </TextLink>
      }
    >
      <Table label="Top services">
        <thead>
          <tr>
            <Th>Service</Th>
            <Th className="max-sm:hidden">Share</Th>
            <Th numeric unit={currency}>
              Effective
            </Th>
            {compared && (
              <Th numeric className="w-24">
                Change
              </Th>
            )}
            {compared && (
              <Th className="w-12">
                <span className="sr-only">Why it changed</span>
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const service = services[Number(row.key)]
            if (!service) return null
            const share = sharePercent(row.value, effective)
            return (
              <Tr key={row.key}>
                <Td className="w-full max-w-0">
                  <TextLink
                    to="/costs"
                    search={{ ...window, f: writeFilter('service', service.service), by: 'resource' }}
                    quiet
                    className="block truncate"
                  >
                    {row.name || 'No service'}
                  </TextLink>
                </Td>
                <Td className="max-sm:hidden">
                  <div className="flex w-32 items-center gap-2">
                    <ShareBar length={row.length} />
                    <span className="figure w-11 shrink-0 text-right text-micro text-faint">
                      {share === null ? unknown : formatPercent(share)}
                    </span>
                  </div>
                </Td>
                <Td numeric title={formatMoneyExact(row.value, currency)}>
                  {formatMoney(row.value, currency)}
                </Td>
                {compared && (
                  <Td numeric className="text-soft">
                    <Change now={service.effective} before={service.previous} />
                  </Td>
                )}
                {compared && (
                  <Td>
                    <WhyLink
                      question={{
                        window,
                        currency,
                        filters: [{ dimension: 'service', op: 'is', values: [service.service] }],
                      }}
                      subject={row.name || 'spend without a service'}
                    />
                  </Td>
                )}
              </Tr>
            )
          })}
        </tbody>
      </Table>
    </Section>
  )
}
