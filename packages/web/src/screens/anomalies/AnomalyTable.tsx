import type { Anomaly } from '@kept/domain/anomaly.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { feedbackLabels, nameOfScope, placeOfScope, severityTones } from '../../anomalies/anomaly-text.ts'
import { isControl } from '../../table/is-control.ts'
import { IncidentBar, TimelineHead } from './IncidentBar.tsx'
import { timelineOf } from './timeline.ts'

interface AnomalyTableProps {
  anomalies: readonly Anomaly[]
  chosen: string | undefined
  onChoose(id: string): void
}

/** The list of anomalies, newest first. A row opens its details. */
export function AnomalyTable({ anomalies, chosen, onChoose }: AnomalyTableProps) {
  const timeline = timelineOf(anomalies)
  return (
    <Table label="Anomalies">
      <thead>
        <tr>
          <Th>Where</Th>
          <Th>Severity</Th>
          {timeline && (
            <Th className="@max-5xl:hidden">
              <span className="sr-only">Timeline, </span>
              <TimelineHead {...timeline} />
            </Th>
          )}
          <Th className="@max-3xl:hidden">Days</Th>
          <Th numeric className="@max-xl:hidden">
            Expected
          </Th>
          <Th numeric className="@max-xl:hidden">
            Actual
          </Th>
          <Th numeric>Difference</Th>
        </tr>
      </thead>
      <tbody>
        {anomalies.map((anomaly) => (
          <Tr
            key={anomaly.id}
            // The keyboard uses the button; a pointer can select anywhere in the row.
            onClick={(event) => !isControl(event.target) && onChoose(anomaly.id === chosen ? '' : anomaly.id)}
            className={cx('cursor-pointer hover:bg-hover', anomaly.id === chosen && 'bg-fact-wash hover:bg-fact-wash')}
          >
            <Td className="w-full min-w-36 max-w-0">
              <button
                type="button"
                aria-pressed={anomaly.id === chosen}
                onClick={() => onChoose(anomaly.id === chosen ? '' : anomaly.id)}
                className="block max-w-full truncate text-left font-medium hover:underline aria-pressed:underline"
              >
                {nameOfScope(anomaly)}
              </button>
              <span className="block truncate text-micro text-soft">{placeOfScope(anomaly)}</span>
            </Td>
            <Td>
              <Badge tone={severityTones[anomaly.severity]}>{formatLabel(anomaly.severity)}</Badge>
              {anomaly.feedback && (
                <span className="block text-micro text-soft">{feedbackLabels[anomaly.feedback]}</span>
              )}
            </Td>
            {timeline && (
              <Td className="@max-5xl:hidden">
                <IncidentBar anomaly={anomaly} timeline={timeline} />
              </Td>
            )}
            <Td className="whitespace-nowrap text-soft @max-3xl:hidden">
              {formatDayShort(anomaly.first_day)}
              {anomaly.last_day !== anomaly.first_day && ` to ${formatDayShort(anomaly.last_day)}`}
              {anomaly.status === 'open' && <span className="block text-micro">Ongoing</span>}
            </Td>
            <Td numeric className="text-soft @max-xl:hidden">
              {formatMoney(anomaly.expected, anomaly.currency)}
            </Td>
            <Td numeric className="text-soft @max-xl:hidden">
              {formatMoney(anomaly.actual, anomaly.currency)}
            </Td>
            <Td numeric className="font-medium">
              {formatMoney(anomaly.excess, anomaly.currency, { signed: true })}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
