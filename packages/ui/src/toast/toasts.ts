/** The list of toasts: a small store beside React, so that the API client can speak as well. */
export interface Toast {
  id: number
  title: string
  body?: string
  tone: 'plain' | 'error'
  action?: { label: string; run(): void }
  /** How often the same words came while it stood. */
  times: number
}

export type ToastWords = Pick<Toast, 'title' | 'body' | 'action'> & { tone?: Toast['tone'] }

export interface ToastStore {
  show(words: ToastWords): number
  close(id: number): void
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
      const same = toasts.find((toast) => toast.title === words.title && toast.body === words.body)
      if (same) {
        set(toasts.map((toast) => (toast === same ? { ...toast, ...words, times: toast.times + 1 } : toast)))
        return same.id
      }
      lastId += 1
      set([...toasts, { tone: 'plain' as const, ...words, id: lastId, times: 1 }].slice(-most))
      return lastId
    },
    close(id) {
      set(toasts.filter((toast) => toast.id !== id))
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
