import { cx } from '../cx.ts'

interface KeptBarProps {
  /** The customer's share with its amount: "You keep $31,500". */
  customerNet: string
  /** The fee with its amount: "Fee $10,500". */
  fee: string
  /** Estimates are hatched. Only verified savings are solid green. */
  estimate?: boolean
  /** The customer's share, from 0 to 1. */
  keptShare: number
}

/** Splits savings into the customer's share and the fee. */
export function KeptBar({ customerNet, fee, estimate = false, keptShare }: KeptBarProps) {
  const percent = `${keptShare * 100}%`
  return (
    <div className="max-w-prose">
      <div className="flex h-3 gap-0.5" aria-hidden="true">
        <div
          className={cx('rounded-l-hair', estimate ? 'hatch-soft' : 'bg-kept')}
          style={{ width: percent, minWidth: 4 }}
        />
        <div className={cx('flex-1 rounded-r-hair', estimate ? 'bg-rule' : 'bg-kept-wash')} />
      </div>
      <div className="figure mt-1.5 flex flex-wrap justify-between gap-x-3 text-small">
        <span className={estimate ? 'text-ink' : 'text-kept'}>{customerNet}</span>
        <span className="text-faint">{fee}</span>
      </div>
    </div>
  )
}
