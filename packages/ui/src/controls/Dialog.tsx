import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from './Button.tsx'
import { stayForToasts } from './stay-for-toasts.ts'

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children: ReactNode
  /** The buttons, primary action last. */
  actions?: ReactNode
  wide?: boolean
}

/** A modal dialog. Escape and a click on the backdrop close it. */
export function Dialog({ open, onOpenChange, title, description, children, actions, wide = false }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={stayForToasts}
          className={cx(
            'fixed inset-x-4 top-[12vh] z-50 mx-auto max-h-[76vh] animate-rise overflow-y-auto rounded-base border border-rule bg-raised p-5 shadow-float',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lead font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" size="small" icon={<X size={16} />} />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mt-1 text-body text-soft">{description}</Radix.Description>}
          <div className="mt-4">{children}</div>
          {actions && <div className="mt-5 flex justify-end gap-2">{actions}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
