import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { nameOfMetric, severityTones } from '../../anomalies/anomaly-text.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { useMetricAnomalies } from './useMetricAnomalies.ts'

interface MetricsProps {
  from: AnomalySeverity
  chosen: string | undefined
  onChoose(id: string): void
}

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** Anomalies in resource metrics. */
export function Metrics({ from, chosen, onChoose }: MetricsProps) {
  const query = useMetricAnomalies(from)
  return (
    <Loaded query={query} failed="Metric anomalies could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title="No metric anomalies detected"
            description="Kept compares each metric with its own history within minutes of new data."
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
            <Table label="Metric anomalies">
              <thead>
                <tr>
                  <Th>Metric</Th>
                  <Th>Severity</Th>
                  <Th className="max-md:hidden">Since</Th>
                  <Th numeric className="max-sm:hidden">
                    Expected
                  </Th>
                  <Th numeric>Actual</Th>
                </tr>
              </thead>
              <tbody>
                {data.map((anomaly) => (
                  <Tr key={anomaly.id}>
                    <Td className="w-full max-w-0">
                      <button
                        type="button"
                        aria-pressed={anomaly.id === chosen}
                        onClick={() => onChoose(anomaly.id === chosen ? '' : anomaly.id)}
                        className="block max-w-full truncate text-left font-medium hover:underline aria-pressed:underline"
                      >
                        {nameOfMetric(anomaly)}
                      </button>
                      <span className="block truncate text-micro text-soft">{anomaly.resource_name}</span>
                    </Td>
                    <Td>
                      <Badge tone={severityTones[anomaly.severity]}>{formatLabel(anomaly.severity)}</Badge>
                    </Td>
                    <Td className="whitespace-nowrap text-soft max-md:hidden">
                      {formatMoment(anomaly.started_at)}
                      {anomaly.status === 'open' && <span className="block text-micro">Ongoing</span>}
                    </Td>
                    <Td numeric className="text-soft max-sm:hidden">
                      {figure.format(anomaly.expected)}
                    </Td>
                    <Td numeric className="font-medium">
                      {figure.format(anomaly.actual)} {anomaly.unit}
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </>
        )
      }
    </Loaded>
  )
}
