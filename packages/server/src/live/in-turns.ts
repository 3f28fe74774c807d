/** Limits concurrency; the others wait in line. For many callers of a small connection pool. */
export function inTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The next in line takes the slot over, so that no later caller gets it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
