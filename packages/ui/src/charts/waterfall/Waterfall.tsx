import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../../cx.ts'
import { type PreparedBar, type PreparedStep, prepareWaterfall, type WaterfallStep } from './prepare.ts'

interface Total {
  label: string
  /** Decimal text. */
  amount: string
}

interface WaterfallProps {
  label: string
  start: Total
  end: Total
  /** Lead from the start to the end. */
  steps: readonly WaterfallStep[]
  /** Formats a total, and the amount of a step with its sign. */
  format(amount: string): string
  formatSigned(amount: string): string
  /** What a step consists of, shown below it when it is open. */
  details(key: string): ReactNode
  open: ReadonlySet<string>
  onToggle(key: string): void
}

/** Two totals and the steps between them, one row each. A step opens its details. Filled is more, outlined is less. */
export function Waterfall(props: WaterfallProps) {
  const { label, start, end, steps, format, formatSigned, details, open, onToggle } = props
  const prepared = prepareWaterfall(start.amount, end.amount, steps)
  const isBroken = prepared.origin > 0
  return (
    <ul aria-label={label} className="border-rule border-t">
      <TotalRow total={start} bar={prepared.start} isBroken={isBroken} format={format} />
      {prepared.steps.map((step) => (
        <StepRow
          key={step.key}
          step={step}
          amount={formatSigned(step.amount)}
          details={details(step.key)}
          isOpen={open.has(step.key)}
          onToggle={() => onToggle(step.key)}
        />
      ))}
      <TotalRow total={end} bar={prepared.end} isBroken={isBroken} format={format} />
    </ul>
  )
}

const row =
  'grid min-h-8 w-full grid-cols-[1rem_minmax(6rem,12rem)_minmax(0,1fr)_auto] items-center gap-x-2 text-left text-small max-sm:grid-cols-[1rem_minmax(0,1fr)_4rem_auto]'

interface TotalRowProps {
  total: Total
  bar: PreparedBar
  isBroken: boolean
  format(amount: string): string
}

function TotalRow({ total, bar, isBroken, format }: TotalRowProps) {
  return (
    <li className={cx(row, 'border-rule border-b font-semibold')}>
      <span />
      <span>{total.label}</span>
      <span aria-hidden="true" className="relative block h-3.5">
        <span className="absolute inset-y-0 rounded-hair bg-soft" style={positionStyle(bar)} />
        {isBroken && <span className="-skew-x-12 absolute inset-y-0 left-2 w-1 bg-raised" />}
      </span>
      <span className="figure text-right">{format(total.amount)}</span>
    </li>
  )
}

interface StepRowProps {
  step: PreparedStep
  amount: string
  details: ReactNode
  isOpen: boolean
  onToggle(): void
}

function StepRow({ step, amount, details, isOpen, onToggle }: StepRowProps) {
  const id = useId()
  return (
    <li className="border-rule border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className={cx(row, 'rounded-hair hover:bg-hover')}
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={cx('text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span>{step.label}</span>
        <span aria-hidden="true" className="relative block h-3.5">
          {step.direction !== 'none' && (
            <span className={cx('absolute inset-y-0 rounded-hair', look(step))} style={positionStyle(step.bar)} />
          )}
          <span className="absolute top-3.5 h-4.5 w-px bg-edge" style={{ left: `${step.end}%` }} />
        </span>
        <span className="figure text-right">{amount}</span>
      </button>
      {isOpen && (
        <div id={id} className="pt-1 pb-3 pl-6">
          {details}
        </div>
      )}
    </li>
  )
}

function look({ direction, quiet }: PreparedStep): string {
  if (direction === 'more') return quiet ? 'bg-edge' : 'bg-fact'
  return cx('border-[1.5px]', quiet ? 'border-edge' : 'border-fact')
}

function positionStyle({ left, width }: PreparedBar) {
  return { left: `${left}%`, width: `${width}%` }
}
