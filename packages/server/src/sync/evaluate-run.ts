/** When what a run of a connection reads is evaluated: once, when it has its metrics, unless these take long. */

/** An evaluation reads the whole bill: it is not done twice within a few seconds, and no one waits an hour for it. */
const metricsTimeoutMs = 10_000

type Evaluate = (change: 'inventory' | 'metrics') => Promise<void>

interface ReadParts {
  /** Resources were listed, or an interrupted run had listed some: nothing says whether they were evaluated. */
  hasInventory: boolean
  /** Reads metrics and activity; returns how many points there are. */
  readMetrics(): Promise<number>
  /** Points of an interrupted run, which may not have been evaluated. */
  hadPoints: boolean
}

/** Without metrics there are recommendations already: when reading takes long, they come first. */
export async function evaluateRun(
  evaluate: Evaluate,
  { hasInventory, readMetrics, hadPoints }: ReadParts,
): Promise<void> {
  const metrics = readMetrics()
  const early = hasInventory ? evaluateEarly(evaluate, metrics) : Promise.resolve(false)
  // Also when one of them fails: nothing may still be written afterwards.
  await Promise.allSettled([metrics, early])
  const [points, isEvaluated] = [await metrics, await early]
  const changes: Promise<void>[] = []
  // What is asked for together runs together.
  if (hasInventory && !isEvaluated) changes.push(evaluate('inventory'))
  if (points > 0 || hadPoints) changes.push(evaluate('metrics'))
  await Promise.all(changes)
}

/** Evaluates while metrics are still read; returns whether it did. */
async function evaluateEarly(evaluate: Evaluate, metrics: Promise<number>): Promise<boolean> {
  const waited = Promise.withResolvers<'over' | 'long'>()
  const timer = setTimeout(() => waited.resolve('long'), metricsTimeoutMs)
  const end = () => waited.resolve('over')
  metrics.then(end, end)
  const outcome = await waited.promise
  clearTimeout(timer)
  if (outcome === 'over') return false
  await evaluate('inventory')
  return true
}
