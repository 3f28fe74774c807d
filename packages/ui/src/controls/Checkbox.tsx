import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface CheckboxProps {
  checked: boolean | 'indeterminate'
  onChange(checked: boolean): void
  children: ReactNode
  /** Visible to screen readers only, for example in a table row. */
  hiddenLabel?: boolean
  disabled?: boolean
  /** The form field name. */
  name?: string
}

/** A checkbox with its label. */
export function Checkbox({ checked, onChange, children, hiddenLabel = false, disabled, name }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex min-h-6 items-start gap-2 pt-px">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        name={name}
        onCheckedChange={(next) => onChange(next === true)}
        className="mt-[3px] flex size-4 shrink-0 items-center justify-center rounded-hair border border-edge bg-raised text-paper disabled:opacity-50 data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=indeterminate]:border-ink data-[state=indeterminate]:bg-ink"
      >
        <Radix.Indicator>
          {checked === 'indeterminate' ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={hiddenLabel ? 'sr-only' : 'text-body'}>
        {children}
      </label>
    </div>
  )
}
