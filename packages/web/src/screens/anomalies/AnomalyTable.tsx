import type { Anomaly } from '@kept/domain/anomaly.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatDayShort } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { feedbackWords, nameOfScope, placeOfScope, severityTones } from '../../anomalies/words.ts'
import { isControl } from '../../table/is-control.ts'
import { IncidentBar, TimelineHead } from './IncidentBar.tsx'
import { stretchOf } from './timeline.ts'

interface AnomalyTableProps {
  anomalies: readonly Anomaly[]
  chosen: string | undefined
  onChoose(id: string): void
}

/** The newest first; the name opens what is known of it. */
export function AnomalyTable({ anomalies, chosen, onChoose }: AnomalyTableProps) {
  const stretch = stretchOf(anomalies)
  return (
    <Table label="Anomalies">
      <thead>
        <tr>
          <Th>Where</Th>
          <Th>Severity</Th>
          {stretch && (
            <Th className="@max-5xl:hidden">
              <span className="sr-only">Timeline, </span>
              <TimelineHead {...stretch} />
            </Th>
          )}
          <Th className="@max-3xl:hidden">Days</Th>
          <Th numeric className="@max-xl:hidden">
            Expected
          </Th>
          <Th numeric className="@max-xl:hidden">
            Actual
          </Th>
          <Th numeric>Off by</Th>
        </tr>
      </thead>
      <tbody>
        {anomalies.map((anomaly) => (
          <Tr
            key={anomaly.id}
            // The name is the keyboard's way; for a pointer the whole row is the target.
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
              <Badge tone={severityTones[anomaly.severity]}>{anomaly.severity}</Badge>
              {anomaly.feedback && (
                <span className="block text-micro text-soft">{feedbackWords[anomaly.feedback]}</span>
              )}
            </Td>
            {stretch && (
              <Td className="@max-5xl:hidden">
                <IncidentBar anomaly={anomaly} stretch={stretch} />
              </Td>
            )}
            <Td className="whitespace-nowrap text-soft @max-3xl:hidden">
              {formatDayShort(anomaly.first_day)}
              {anomaly.last_day !== anomaly.first_day && ` to ${formatDayShort(anomaly.last_day)}`}
              {anomaly.status === 'open' && <span className="block text-micro">goes on</span>}
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
