import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ForecastFigure } from '../../forecast/ForecastFigure.tsx'
import { KnownEvents } from '../../forecast/KnownEvents.tsx'
import { Section } from '../../shell/Page.tsx'

interface AheadProps {
  currency: string
  /** The providers asked about; empty for all. */
  providers: readonly string[]
  /** True while the question is narrower than providers: the forecast then is of more than the chart above. */
  isWider: boolean
}

/** What comes, with its band, its record, and what people know of days to come. */
export default function Ahead({ currency, providers, isWider }: AheadProps) {
  const query = useQuery(
    api.forecasts.forecast.queryOptions({
      input: { forecast_days: 30, ...(providers.length > 0 && { providers: providers.join(',') }) },
    }),
  )
  const of = providers.length > 0 ? providers.join(', ') : 'all providers'
  return (
    <Section title="What comes" beside="30 days ahead, 80 % band" className="mt-8">
      {isWider && <p className="mb-2 text-small text-soft">Of {of}, whatever else is filtered above.</p>}
      <Loaded query={query} failed="The forecast could not be loaded." loading={<ChartLoading height={220} />}>
        {({ data }) => {
          const forecast = data.find((one) => one.currency === currency)
          if (forecast) return <ForecastFigure forecast={forecast} />
          return <p className="py-6 text-body text-soft">There are too few days in this currency to look ahead.</p>
        }}
      </Loaded>
      <KnownEvents currency={currency} />
    </Section>
  )
}
