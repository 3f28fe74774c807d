import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { stayForToasts } from './stay-for-toasts.ts'

interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** `left` for navigation; `right` for details, as wide as a phone. */
  side?: 'left' | 'right'
  children: ReactNode
}

/** A panel over the page, from the left for navigation or from the right for details. Escape and a click on the backdrop close it. */
export function Drawer({ open, onOpenChange, title, side = 'left', children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={stayForToasts}
          className={cx(
            'fixed inset-y-0 z-50 overflow-y-auto border-rule shadow-float',
            side === 'left' && 'left-0 w-64 max-w-[85vw] animate-fade border-r bg-sunken',
            side === 'right' && 'right-0 w-full max-w-[39rem] animate-slide bg-raised sm:border-l',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
