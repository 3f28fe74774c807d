import { formatMonth, formatMonthShort } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { otherColor } from '@kept/ui/charts/palette.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { CurrencySwitch } from '../../spend/CurrencySwitch.tsx'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { readWindow } from '../../spend/windows.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { AnalyticsExport } from './AnalyticsExport.tsx'

/** What came of the commission: by month, tier and customer. */
export function Analytics() {
  const [search, setSearch] = useSearchState()
  const window = readWindow(search)
  const query = useQuery(
    api.commission.analytics.queryOptions({
      input: window ? { start_date: window.from, end_date: window.to } : {},
    }),
  )
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        <WindowPicker
          value={window}
          placeholder="Last 12 months"
          defaultWindow={null}
          onChange={(next) => setSearch({ from: next?.from ?? '', to: next?.to ?? '' })}
        />
        {query.data && query.data.data.months.length > 0 && <AnalyticsExport analytics={query.data.data} />}
      </div>
      <Loaded query={query} failed="Analytics could not be loaded.">
        {({ data }) => {
          const currencies = [...new Set(data.months.map(({ currency }) => currency))]
          const currency = currencies.find((code) => code === search.currency) ?? currencies[0]
          if (currency === undefined)
            return <EmptyState title="No statements in this period" description="Fees appear after a month closes." />
          const months = data.months.filter((month) => month.currency === currency)
          const rows = months.flatMap(({ period, fee, customer_net: customerNet }) => [
            { x: `${period}-01`, key: 'kept', name: 'Customers keep', value: customerNet },
            { x: `${period}-01`, key: 'fee', name: 'Fees', value: fee },
          ])
          return (
            <>
              <div className="mt-4">
                <CurrencySwitch
                  currencies={currencies}
                  value={currency}
                  onChange={(next) => setSearch({ currency: next })}
                />
              </div>
              <Section title="Verified savings by month">
                <Bars
                  prepared={prepareBars(
                    rows,
                    months.map(({ period }) => `${period}-01`),
                    { colors: { kept: 'var(--kept)', fee: otherColor } },
                  )}
                  nameX={(x) => ({ short: formatMonthShort(x), full: formatMonth(x) })}
                  exact={(amount) => formatMoney(amount, currency)}
                  short={(amount) => formatMoneyShort(amount, currency)}
                  label="Net savings and fees by month"
                  height={260}
                  empty="No verified savings in this period."
                />
              </Section>
              <div className="grid gap-x-12 lg:grid-cols-2">
                <Section title="Customers">
                  <Figures
                    label="Fees by customer"
                    head="Customer"
                    rows={data.customers
                      .filter((customer) => customer.currency === currency)
                      .map((customer) => ({ ...customer, key: customer.id }))}
                  />
                </Section>
                <Section title="Tiers">
                  <Figures
                    label="Fees by tier"
                    head="Tier"
                    rows={data.tiers
                      .filter((tier) => tier.currency === currency)
                      .map((tier) => ({ ...tier, name: tier.tier, key: tier.tier }))}
                  />
                </Section>
              </div>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

interface FiguresProps {
  label: string
  head: string
  rows: readonly { key: string; name: string; currency: string; verified: string; fee: string }[]
}

function Figures({ label, head, rows }: FiguresProps) {
  return (
    <RowsTable
      label={label}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { head, cell: ({ name }) => name },
        {
          head: 'Verified',
          numeric: true,
          cellClass: 'text-kept',
          cell: ({ verified, currency }) => formatMoney(verified, currency),
        },
        { head: 'Fees', numeric: true, cell: ({ fee, currency }) => formatMoney(fee, currency) },
      ]}
    />
  )
}
