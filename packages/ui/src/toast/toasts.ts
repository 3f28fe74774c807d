/** The toast store, outside React so that the API client can show toasts too. */
export interface Toast {
  id: number
  title: string
  body?: string
  tone: 'plain' | 'error'
  action?: { label: string; run(): void }
  /** Called when the toast closes without its action. Such toasts are never merged with others. */
  onGone?(): void
  /** How often the same toast was shown while it was open. */
  times: number
}

export type ToastContent = Pick<Toast, 'title' | 'body' | 'action' | 'onGone'> & { tone?: Toast['tone'] }

interface ToastStore {
  show(content: ToastContent): number
  close(id: number): void
  /** Runs the action of the toast and closes it. */
  act(id: number): void
  list(): readonly Toast[]
  subscribe(changed: () => void): () => void
}

/** The most toasts shown at once; the oldest closes first. */
const maxToasts = 4

export function createToasts(): ToastStore {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  return {
    show(content) {
      const isUnique = content.onGone !== undefined
      const duplicate = toasts.find(
        (toast) => !isUnique && !toast.onGone && toast.title === content.title && toast.body === content.body,
      )
      if (duplicate) {
        set(toasts.map((toast) => (toast === duplicate ? { ...toast, ...content, times: toast.times + 1 } : toast)))
        return duplicate.id
      }
      lastId += 1
      const all = [...toasts, { tone: 'plain' as const, ...content, id: lastId, times: 1 }]
      set(all.slice(-maxToasts))
      for (const removed of all.slice(0, -maxToasts)) removed.onGone?.()
      return lastId
    },
    close(id) {
      const removed = toasts.find((toast) => toast.id === id)
      set(toasts.filter((toast) => toast !== removed))
      removed?.onGone?.()
    },
    act(id) {
      const pressed = toasts.find((toast) => toast.id === id)
      set(toasts.filter((toast) => toast !== pressed))
      pressed?.action?.run()
    },
    list: () => toasts,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** The toasts of the page. */
export const toasts = createToasts()
