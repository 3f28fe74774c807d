import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nameOfScope, placeOfScope } from '../../anomalies/words.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { AnomalyPanel } from './AnomalyPanel.tsx'
import { AnomalyTable } from './AnomalyTable.tsx'
import { MetricAside } from './MetricPanel.tsx'
import { Metrics } from './Metrics.tsx'
import { Settings } from './Settings.tsx'

const options = [
  { value: 'low', label: 'All' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'critical', label: 'Critical' },
] as const

const views = [
  { value: 'cost', label: 'Cost' },
  { value: 'metrics', label: 'Metrics' },
] as const

/** Spend that left its path: one line for each incident, its timeline and drivers beside it. */
export function Draw() {
  const [search, setSearch] = useSearchState()
  const from = options.find(({ value }) => value === search.severity)?.value ?? 'low'
  const query = useQuery(api.anomalies.list.queryOptions({ input: { severity_threshold: from } }))
  const view = search.view === 'metrics' ? 'metrics' : 'cost'
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const chosen = query.data?.data.find(({ id }) => id === search.open)
  const close = () => setSearch({ open: '' })
  return (
    <Page
      title="Anomalies"
      words="Each day of every account, service, tag and large resource is held against its own past. What left its path is one incident, where it happened."
      actions={
        <>
          <Segmented
            label="Of what"
            value={view}
            options={views}
            onChange={(next) => setSearch({ view: next === 'cost' ? '' : next, open: '' })}
          />
          <Segmented
            label="Severity and worse"
            value={from}
            options={options}
            onChange={(severity) => setSearch({ severity: severity === 'low' ? '' : severity })}
          />
          {view === 'cost' && query.data && query.data.data.length > 0 && (
            <ExportList
              name="anomalies"
              list={async () => (await import('./export-anomalies.ts')).anomaliesList(query.data.data)}
            />
          )}
          {query.data && mayWrite && <Settings {...query.data.meta} />}
        </>
      }
      aside={
        view === 'metrics' ? (
          <MetricAside from={from} chosen={search.open} onClose={close} />
        ) : (
          <SidePanel
            open={chosen !== undefined}
            onClose={close}
            title={chosen ? nameOfScope(chosen) : ''}
            kicker={chosen && placeOfScope(chosen)}
          >
            {chosen && <AnomalyPanel anomaly={chosen} />}
          </SidePanel>
        )
      }
    >
      <div className="mt-6">
        {view === 'metrics' ? (
          <Metrics from={from} chosen={search.open} onChoose={(id) => setSearch({ open: id })} />
        ) : (
          <Loaded query={query} failed="Anomalies could not be loaded.">
            {({ data, meta }) =>
              data.length === 0 ? (
                <Nothing judged={meta.judged_at !== null} from={from} />
              ) : (
                <AnomalyTable anomalies={data} chosen={search.open} onChoose={(id) => setSearch({ open: id })} />
              )
            }
          </Loaded>
        )}
      </div>
    </Page>
  )
}

/** Before the first bill there is one thing to do; after it, nothing is good news. */
function Nothing({ judged, from }: { judged: boolean; from: string }) {
  if (judged) {
    return from === 'low' ? (
      <EmptyState
        level={2}
        title="Spend is on its path"
        words="No day left the range that its own past makes likely."
      />
    ) : (
      <EmptyState level={2} title={`Nothing of ${from} severity or worse`} words="Milder incidents stand under All." />
    )
  }
  return (
    <EmptyState
      level={2}
      title="Nothing has been judged yet"
      words="Bring in a bill: three weeks of days are needed to learn what is usual."
      action={
        <Link to="/integrations" className={buttonClass('primary')}>
          Bring in a bill
        </Link>
      }
    />
  )
}
