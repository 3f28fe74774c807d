import type { Anomaly } from '@kept/domain/anomaly.ts'
import { absolute, compare } from '@kept/foundation/decimal.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { nameOfScope, placeOfScope } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { whyOfAnomaly } from '../../explain/why-questions.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { isWithin } from './anomaly-flags.ts'

const maxAnomalies = 4

/** The anomalies of the period with the largest amounts, each linked to its details. Filled is open, outlined is over. */
export function AnomaliesPanel({ window }: { window: DayWindow }) {
  const query = useQuery(api.anomalies.list.queryOptions({ input: {} }))
  return (
    <Section
      title="Anomalies"
      className="mt-8"
      actions={
        <>
          Largest first. <TextLink to="/anomalies">All anomalies</TextLink>
        </>
      }
    >
      <Loaded query={query} failed="Anomalies could not be loaded." loading={<SkeletonRows rows={maxAnomalies} />}>
        {({ data }) => {
          if (data.length === 0) return <p className="py-6 text-body text-soft">No anomalies detected.</p>
          const recent = data.filter((anomaly) => isWithin(anomaly, window))
          if (recent.length === 0) return <p className="py-6 text-body text-soft">No anomalies in this period.</p>
          const largest = recent
            .toSorted((a, b) => compare(absolute(b.excess), absolute(a.excess)))
            .slice(0, maxAnomalies)
          const widest = Math.max(...largest.map(({ excess }) => Math.abs(Number(excess))))
          return (
            <ul>
              {largest.map((anomaly) => (
                <AnomalyRow
                  key={anomaly.id}
                  anomaly={anomaly}
                  share={Math.abs(Number(anomaly.excess)) / (widest || 1)}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

function AnomalyRow({ anomaly, share }: { anomaly: Anomaly; share: number }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-b py-2 md:grid-cols-[minmax(0,1fr)_8rem_auto]">
      <span className="min-w-0">
        <TextLink to="/anomalies" search={{ open: anomaly.id }} quiet className="block truncate">
          {nameOfScope(anomaly)}
        </TextLink>
        <span className="block truncate text-micro text-soft">
          {[placeOfScope(anomaly), formatDayShort(anomaly.first_day)].filter(Boolean).join(', ')}
        </span>
      </span>
      <span aria-hidden="true" className="h-2 max-md:hidden">
        <span
          className={cx(
            'block h-full rounded-hair',
            anomaly.status === 'open' ? 'bg-watch' : 'border-[1.5px] border-watch',
          )}
          style={{ width: `${Math.max(2, share * 100)}%` }}
        />
      </span>
      <span className="flex items-baseline gap-2">
        <span className="figure">{formatMoney(anomaly.excess, anomaly.currency, { signed: true })}</span>
        <Badge tone={anomaly.status === 'open' ? 'watch' : 'plain'}>
          {anomaly.status === 'open' ? 'Open' : 'Ended'}
        </Badge>
        <WhyLink question={whyOfAnomaly(anomaly)} subject={nameOfScope(anomaly)} />
      </span>
    </li>
  )
}
