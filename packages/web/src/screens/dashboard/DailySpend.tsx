import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { grainFor, grainLabels, namePeriod, periodsOf } from '../../spend/periods.ts'

interface DailySpendProps {
  window: DayWindow
  currency: string
}

/** Spend over time by provider. A day without cost lines is a gap. */
export function DailySpend({ window, currency }: DailySpendProps) {
  const grain = grainFor(window.from, window.to)
  const query = useQuery(
    api.costs.query.queryOptions({
      input: {
        measures: ['effective'],
        group_by: ['provider'],
        grain,
        filters: [],
        start_date: window.from,
        end_date: window.to,
        currency,
      },
    }),
  )
  const label = `${grainLabels[grain].adjective} spend by provider, ${formatWindow(window.from, window.to)}`
  return (
    <Section
      title={`${grainLabels[grain].adjective} spend by provider`}
      actions={
        <TextLink to="/costs" search={{ ...window, by: 'provider', ...(currency === 'USD' ? {} : { currency }) }}>
          Open in Cost Explorer
        </TextLink>
      }
    >
      <Loaded query={query} failed="The chart could not be loaded." loading={<ChartLoading height={280} />}>
        {({ data }) => (
          <Bars
            prepared={prepareBars(
              data.rows.map((row) => ({
                x: row.period ?? window.from,
                key: row.keys.provider ?? '',
                name: row.names.provider || row.keys.provider || 'No provider',
                value: row.values.effective ?? null,
                other: row.other,
              })),
              periodsOf(window.from, window.to, grain),
            )}
            nameX={(x) => namePeriod(x, grain)}
            exact={(amount) => formatMoney(amount, currency)}
            short={(amount) => formatMoneyShort(amount, currency)}
            label={label}
            height={280}
            empty="No costs in this period."
          />
        )}
      </Loaded>
    </Section>
  )
}
