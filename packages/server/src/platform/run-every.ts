export interface RepeatedRun {
  /** Runs now instead of at the next tick, for tests that control the clock. */
  tick(): Promise<void>
  /** Resolves when the current run has finished. */
  stop(): Promise<void>
}

/** Runs never overlap: a slow one finishes before the next starts. A failed run is reported, and the next one starts. */
export function runEvery(
  milliseconds: number,
  run: () => Promise<void>,
  reportFailure: (error: unknown) => void,
): RepeatedRun {
  let currentRun = Promise.resolve()
  let isBusy = false
  const tick = () => {
    currentRun = currentRun.then(run).catch(reportFailure)
    return currentRun
  }
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    await tick()
    isBusy = false
  }, milliseconds)
  timer.unref()
  return {
    tick,
    async stop() {
      clearInterval(timer)
      await currentRun
    },
  }
}
