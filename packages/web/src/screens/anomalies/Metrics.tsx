import type { AnomalySeverity, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { nameOfMetric, severityTones } from '../../anomalies/words.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { FeedbackButtons } from './FeedbackButtons.tsx'

interface MetricsProps {
  from: AnomalySeverity
  chosen: string | undefined
  onChoose(id: string): void
}

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** Measurements of resources that left their path, beside the money. */
export function Metrics({ from, chosen, onChoose }: MetricsProps) {
  const query = useQuery(api.anomalies.metrics.queryOptions({ input: { severity_threshold: from } }))
  const open = query.data?.data.find(({ id }) => id === chosen)
  return (
    <>
      <Loaded query={query} failed="Anomalies of metrics could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title="Metrics are on their path"
              words="Each metric of each resource is held against its own past, minutes after its points come in."
            />
          ) : (
            <>
              <div className="mb-2 flex justify-end">
                <ExportList
                  size="small"
                  name="metric-anomalies"
                  list={async () => (await import('./export-anomalies.ts')).metricsList(data)}
                />
              </div>
              <Table label="Anomalies of metrics">
                <thead>
                  <tr>
                    <Th>What</Th>
                    <Th>Severity</Th>
                    <Th className="max-md:hidden">Since</Th>
                    <Th numeric className="max-sm:hidden">
                      Usual
                    </Th>
                    <Th numeric>Was</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((one) => (
                    <Tr key={one.id}>
                      <Td className="w-full max-w-0">
                        <button
                          type="button"
                          aria-pressed={one.id === chosen}
                          onClick={() => onChoose(one.id === chosen ? '' : one.id)}
                          className="block max-w-full truncate text-left font-medium hover:underline aria-pressed:underline"
                        >
                          {nameOfMetric(one)}
                        </button>
                        <span className="block truncate text-micro text-soft">{one.resource_name}</span>
                      </Td>
                      <Td>
                        <Badge tone={severityTones[one.severity]}>{one.severity}</Badge>
                      </Td>
                      <Td className="whitespace-nowrap text-soft max-md:hidden">
                        {formatMoment(one.started_at)}
                        {one.status === 'open' && <span className="block text-micro">goes on</span>}
                      </Td>
                      <Td numeric className="text-soft max-sm:hidden">
                        {figure.format(one.expected)}
                      </Td>
                      <Td numeric className="font-medium">
                        {figure.format(one.actual)} {one.unit}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            </>
          )
        }
      </Loaded>
      <SidePanel
        open={open !== undefined}
        onClose={() => onChoose('')}
        title={open ? nameOfMetric(open) : ''}
        kicker={open?.resource_name}
      >
        {open && <MetricPanel anomaly={open} />}
      </SidePanel>
    </>
  )
}

function MetricPanel({ anomaly }: { anomaly: MetricAnomaly }) {
  const { actual, expected, unit, started_at, last_at, status } = anomaly
  const client = useQueryClient()
  const answer = useMutation(
    api.anomalies.metricFeedback.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.anomalies.key() })
        toasts.show({ title: 'Kept. The next threshold here follows your answer.' })
      },
    }),
  )
  return (
    <>
      <p className="text-pretty text-body">
        {figure.format(actual)} {unit} where about {figure.format(expected)} is usual, from {formatMoment(started_at)}{' '}
        {status === 'open' ? 'on; it goes on.' : `to ${formatMoment(last_at)}.`}
      </p>
      <div className="mt-5">
        <Lines
          label="The metric, with what is usual at its time of day"
          height={180}
          data={anomaly.points.map(({ at, value, expected: usual }) => ({
            at: formatMoment(at),
            value,
            expected: usual,
          }))}
          xKey="at"
          lines={[
            { dataKey: 'value', name: 'Measured' },
            { dataKey: 'expected', name: 'Usual', strokeDasharray: '4 4' },
          ]}
          format={(value) => `${figure.format(value)} ${unit}`}
        />
      </div>
      <FeedbackButtons
        feedback={anomaly.feedback}
        by={anomaly.feedback_by}
        busy={answer.isPending ? answer.variables.feedback : null}
        onAnswer={(feedback) => answer.mutate({ id: anomaly.id, feedback })}
      />
    </>
  )
}
