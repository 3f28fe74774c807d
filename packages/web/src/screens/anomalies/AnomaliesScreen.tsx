import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { useQuery } from '@tanstack/react-query'
import { nameOfScope, placeOfScope } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { AnomalyPanel } from './AnomalyPanel.tsx'
import { AnomalyTable } from './AnomalyTable.tsx'
import { describeAnomalies } from './anomalies-sentence.ts'
import { MetricSidePanel } from './MetricPanel.tsx'
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

/** Cost and metric anomalies. The selected one opens in the side panel. */
export function AnomaliesScreen() {
  const [search, setSearch] = useSearchState()
  const from = options.find(({ value }) => value === search.severity)?.value ?? 'low'
  const query = useQuery(api.anomalies.list.queryOptions({ input: { severity_threshold: from } }))
  const view = search.view === 'metrics' ? 'metrics' : 'cost'
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const chosen = query.data?.data.find(({ id }) => id === search.open)
  const sentence = describeAnomalies(query.data?.data ?? [])
  const close = () => setSearch({ open: '' })
  return (
    <Page
      title="Anomalies"
      description="Kept compares every account, service, tag, and large resource with its own history each day. Each anomaly is one incident, shown where it happened."
      actions={
        <>
          <Segmented
            label="Type"
            value={view}
            options={views}
            onChange={(next) => setSearch({ view: next === 'cost' ? '' : next, open: '' })}
          />
          <Segmented
            label="Minimum severity"
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
      sidePanel={
        view === 'metrics' ? (
          <MetricSidePanel from={from} chosen={search.open} onClose={close} />
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
      {sentence && view === 'cost' && (
        <p className="mt-5 max-w-4xl text-pretty font-serif text-title">
          <span className="figure text-leak">{sentence.amount}</span> {sentence.rest}
        </p>
      )}
      <div className="mt-6">
        {view === 'metrics' ? (
          <Metrics from={from} chosen={search.open} onChoose={(id) => setSearch({ open: id })} />
        ) : (
          <Loaded query={query} failed="Anomalies could not be loaded.">
            {({ data, meta }) =>
              data.length === 0 ? (
                <NoAnomalies evaluated={meta.evaluated_at !== null} from={from} />
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

/** The empty state: no anomalies, none of this severity, or no bill yet. */
function NoAnomalies({ evaluated, from }: { evaluated: boolean; from: string }) {
  if (evaluated) {
    return from === 'low' ? (
      <EmptyState level={2} title="No anomalies detected" description="Every day is within its expected range." />
    ) : (
      <EmptyState
        level={2}
        title={`No anomalies of ${from} severity or higher`}
        description="Select All to see lower severities."
      />
    )
  }
  return (
    <UploadFirst
      level={2}
      title="No anomalies yet"
      description="Upload a bill. Kept needs three weeks of data to detect anomalies."
    />
  )
}
