import { RadioGroup } from 'radix-ui'
import { cx } from '../cx.ts'

interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange(value: Value): void
}

/** Selects one of two to five short options, such as day, week, or month. Where they do not fit, they scroll. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      className="inline-flex h-8 max-w-full overflow-x-auto rounded-base border border-edge/70 bg-raised p-0.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className={cx(
            'shrink-0 rounded-small px-2.5 max-sm:px-1.5 text-small text-soft transition-colors duration-120 hover:text-ink',
            'data-[state=checked]:bg-ink data-[state=checked]:text-paper',
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
