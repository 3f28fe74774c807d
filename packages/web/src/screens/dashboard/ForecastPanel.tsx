import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ForecastFigure } from '../../forecast/ForecastFigure.tsx'
import { Section } from '../../shell/Page.tsx'

/** The projected total of the month, the next days, and how accurate past forecasts were. */
export function ForecastPanel({ currency }: { currency: string }) {
  const query = useQuery(api.forecasts.forecast.queryOptions({ input: { forecast_days: 30 } }))
  return (
    <Section title="Forecast" actions="Next 30 days">
      <Loaded query={query} failed="The forecast could not be loaded." loading={<ChartLoading height={220} />}>
        {({ data }) => {
          const forecast = data.find((entry) => entry.currency === currency)
          if (forecast) return <ForecastFigure forecast={forecast} />
          return <p className="py-6 text-body text-soft">Not enough data in this currency for a forecast.</p>
        }}
      </Loaded>
    </Section>
  )
}
