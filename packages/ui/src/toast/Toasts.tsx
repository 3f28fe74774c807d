import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { type Toast, toasts } from './toasts.ts'

const plainSeconds = 6
/** Toasts with an action and errors stay longer. */
const longSeconds = 12

/** The toasts, in a polite and an assertive region. Both exist from the start, or screen readers miss the first toast. */
export function Toasts() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list)
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-3 z-60 flex flex-col items-end gap-2 sm:left-auto sm:w-96">
      <div role="status" aria-live="polite" className="flex w-full flex-col gap-2">
        {list.filter((toast) => toast.tone === 'plain').map(renderToast)}
      </div>
      <div role="alert" aria-live="assertive" className="flex w-full flex-col gap-2">
        {list.filter((toast) => toast.tone === 'error').map(renderToast)}
      </div>
    </div>
  )
}

function renderToast(toast: Toast) {
  return <ToastCard key={toast.id} toast={toast} />
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  const { id, action, tone, times } = toast
  const seconds = action || tone === 'error' ? longSeconds : plainSeconds
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated toast restarts its timer.
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toasts.close(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, id, seconds, times])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open.
    <div
      data-toast
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={cx(
        'pointer-events-auto flex animate-rise items-start gap-3 rounded-base border border-rule bg-raised py-2.5 pr-2 pl-3.5 shadow-float',
        tone === 'error' && 'border-l-2 border-l-leak',
      )}
    >
      <div className="min-w-0 flex-1 py-0.5">
        <p className="text-body font-medium">
          {toast.title}
          {times > 1 && <span className="ml-1.5 text-small font-normal text-faint">{times} times</span>}
        </p>
        {toast.body && <p className="mt-0.5 text-small text-soft">{toast.body}</p>}
      </div>
      {action && (
        <Button size="small" onClick={() => toasts.act(id)}>
          {action.label}
        </Button>
      )}
      <IconButton label="Close message" size="small" icon={<X size={14} />} onClick={() => toasts.close(id)} />
    </div>
  )
}
