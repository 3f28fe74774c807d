import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { floatClass } from './float.ts'

interface PopoverProps {
  trigger: ReactNode
  children: ReactNode
  /** Name of what opens, for those who listen. */
  label: string
  open?: boolean
  onOpenChange?(open: boolean): void
  align?: 'start' | 'end'
  className?: string
  /** What takes the focus when it opens, as a selector; the first control otherwise. */
  focusOn?: string
  /** False when closing it leads on to something that takes the focus itself. */
  returnFocus?: boolean
}

/** A small surface with controls of its own, under the button that opened it. */
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
            const wanted = focusOn && (event.currentTarget as HTMLElement).querySelector<HTMLElement>(focusOn)
            if (!wanted) return
            event.preventDefault()
            wanted.focus()
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
