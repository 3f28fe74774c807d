/**
 * Gives memory back when the process is idle. Node collects garbage only while it allocates, so it would stay as large
 * as in its busiest minute: after the demo's import or a large analysis, until the next start.
 */
import type { Log } from './log.ts'

const everyMs = 15_000
/** A full collection stops the process for up to half a second, so it waits for a quiet interval ... */
const maxUtilization = 0.05
/** ... and must be worth it. */
const minGrowthBytes = 32 * 2 ** 20

interface ProcessMemory {
  /** Share of the time since the last call in which the event loop was busy, 0 to 1. */
  utilization(): number
  residentBytes(): number
  /** Collects everything and returns unused pages to the operating system. */
  collect(): void
}

/** Returns how many bytes were given back, or undefined when there was nothing to do. */
export function memoryRelease({ utilization, residentBytes, collect }: ProcessMemory): () => number | undefined {
  let residentAfter = 0
  return () => {
    const isIdle = utilization() <= maxUtilization
    const resident = residentBytes()
    if (!isIdle || resident < residentAfter + minGrowthBytes) return undefined
    collect()
    residentAfter = residentBytes()
    return resident - residentAfter
  }
}

/** Does nothing in a process that was started without `--expose-gc` (tools/server-process.mjs). */
export function startMemoryRelease(log: Log): () => void {
  const { gc } = globalThis
  if (gc === undefined) return () => undefined
  let last = performance.eventLoopUtilization()
  const release = memoryRelease({
    utilization() {
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, last)
      last = current
      return utilization
    },
    residentBytes: () => process.memoryUsage.rss(),
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  })
  const timer = setInterval(() => {
    const released = release()
    if (released !== undefined) log.debug({ event: 'memory.released', bytes: released }, 'gave memory back while idle')
  }, everyMs).unref()
  return () => clearInterval(timer)
}
