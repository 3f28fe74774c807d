import { cx } from '../cx.ts'

interface KeptBarProps {
  /** What stays, with the figure: "You keep $31,500". */
  kept: string
  /** What it costs: "Fee $10,500". */
  fee: string
  /** An estimate is hatched; only what is verified is solid green. */
  estimate?: boolean
  /** Of one: what stays. Given with the figures, never guessed. */
  keptShare: number
}

/** The kept bar: wherever money is split, by the rule that holds. */
export function KeptBar({ kept, fee, estimate = false, keptShare }: KeptBarProps) {
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
        <span className={estimate ? 'text-ink' : 'text-kept'}>{kept}</span>
        <span className="text-faint">{fee}</span>
      </div>
    </div>
  )
}
