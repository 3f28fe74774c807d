import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Field } from './Field.tsx'
import { floatClass, itemClass } from './float.ts'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A second line that explains the option. */
  description?: string
}

interface SelectProps<Value extends string> {
  label: string
  hiddenLabel?: boolean
  value: Value
  options: readonly SelectOption<Value>[]
  onChange(value: Value): void
  className?: string
  hint?: ReactNode
  error?: string
  disabled?: boolean
}

/** Selects one of a few options. Supports arrow keys and type-ahead. */
export function Select<Value extends string>({
  label,
  hiddenLabel,
  value,
  options,
  onChange,
  className,
  hint,
  error,
  disabled,
}: SelectProps<Value>) {
  return (
    <Field label={label} hiddenLabel={hiddenLabel} hint={hint} error={error}>
      {(ids) => (
        <Radix.Root value={value} disabled={disabled} onValueChange={(next) => onChange(next as Value)}>
          <Radix.Trigger
            {...ids}
            className={cx(
              'inline-flex h-8 w-full items-center justify-between gap-2 rounded-base border border-edge/70 bg-raised px-2.5 text-left text-body text-ink hover:border-edge disabled:opacity-60',
              className,
            )}
          >
            <span className="truncate">
              <Radix.Value />
            </span>
            <ChevronDown size={14} className="shrink-0 text-faint" aria-hidden="true" />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              position="popper"
              sideOffset={4}
              className={cx(floatClass, 'max-h-80 p-1 min-w-(--radix-select-trigger-width) max-w-80')}
            >
              <Radix.Viewport>
                {options.map((option) => (
                  <Radix.Item key={option.value} value={option.value} className={cx(itemClass, 'pr-8')}>
                    <span className="min-w-0">
                      <Radix.ItemText>{option.label}</Radix.ItemText>
                      {option.description && <span className="block text-micro text-faint">{option.description}</span>}
                    </span>
                    <Radix.ItemIndicator className="absolute right-2">
                      <Check size={14} aria-hidden="true" />
                    </Radix.ItemIndicator>
                  </Radix.Item>
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  )
}
