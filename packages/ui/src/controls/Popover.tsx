import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { floatClass } from './float.ts'

interface PopoverProps {
  trigger: ReactNode
  children: ReactNode
  /** The accessible name. */
  label: string
  open?: boolean
  onOpenChange?(open: boolean): void
  align?: 'start' | 'end'
  className?: string
  /** Selector of the element to focus on open; defaults to the first control. */
  focusOn?: string
  /** False when another element takes the focus on close. */
  returnFocus?: boolean
}

/** A popover with controls. */
export function Popover({
  trigger,
  children,
  label,
  open,
  onOpenChange,
  align = 'start',
  className,
  focusOn,
  returnFocus = true,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={(event) => {
            const focusTarget = focusOn && (event.currentTarget as HTMLElement).querySelector<HTMLElement>(focusOn)
            if (!focusTarget) return
            event.preventDefault()
            focusTarget.focus()
          }}
          onCloseAutoFocus={(event) => !returnFocus && event.preventDefault()}
          className={cx(floatClass, 'max-w-[calc(100vw-1rem)]', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
