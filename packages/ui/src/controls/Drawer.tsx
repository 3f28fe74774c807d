import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  children: ReactNode
}

/** A panel from the left, used for the navigation on phones. Escape and a click on the backdrop close it. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-64 max-w-[85vw] animate-fade overflow-y-auto border-rule border-r bg-sunken shadow-float"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
