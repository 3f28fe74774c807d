import { cx } from '../../cx.ts'
import type { PreparedBars } from './prepare.ts'

interface LegendLineProps {
  series: PreparedBars['series']
  short(amount: number): string
  onHighlight(key: string | null): void
}

/** The legend in one line: name and total of each series. Estimates are hatched. */
export default function LegendLine({ series, short, onHighlight }: LegendLineProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
      {series.map(({ key, name, color, estimate, total }) => (
        <li
          key={key}
          onPointerEnter={() => onHighlight(key)}
          onPointerLeave={() => onHighlight(null)}
          className="flex items-center gap-2"
        >
          <span
            aria-hidden="true"
            className={cx('size-2.5 rounded-hair', estimate && 'hatch-soft')}
            style={estimate ? undefined : { background: color }}
          />
          <span className="text-soft">{name}</span>
          <span className="figure">{short(Number(total))}</span>
        </li>
      ))}
    </ul>
  )
}
