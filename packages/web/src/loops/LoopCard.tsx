import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { IconButton } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { ChevronDown } from 'lucide-react'
import { countUp } from './count-up.ts'
import { LoopDetails } from './LoopDetails.tsx'
import { loopDuration, severityTones, statusTones } from './loop-text.ts'
import { providerLabel } from './provider-labels.ts'
import { useNow } from './useNow.ts'

interface LoopCardProps {
  loop: ListedLoop
  /** When the server answered, in epoch milliseconds. */
  asOf: number
  /** Counts an active loop up between two answers. */
  isCounting: boolean
  selected: boolean
  expanded: boolean
  onSelect(): void
  onExpand(): void
}

/** One loop: what, where, since when and for how much; the arrow shows what stands behind it. */
export function LoopCard({ loop, asOf, isCounting, selected, expanded, onSelect, onExpand }: LoopCardProps) {
  const loopType = loopTypeLabels[loop.loop_type]
  const { estimated_hourly_cost: hourly, currency } = loop.cost_impact
  const { seconds, cost: total } = countUp(loop, asOf, useNow(isCounting && loop.status === 'active'))
  return (
    <li className={cx('border-rule border-b', selected && 'bg-hover')}>
      <div className="flex items-start gap-2 px-2 py-3">
        <button type="button" aria-pressed={selected} onClick={onSelect} className="min-w-0 flex-1 text-left">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold text-body">{loopType.label}</span>
            <Badge tone={severityTones[loop.severity]}>{formatLabel(loop.severity)}</Badge>
            <Badge tone={statusTones[loop.status]}>{formatLabel(loop.status)}</Badge>
            {!loop.confirmed && <Badge>Suspected</Badge>}
          </span>
          <span className="mt-0.5 block break-words text-body">
            {loop.resource_name}
            <span className="text-soft">
              {' '}
              {[loop.resource_type, providerLabel(loop.provider), loop.region].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className="mt-0.5 block text-small text-soft">{loopType.description}</span>
          <span className="mt-1 block text-micro text-faint">
            Detected {formatMoment(loop.detected_at)}, {loop.status === 'resolved' ? 'lasted' : 'running for'}{' '}
            {loopDuration(seconds)}
          </span>
        </button>
        <div className="shrink-0 text-right">
          {hourly === null ? (
            <span className="text-small text-soft" title="The bill has no unit price for this resource.">
              Cost unknown
            </span>
          ) : (
            <>
              <span className="figure block font-semibold text-body" title={formatMoneyExact(hourly, currency)}>
                {formatMoney(hourly, currency)}/h
              </span>
              {total !== null && (
                <span className="figure block text-micro text-faint" title={formatMoneyExact(total, currency)}>
                  {formatMoney(total, currency)} so far
                </span>
              )}
            </>
          )}
        </div>
        <IconButton
          label={expanded ? `Hide details of ${loop.resource_name}` : `Show details of ${loop.resource_name}`}
          size="small"
          aria-expanded={expanded}
          onClick={onExpand}
          icon={<ChevronDown size={16} className={cx('transition-transform duration-120', expanded && 'rotate-180')} />}
        />
      </div>
      {expanded && <LoopDetails id={loop.id} />}
    </li>
  )
}
