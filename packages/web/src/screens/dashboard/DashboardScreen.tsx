import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { CurrencySwitch } from '../../spend/CurrencySwitch.tsx'
import { HeadlineLoading } from '../../spend/Headline.tsx'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { readWindow } from '../../spend/windows.ts'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { columns } from './columns.ts'
import { DailySpend } from './DailySpend.tsx'
import { DashboardExport } from './DashboardExport.tsx'
import { DoNow } from './DoNow.tsx'
import { ExecutiveSentence } from './ExecutiveSentence.tsx'
import { Figures } from './Figures.tsx'
import { useExplainedUsage } from './useExplainedUsage.ts'
import { useSummary } from './useSummary.ts'

/** The executive summary: one sentence, the figures behind it, and links to the details. */
export function DashboardScreen() {
  const [search, setSearch] = useSearchState()
  const window = readWindow(search)
  const overview = useQuery(
    api.costOptimization.overview.queryOptions({
      input: window ? { start_date: window.from, end_date: window.to } : {},
    }),
  )
  const data = overview.data?.data
  const currencies = data?.currencies.map(({ currency }) => currency) ?? []
  const currency = currencies.find((code) => code === search.currency) ?? currencies[0] ?? ''
  const currencyOverview = data?.currencies.find((entry) => entry.currency === currency)
  return (
    <Page
      title="Executive Dashboard"
      quietTitle
      actions={
        <>
          <CurrencySwitch
            currencies={currencies}
            value={currency}
            onChange={(next) => setSearch({ currency: next === currencies[0] ? '' : next })}
          />
          <WindowPicker
            value={window}
            placeholder="Last 30 days"
            defaultWindow={data?.start_date && data.end_date ? { from: data.start_date, to: data.end_date } : null}
            onChange={(next) => setSearch({ from: next?.from ?? '', to: next?.to ?? '' })}
          />
          {currencyOverview && <DashboardExport currencyOverview={currencyOverview} />}
        </>
      }
    >
      <Loaded query={overview} failed="Your spend could not be loaded." loading={<HeadlineLoading />}>
        {(answer) => <Content overview={answer.data} currency={currency} />}
      </Loaded>
    </Page>
  )
}

function Content({ overview, currency }: { overview: Overview; currency: string }) {
  const summary = useSummary(overview, currency)
  const usage = useExplainedUsage(overview, currency)
  const forecasts = useQuery(api.forecasts.forecast.queryOptions({ input: { forecast_days: 30 } }))
  const currencyOverview = overview.currencies.find((entry) => entry.currency === currency)
  if (!currencyOverview || !overview.start_date || !overview.end_date) return <NoSpend overview={overview} />
  if (!summary) return <HeadlineLoading />
  const window = { from: overview.start_date, to: overview.end_date }
  const forecast = forecasts.isPending
    ? undefined
    : (forecasts.data?.data.find((entry) => entry.currency === currency) ?? null)
  return (
    <>
      <ExecutiveSentence summary={summary} />
      <Figures {...{ summary, usage, forecast }} />
      {/* On a phone, what to do comes before the chart. */}
      <div className={columns}>
        <DailySpend {...{ window, currency, forecast }} className="mt-5 min-w-0 max-xl:order-2" />
        <DoNow currency={currency} />
      </div>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <DashboardDetails {...{ overview, currencyOverview, summary, usage, window, currency }} />
      </Suspense>
    </>
  )
}

/** Below the first screen: loaded after it. */
const DashboardDetails = lazy(() => import('./DashboardDetails.tsx'))

/** Shown before the first bill, or when the selected period has no costs. */
function NoSpend({ overview }: { overview: Overview }) {
  if (overview.first_day !== null) {
    return (
      <EmptyState
        title="No costs in this period"
        description={`Your bills cover ${formatDay(overview.first_day)} to ${formatDay(overview.last_day ?? overview.first_day)}.`}
        action={
          <Link to="/dashboard" className={buttonClass('primary')}>
            Show last 30 days
          </Link>
        }
      />
    )
  }
  return (
    <UploadFirst
      title="No bills yet"
      description="Upload a bill from AWS, Azure, Google Cloud, or Oracle, or any FOCUS file, to see what you spend and where you can save. Your data stays on this server."
    />
  )
}
