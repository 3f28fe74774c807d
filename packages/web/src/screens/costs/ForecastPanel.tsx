import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ForecastFigure } from '../../forecast/ForecastFigure.tsx'
import { KnownEvents } from '../../forecast/KnownEvents.tsx'
import { Section } from '../../shell/Page.tsx'

interface ForecastPanelProps {
  currency: string
  /** The providers to forecast; empty for all. */
  providers: readonly string[]
  /** True when other filters are set: the forecast then covers more than the chart above. */
  isWider: boolean
}

/** The forecast with its accuracy and known events. */
export default function ForecastPanel({ currency, providers, isWider }: ForecastPanelProps) {
  const query = useQuery(
    api.forecasts.forecast.queryOptions({
      input: { forecast_days: 30, ...(providers.length > 0 && { providers: providers.join(',') }) },
    }),
  )
  const scope = providers.length > 0 ? providers.join(', ') : 'all providers'
  return (
    <Section title="Forecast" actions="Next 30 days" className="mt-8">
      {isWider && <p className="mb-2 text-small text-soft">Forecast for {scope}. Other filters do not apply.</p>}
      <Loaded query={query} failed="The forecast could not be loaded." loading={<ChartLoading height={220} />}>
        {({ data }) => {
          const forecast = data.find((entry) => entry.currency === currency)
          if (forecast) return <ForecastFigure forecast={forecast} />
          return <p className="py-6 text-body text-soft">Not enough data in this currency for a forecast.</p>
        }}
      </Loaded>
      <KnownEvents currency={currency} />
    </Section>
  )
}
