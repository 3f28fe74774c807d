import type { CostAnswer } from '@kept/domain/cost-query.ts'
import type { Grain } from '@kept/domain/cube.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { grainFor, grainsOf, periodsOf } from '../../spend/periods.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { writeSearch } from '../../url/search.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Controls } from './Controls.tsx'
import { allRowsQuery, type Explorer, hasChart, queryOf, readExplorer, writeExplorer } from './explorer.ts'
import { Filters } from './Filters.tsx'
import { isGroupedBy } from './group-rows.ts'
import { Totals } from './Totals.tsx'
import { useColors } from './useColors.ts'
import { useDefaultView } from './useDefaultView.ts'

/** Loaded after the query and its result. */
const CurrencySwitch = lazy(async () => ({ default: (await import('../../spend/CurrencySwitch.tsx')).CurrencySwitch }))
const NoCosts = lazy(() => import('./NoCosts.tsx'))
const Breadcrumb = lazy(async () => ({ default: (await import('./Breadcrumb.tsx')).Breadcrumb }))
const SpendOverTime = lazy(async () => ({ default: (await import('./SpendOverTime.tsx')).SpendOverTime }))
const GroupTable = lazy(async () => ({ default: (await import('./GroupTable.tsx')).GroupTable }))
const PivotTable = lazy(() => import('./PivotTable.tsx'))
const ForecastPanel = lazy(() => import('./ForecastPanel.tsx'))
const Facets = lazy(async () => ({ default: (await import('./Facets.tsx')).Facets }))
const SavedViews = lazy(async () => ({ default: (await import('./SavedViews.tsx')).SavedViews }))
const ShareView = lazy(async () => ({ default: (await import('./ShareView.tsx')).ShareView }))

/** The providers in the filters. A forecast can be filtered by provider too. */
const providersOf = (filters: Explorer['filters']) =>
  filters.flatMap(({ dimension: key, op, values }) => (key === 'provider' && op === 'is' ? values : []))

/** Cost Explorer: metrics, groups, filters, and intervals. The address holds the query. */
export function CostExplorerScreen() {
  const [search, setSearch] = useSearchState()
  const state = readExplorer(search)
  // A new query starts at its first page.
  const change = (part: Partial<Explorer>) => setSearch(writeExplorer({ ...state, page: 1, ...part }))
  const catalog = useCatalog()
  const { first_day: first = null, last_day: last = null, currencies = [] } = catalog.data ?? {}
  const currency = currencies.find((code) => code === state.currency) ?? currencies[0] ?? null
  const window = state.window ?? (first && last ? { from: first, to: addDays(last, 1) } : null)
  const grain: Grain =
    (window && grainsOf(window).find((candidate) => candidate === state.grain)) ??
    (window ? grainFor(window.from, window.to) : 'day')
  const periods = window ? periodsOf(window.from, window.to, grain).length : 1
  // Rows of other groups have no names for these.
  const keepSameGroups = (before: { data: CostAnswer } | undefined) =>
    before && isGroupedBy(before.data, state.groupBy) ? before : undefined
  const totals = useQuery({
    ...api.costs.query.queryOptions({ input: queryOf(state, currency) }),
    enabled: currency !== null,
    placeholderData: keepSameGroups,
  })
  const overTime = useQuery({
    ...api.costs.query.queryOptions({ input: queryOf(state, currency, { grain, periods }) }),
    enabled: currency !== null,
    placeholderData: keepSameGroups,
  })
  const colors = useColors(state, currency, overTime.data?.data)
  useDefaultView(search)
  return (
    <Page
      title="Cost Explorer"
      actions={
        <Suspense fallback={null}>
          {currencies.length > 1 && (
            <CurrencySwitch
              currencies={currencies}
              value={currency ?? ''}
              onChange={(next) => change({ currency: next === currencies[0] ? null : next })}
            />
          )}
          <SavedViews search={writeSearch(writeExplorer({ ...state, page: 1 })).replace('?', '')} />
          <WindowPicker value={state.window} onChange={(next) => change({ window: next })} />
          <ShareView
            state={state}
            all={allRowsQuery(state, currency)}
            totals={totals.data?.data}
            overTime={overTime.data?.data}
          />
        </Suspense>
      }
    >
      <Loaded query={catalog} failed="Cost Explorer could not be loaded.">
        {() =>
          currency === null || window === null ? (
            <Suspense fallback={null}>
              <NoCosts />
            </Suspense>
          ) : (
            <div aria-busy={totals.isFetching || overTime.isFetching}>
              <Controls state={state} grain={grain} window={window} onChange={change} />
              <div className="mt-5 grid gap-x-6 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
                <Suspense fallback={<div />}>
                  <Facets {...{ state, currency, window }} onChange={change} />
                </Suspense>
                <div className="min-w-0">
                  <Suspense fallback={null}>
                    <Breadcrumb state={state} />
                  </Suspense>
                  <Filters filters={state.filters} window={state.window} onChange={(filters) => change({ filters })} />
                  <Loaded query={totals} failed="The totals could not be loaded.">
                    {({ data }) => (
                      <Totals answer={data} state={state} currency={currency} window={window} lastDay={last} />
                    )}
                  </Loaded>
                  {hasChart(state) && (
                    <Suspense fallback={<ChartLoading height={300} />}>
                      <SpendOverTime
                        {...{ state, grain, window, currency, colors }}
                        query={overTime}
                        onChange={change}
                      />
                    </Suspense>
                  )}
                  <Suspense fallback={<ChartLoading height={300} />}>
                    {state.chart === 'pivot' ? (
                      <PivotTable {...{ state, currency }} onChange={change} />
                    ) : (
                      <GroupTable
                        {...{ totals, state, grain, window, currency, colors }}
                        overTime={overTime.data?.data}
                        lastDay={last}
                        onChange={change}
                      />
                    )}
                  </Suspense>
                  <Suspense fallback={<ChartLoading height={220} />}>
                    <ForecastPanel
                      currency={currency}
                      providers={providersOf(state.filters)}
                      isWider={state.filters.some(({ dimension: key, op }) => key !== 'provider' || op !== 'is')}
                    />
                  </Suspense>
                </div>
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
