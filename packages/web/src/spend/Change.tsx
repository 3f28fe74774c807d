import { formatPercent } from '@kept/ui/format/share.ts'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { changePercent } from './change.ts'

interface ChangeProps {
  now: string
  before: string | null | undefined
  /** What stands there when there is nothing to compare with. */
  none?: string
}

/** Up or down against before, in percent. An arrow and a sign, no alarm: a rise is a fact, not yet a fault. */
export function Change({ now, before, none = 'new' }: ChangeProps) {
  const percent = changePercent(now, before)
  if (percent === null) return <span className="text-faint">{before === undefined ? '' : none}</span>
  const Arrow = percent > 0.05 ? ArrowUpRight : percent < -0.05 ? ArrowDownRight : ArrowRight
  return (
    <span className="figure inline-flex items-center gap-0.5 whitespace-nowrap">
      <Arrow size={13} aria-hidden="true" className="text-faint" />
      {formatPercent(percent, { signed: true })}
    </span>
  )
}
