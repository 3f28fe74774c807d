import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import { usageOnly } from '@kept/domain/cube.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useWhy } from '../../explain/useWhy.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { grainFor, grainLabels, namePeriod, periodsOf } from '../../spend/periods.ts'
import { flagsAt, useAnomalyFlags } from './anomaly-flags.ts'
import { ChargesApart } from './ChargesApart.tsx'

interface DailySpendProps {
  window: DayWindow
  currency: string
  /** Its days after the window are drawn hatched; undefined while it is loading, null without one. */
  forecast: CostForecast | null | undefined
  className?: string
}

const height = 280
const forecastKey = 'forecast'

/** Usage over time by provider, then the forecast; what is charged once stands apart. A day without cost is a gap. */
export function DailySpend({ window, currency, forecast, className = 'mt-5' }: DailySpendProps) {
  const grain = grainFor(window.from, window.to)
  const ask = useWhy()
  const query = useQuery(
    api.costs.query.queryOptions({
      input: {
        measures: ['effective'],
        group_by: ['provider'],
        grain,
        filters: [usageOnly],
        start_date: window.from,
        end_date: window.to,
        currency,
      },
    }),
  )
  const flags = useAnomalyFlags(window, currency)
  const explain = async (period: string) => {
    const { whyOfPeriod } = await import('../../explain/why-questions.ts')
    await ask({ ...whyOfPeriod(period, grain), currency, filters: [usageOnly] })
  }
  const expected = grain === 'day' ? daysToCome(forecast, window) : []
  const columns = [...periodsOf(window.from, window.to, grain), ...expected.map(({ date }) => date)]
  const label = `${grainLabels[grain].adjective} spend by provider, ${formatWindow(window.from, window.to)}`
  return (
    <Section
      title={`${grainLabels[grain].adjective} spend by provider`}
      className={className}
      actions={
        <TextLink to="/costs" search={{ ...window, by: 'provider', ...(currency === 'USD' ? {} : { currency }) }}>
          Open in Cost Explorer
        </TextLink>
      }
    >
      <Loaded query={query} failed="The chart could not be loaded." loading={<ChartLoading height={height} />}>
        {({ data }) => (
          <Bars
            prepared={prepareBars(
              [
                ...data.rows.map((row) => ({
                  x: row.period ?? window.from,
                  key: row.keys.provider ?? '',
                  name: row.names.provider || row.keys.provider || 'No provider',
                  value: row.values.effective ?? null,
                  other: row.other,
                })),
                ...expected.map(({ date, point }) => ({
                  x: date,
                  key: forecastKey,
                  name: 'Forecast with tax',
                  value: point,
                })),
              ],
              columns,
              { estimates: [forecastKey] },
            )}
            nameX={(x) => namePeriod(x, grain)}
            exact={(amount) => formatMoney(amount, currency)}
            short={(amount) => formatMoneyShort(amount, currency)}
            label={label}
            height={height}
            empty="No costs in this period."
            legend="above"
            marks={grain === 'day' ? flagsAt(flags, columns) : []}
            onPick={(x) => {
              if (x < window.to) void explain(x)
            }}
          />
        )}
      </Loaded>
      <ChargesApart window={window} currency={currency} />
    </Section>
  )
}

/** More days than these would make the past too narrow to read. */
const maxDaysToCome = 14

/** The forecast's days right after the window, to the end of their month. */
function daysToCome(forecast: CostForecast | null | undefined, { to }: DayWindow): CostForecast['days'] {
  if (!forecast || forecast.days[0]?.date !== to) return []
  const month = to.slice(0, 7)
  return forecast.days.filter(({ date }) => date.startsWith(month)).slice(0, maxDaysToCome)
}
