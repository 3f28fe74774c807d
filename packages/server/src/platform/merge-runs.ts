/**
 * Runs work for one key at a time. What is asked for while a run is under way waits for one next run, which does all of
 * it together: it begins later than every request, so it sees what each of them changed.
 */
export function mergeRuns<Item>(
  work: (key: string, items: ReadonlySet<Item>) => Promise<void>,
): (key: string, item: Item) => Promise<void> {
  const waiting = new Map<string, { items: Set<Item>; done: Promise<void> }>()
  const last = new Map<string, Promise<void>>()
  return (key, item) => {
    const next = waiting.get(key)
    if (next) {
      next.items.add(item)
      return next.done
    }
    const items = new Set([item])
    const begin = () => {
      waiting.delete(key)
      return work(key, items)
    }
    // Those who asked for the run before know of its failure.
    const done = (last.get(key) ?? Promise.resolve()).then(begin, begin)
    waiting.set(key, { items, done })
    last.set(key, done)
    const forget = () => {
      if (last.get(key) === done) last.delete(key)
    }
    done.then(forget, forget)
    return done
  }
}
