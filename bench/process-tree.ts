/** What a process and everything below it hold in memory, read from Linux's own books. */
import { readdirSync, readFileSync } from 'node:fs'

/** Bytes resident, shared pages counted once (proportional set size); 0 where there is no /proc. */
export function residentBytes(root: number): number {
  return [...treeOf(root)].reduce((total, pid) => total + proportionalBytes(pid), 0)
}

/** The largest sum seen until `stop` is called. */
export function trackPeakMemory(root: number): { stop(): number } {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(root))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

function treeOf(root: number): Set<number> {
  const childrenOf = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = parentOf(Number(name))
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)])
  }
  const pids = new Set([root])
  for (const pid of pids) for (const child of childrenOf.get(pid) ?? []) pids.add(child)
  return pids
}

function parentOf(pid: number): number | undefined {
  if (!Number.isInteger(pid)) return undefined
  const text = read(`/proc/${pid}/stat`)
  // The name of the program stands in brackets and may hold anything; the parent is the second word after it.
  const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  return Number.isInteger(parent) ? parent : undefined
}

function proportionalBytes(pid: number): number {
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** A process may be gone between being listed and being read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
