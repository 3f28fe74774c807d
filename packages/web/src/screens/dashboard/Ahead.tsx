import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ForecastFigure } from '../../forecast/ForecastFigure.tsx'
import { Section } from '../../shell/Page.tsx'

/** The month's end with its range, the days ahead, and how good such forecasts have been. */
export function Ahead({ currency }: { currency: string }) {
  const query = useQuery(api.forecasts.forecast.queryOptions({ input: { forecast_days: 30 } }))
  return (
    <Section title="What comes" beside="30 days ahead, 80 % band">
      <Loaded query={query} failed="The forecast could not be loaded." loading={<ChartLoading height={220} />}>
        {({ data }) => {
          const forecast = data.find((one) => one.currency === currency)
          if (forecast) return <ForecastFigure forecast={forecast} />
          return <p className="py-6 text-body text-soft">There are too few days in this currency to look ahead.</p>
        }}
      </Loaded>
    </Section>
  )
}
