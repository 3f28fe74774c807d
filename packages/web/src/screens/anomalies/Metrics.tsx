import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { nameOfMetric, severityTones } from '../../anomalies/words.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { useMetricAnomalies } from './useMetricAnomalies.ts'

interface MetricsProps {
  from: AnomalySeverity
  chosen: string | undefined
  onChoose(id: string): void
}

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** Measurements of resources that left their path, beside the money. */
export function Metrics({ from, chosen, onChoose }: MetricsProps) {
  const query = useMetricAnomalies(from)
  return (
    <Loaded query={query} failed="Anomalies of metrics could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title="No metric has left its path"
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
  )
}
