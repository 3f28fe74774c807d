import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { nameOfScope, placeOfScope, severityTones } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const maxAnomalies = 4

/** The latest anomalies, each linked to its details. */
export function AnomaliesPanel() {
  const query = useQuery(api.anomalies.list.queryOptions({ input: {} }))
  return (
    <Section title="Anomalies" actions={<TextLink to="/anomalies">All anomalies</TextLink>}>
      <Loaded query={query} failed="Anomalies could not be loaded." loading={<SkeletonRows rows={maxAnomalies} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="py-6 text-body text-soft">No anomalies detected.</p>
          ) : (
            <ul>
              {data.slice(0, maxAnomalies).map((anomaly) => (
                <li key={anomaly.id} className="flex items-baseline justify-between gap-4 border-rule border-b py-2">
                  <span className="min-w-0">
                    <TextLink to="/anomalies" search={{ open: anomaly.id }} quiet className="block truncate">
                      {nameOfScope(anomaly)}
                    </TextLink>
                    <span className="block truncate text-micro text-soft">
                      {[placeOfScope(anomaly), formatDayShort(anomaly.first_day)].filter(Boolean).join(', ')}
                    </span>
                  </span>
                  <span className="flex shrink-0 items-baseline gap-2">
                    <Badge tone={severityTones[anomaly.severity]}>{anomaly.severity}</Badge>
                    <span className="figure">{formatMoney(anomaly.excess, anomaly.currency, { signed: true })}</span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
