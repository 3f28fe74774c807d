import type { TelemetrySignal } from '@kept/domain/telemetry.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'

const signalLabels: Record<TelemetrySignal, string> = {
  traces: 'Traces',
  metrics: 'Metrics',
  logs: 'Logs',
  files: 'Files',
}

/** Telemetry received in the last week, and how much of it could not be used. */
export function TelemetryIngestion() {
  const query = useQuery(api.telemetry.intake.queryOptions({ input: {} }))
  const signals = query.data?.data ?? []
  if (signals.length === 0) return null
  return (
    <Section title="Telemetry, last 7 days">
      <Table label="Received telemetry">
        <thead>
          <tr>
            <Th>Signal</Th>
            <Th numeric>Accepted</Th>
            <Th>Dropped</Th>
            <Th>Last</Th>
          </tr>
        </thead>
        <tbody>
          {signals.map(({ signal, accepted, dropped, last_at }) => (
            <Tr key={signal}>
              <Td>{signalLabels[signal]}</Td>
              <Td numeric>{formatCount(accepted)}</Td>
              <Td>
                {dropped.length === 0
                  ? 'none'
                  : dropped.map(({ reason, items }) => `${formatCount(items)} ${reason}`).join('; ')}
              </Td>
              <Td>{formatMoment(last_at)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
