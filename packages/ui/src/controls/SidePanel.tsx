import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { stayForToasts } from './stay-for-toasts.ts'
import { useMedia } from './useMedia.ts'

interface SidePanelProps {
  open: boolean
  onClose(): void
  title: string
  /** A line above the title, such as the parent. */
  kicker?: ReactNode
  children: ReactNode
}

/**
 * The details of a row. On a wide screen the panel is part of the page and the table stays usable; on a narrow screen
 * it is modal.
 */
export function SidePanel({ open, onClose, title, kicker, children }: SidePanelProps) {
  const isInline = useMedia('(min-width: 72rem)')
  if (!open) return null
  return isInline ? (
    <InlinePanel onClose={onClose} title={title} kicker={kicker}>
      {children}
    </InlinePanel>
  ) : (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={stayForToasts}
          className="fixed inset-y-0 right-0 z-50 w-full max-w-xl animate-slide overflow-y-auto border-rule border-l bg-raised shadow-float"
        >
          <PanelHead
            kicker={kicker}
            title={<Radix.Title className="text-lead font-semibold">{title}</Radix.Title>}
            onClose={onClose}
          />
          <div className="px-5 pb-8">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function InlinePanel({ onClose, title, kicker, children }: Omit<SidePanelProps, 'open'>) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
  const panel = useFocusOfKeys(title)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="-outline-offset-2 sticky top-14 h-[calc(100dvh-3.5rem)] w-[26rem] shrink-0 animate-slide overflow-y-auto border-rule border-l bg-raised xl:w-[29rem] print:mt-6 print:h-auto print:w-full print:border-l-0"
    >
      <PanelHead kicker={kicker} title={<h2 className="text-lead font-semibold">{title}</h2>} onClose={onClose} />
      <div className="px-5 pb-8">{children}</div>
    </section>
  )
}

/** Moves the focus to the panel and back to the row when it was opened by keyboard. A pointer keeps the focus. */
function useFocusOfKeys(title: string) {
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title means that another row was opened.
  useEffect(() => {
    const opener = document.activeElement
    // The table may have removed the button when it made room for the panel.
    const isLost = opener === document.body && navigator.userActivation.hasBeenActive
    if (!(opener instanceof HTMLElement) || !(isLost || opener.matches('td :focus-visible'))) return
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement !== document.body) return
      const returnTarget = !isLost && opener.isConnected ? opener : document.querySelector('main')
      returnTarget?.focus({ preventScroll: true })
    }
  }, [title])
  return panel
}

function PanelHead({ kicker, title, onClose }: { kicker?: ReactNode; title: ReactNode; onClose(): void }) {
  return (
    <div className="sticky top-0 z-10 flex items-start justify-between gap-3 bg-raised px-5 pt-4 pb-3">
      <div className="min-w-0">
        {kicker && <div className="mb-0.5 text-small text-faint">{kicker}</div>}
        {title}
      </div>
      <IconButton label="Close" size="small" icon={<X size={16} />} onClick={onClose} />
    </div>
  )
}
