/** The list of toasts: a small store beside React, so that the API client can speak as well. */
export interface Toast {
  id: number
  title: string
  body?: string
  tone: 'plain' | 'error'
  action?: { label: string; run(): void }
  /** When it left without its action being pressed. What depends on that never stands under the words of another. */
  onGone?(): void
  /** How often the same words came while it stood. */
  times: number
}

export type ToastWords = Pick<Toast, 'title' | 'body' | 'action' | 'onGone'> & { tone?: Toast['tone'] }

export interface ToastStore {
  show(words: ToastWords): number
  close(id: number): void
  /** Its button was pressed. */
  act(id: number): void
  list(): readonly Toast[]
  subscribe(changed: () => void): () => void
}

/** At most this many at once; the oldest leaves first. */
const most = 4

export function createToasts(): ToastStore {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  return {
    show(words) {
      const alone = words.onGone !== undefined
      const same = toasts.find((one) => !alone && !one.onGone && one.title === words.title && one.body === words.body)
      if (same) {
        set(toasts.map((toast) => (toast === same ? { ...toast, ...words, times: toast.times + 1 } : toast)))
        return same.id
      }
      lastId += 1
      const all = [...toasts, { tone: 'plain' as const, ...words, id: lastId, times: 1 }]
      set(all.slice(-most))
      for (const gone of all.slice(0, -most)) gone.onGone?.()
      return lastId
    },
    close(id) {
      const gone = toasts.find((toast) => toast.id === id)
      set(toasts.filter((toast) => toast !== gone))
      gone?.onGone?.()
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
