import { formatPercent } from '@kept/foundation/format/number.ts'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { changePercent } from './change.ts'

interface ChangeProps {
  now: string
  before: string | null | undefined
  /** Shown when there is no previous value. */
  emptyLabel?: string
}

/** The change since the previous period in percent. Neutral color: an increase is not an error. */
export function Change({ now, before, emptyLabel = 'new' }: ChangeProps) {
  const percent = changePercent(now, before)
  if (percent === null) return <span className="text-faint">{before === undefined ? '' : emptyLabel}</span>
  const Arrow = percent > 0.05 ? ArrowUpRight : percent < -0.05 ? ArrowDownRight : ArrowRight
  return (
    <span className="figure inline-flex items-center gap-0.5 whitespace-nowrap">
      <Arrow size={13} aria-hidden="true" className="text-faint" />
      {formatPercent(percent, { signed: true })}
    </span>
  )
}
