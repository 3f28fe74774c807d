import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatDayShort } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { useQuery } from '@tanstack/react-query'
import { nameOfScope, placeOfScope, severityTones } from '../../anomalies/words.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const most = 4

/** The newest incidents; each opens with its drivers. */
export function OffPath() {
  const query = useQuery(api.anomalies.list.queryOptions({ input: {} }))
  return (
    <Section title="Off its path" beside={<TextLink to="/anomalies">All anomalies</TextLink>}>
      <Loaded query={query} failed="Anomalies could not be loaded." loading={<SkeletonRows rows={most} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="py-6 text-body text-soft">No day left the range that its own past makes likely.</p>
          ) : (
            <ul>
              {data.slice(0, most).map((anomaly) => (
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
