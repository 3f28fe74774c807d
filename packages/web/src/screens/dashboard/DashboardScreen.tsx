import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { CurrencySwitch } from '../../spend/CurrencySwitch.tsx'
import { HeadlineLoading } from '../../spend/Headline.tsx'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { readWindow } from '../../spend/windows.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { AgainstForecast } from './AgainstForecast.tsx'
import { Ahead } from './Ahead.tsx'
import { DailySpend } from './DailySpend.tsx'
import { DashboardExport } from './DashboardExport.tsx'
import { ExecutiveSentence } from './ExecutiveSentence.tsx'
import { Figures } from './Figures.tsx'
import { Movers } from './Movers.tsx'
import { OffPath } from './OffPath.tsx'
import { TopFindings } from './TopFindings.tsx'
import { TopServices } from './TopServices.tsx'
import { useStanding } from './useStanding.ts'

/** One true sentence for whoever pays, the few figures behind it, and the proof of each below or one click away. */
export function Draw() {
  const [search, setSearch] = useSearchState()
  const window = readWindow(search)
  const overview = useQuery(
    api.costOptimization.overview.queryOptions({
      input: window ? { start_date: window.from, end_date: window.to } : {},
    }),
  )
  const data = overview.data?.data
  const currencies = data?.currencies.map(({ currency }) => currency) ?? []
  const currency = currencies.find((one) => one === search.currency) ?? currencies[0] ?? ''
  const shown = data?.currencies.find((one) => one.currency === currency)
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
            placeholder="Latest 30 days"
            shown={data?.from && data.to ? { from: data.from, to: data.to } : null}
            onChange={(next) => setSearch({ from: next?.from ?? '', to: next?.to ?? '' })}
          />
          {shown && <DashboardExport shown={shown} />}
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
  const standing = useStanding(overview, currency)
  const shown = overview.currencies.find((one) => one.currency === currency)
  if (!shown || !overview.from || !overview.to) return <Nothing overview={overview} />
  if (!standing) return <HeadlineLoading />
  const window = { from: overview.from, to: overview.to }
  return (
    <>
      <ExecutiveSentence standing={standing} />
      <Figures standing={standing} />
      <DailySpend window={window} currency={currency} />
      <div className="grid gap-x-12 xl:grid-cols-2">
        <TopServices shown={shown} window={window} />
        <Movers overview={overview} shown={shown} />
      </div>
      <AgainstForecast standing={standing} />
      <Ahead currency={currency} />
      <OffPath />
      <TopFindings currency={currency} />
    </>
  )
}

/** Nothing was brought in yet, or nothing of it falls into the chosen days. */
function Nothing({ overview }: { overview: Overview }) {
  if (overview.first_day !== null) {
    return (
      <EmptyState
        title="Nothing was billed on these days"
        words={`Your bills have charges from ${overview.first_day} to ${overview.last_day}.`}
        action={
          <Link to="/dashboard" className={buttonClass('primary')}>
            Show the latest 30 days
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No bill has been brought in yet"
      words="Drop one bill from AWS, Azure, Google Cloud, Oracle, or any FOCUS file, and this page shows what you spent and where it leaks. Nothing leaves this machine."
      action={
        <Link to="/integrations" className={buttonClass('primary')}>
          Bring in a bill
        </Link>
      }
    />
  )
}
