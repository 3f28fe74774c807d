/**
 * Removing with undo: what is removed leaves the screen at once, and the server deletes it when the message with its
 * Undo has gone. An undo in time loses nothing: no history, no secret, no number of its own.
 */
import type { ToastContent } from '@kept/ui/toast/toasts.ts'

interface Removal {
  /** Unique across kinds: "budget 4711". */
  id: string
  title: string
  body?: string
  /** Tells the server. */
  send(): Promise<unknown>
  /** Refetches the queries that showed it. */
  renew(): Promise<unknown>
}

interface RemovalDeps {
  show(content: ToastContent): void
  fail(error: unknown): void
}

export function createRemovals({ show, fail }: RemovalDeps) {
  /** What has left the screen and may still be on the server. */
  let leaving: ReadonlySet<string> = new Set()
  const unsent = new Map<string, Removal>()
  const listeners = new Set<() => void>()

  const set = (next: ReadonlySet<string>) => {
    leaving = next
    for (const listener of listeners) listener()
  }
  const restore = (id: string) => set(new Set([...leaving].filter((leavingId) => leavingId !== id)))

  const send = async (id: string) => {
    const removal = unsent.get(id)
    if (!unsent.delete(id) || !removal) return
    try {
      await removal.send()
      await removal.renew()
    } catch (error) {
      fail(error)
    } finally {
      // It failed and is there again, or the renewed answer is without it.
      restore(id)
    }
  }

  return {
    leaving: () => leaving,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    start(removal: Removal): void {
      const { id, title, body } = removal
      if (leaving.has(id)) return
      unsent.set(id, removal)
      set(new Set([...leaving, id]))
      const takeBack = () => {
        unsent.delete(id)
        restore(id)
      }
      show({ title, body, action: { label: 'Undo', run: takeBack }, onGone: () => void send(id) })
    },
    /** The page is being left: what was removed is removed now. */
    sendAll: () => Promise.all([...unsent.keys()].map(send)),
  }
}
