import type { Grain } from '@kept/domain/cube.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import { addDays } from '@kept/ui/format/day.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { grainFor, grainsOf, periodsOf } from '../../spend/periods.ts'
import { useCatalogue } from '../../spend/useCatalogue.ts'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Controls } from './Controls.tsx'
import { allRowsQuery, type Explorer, queryOf, readExplorer, writeExplorer } from './explorer.ts'
import { Filters } from './Filters.tsx'
import { GroupTable } from './GroupTable.tsx'
import { SpendOverTime } from './SpendOverTime.tsx'
import { Totals } from './Totals.tsx'

/** Beside the question and its answer: they come when those are there. */
const CurrencySwitch = lazy(async () => ({ default: (await import('../../spend/CurrencySwitch.tsx')).CurrencySwitch }))
const NoCosts = lazy(() => import('./NoCosts.tsx'))
const Ahead = lazy(() => import('./Ahead.tsx'))
const SaveView = lazy(async () => ({ default: (await import('./SaveView.tsx')).SaveView }))

/** The providers a question is narrowed to, which a forecast can be too. */
const providersOf = (filters: Explorer['filters']) =>
  filters.flatMap(({ by, op, values }) => (by === 'provider' && op === 'is' ? values : []))

/** Any question to the costs: measured, grouped, filtered, over time. The address holds the question. */
export function Draw() {
  const [search, setSearch] = useSearchState()
  const state = readExplorer(search)
  // Another question begins at its first page.
  const change = (part: Partial<Explorer>) => setSearch(writeExplorer({ ...state, page: 1, ...part }))
  const catalogue = useCatalogue()
  const { first_day: first = null, last_day: last = null, currencies = [] } = catalogue.data ?? {}
  const currency = currencies.find((one) => one === state.currency) ?? currencies[0] ?? null
  const window = state.window ?? (first && last ? { from: first, to: addDays(last, 1) } : null)
  const grain: Grain =
    (window && grainsOf(window).find((known) => known === state.grain)) ??
    (window ? grainFor(window.from, window.to) : 'day')
  const periods = window ? periodsOf(window.from, window.to, grain).length : 1
  const totals = useQuery({
    ...api.costs.query.queryOptions({ input: queryOf(state, currency) }),
    enabled: currency !== null,
    placeholderData: keepPreviousData,
  })
  const overTime = useQuery({
    ...api.costs.query.queryOptions({ input: queryOf(state, currency, { grain, periods }) }),
    enabled: currency !== null,
    placeholderData: keepPreviousData,
  })
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
          <WindowPicker value={state.window} onChange={(next) => change({ window: next })} />
          <SaveView
            state={state}
            all={allRowsQuery(state, currency)}
            totals={totals.data?.data}
            overTime={overTime.data?.data}
          />
        </Suspense>
      }
    >
      <Loaded query={catalogue} failed="The explorer could not be opened.">
        {() =>
          currency === null || window === null ? (
            <Suspense fallback={null}>
              <NoCosts />
            </Suspense>
          ) : (
            <div aria-busy={totals.isFetching || overTime.isFetching}>
              <Controls state={state} grain={grain} window={window} onChange={change} />
              <Filters filters={state.filters} window={state.window} onChange={(filters) => change({ filters })} />
              <Loaded query={totals} failed="The totals could not be loaded.">
                {({ data }) => <Totals answer={data} state={state} currency={currency} window={window} />}
              </Loaded>
              <SpendOverTime query={overTime} state={state} grain={grain} window={window} currency={currency} />
              <GroupTable
                totals={totals}
                overTime={overTime.data?.data}
                state={state}
                grain={grain}
                window={window}
                currency={currency}
                onChange={change}
              />
              <Suspense fallback={<ChartLoading height={220} />}>
                <Ahead
                  currency={currency}
                  providers={providersOf(state.filters)}
                  isWider={state.filters.some(({ by, op }) => by !== 'provider' || op !== 'is')}
                />
              </Suspense>
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
