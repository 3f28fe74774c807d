/**
 * Many calls at once, one statement: calls that arrive while one is under way wait for the next one together. A call is
 * only answered by a statement that began after it, so its answer is as new as that of a statement of its own.
 */
import { setTimeout as pause } from 'node:timers/promises'

/** A statement that hangs holds up the next one no longer than this. */
const MAX_WAIT_MS = 1000

/** `read` gets each key once. A key without a value is answered with undefined; when `read` fails, its calls fail. */
export function gather<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } | undefined
  const readAfter = async (before: Promise<unknown>, keys: Set<Key>) => {
    // Its own calls get its failure.
    const ended = before.catch(() => undefined)
    await Promise.race([ended, pause(MAX_WAIT_MS, undefined, { ref: false })])
    next = undefined
    return read([...keys])
  }
  return async (key) => {
    if (!next) {
      const keys = new Set<Key>()
      next = { keys, values: readAfter(underWay, keys) }
      underWay = next.values
    }
    next.keys.add(key)
    return (await next.values).get(key)
  }
}
