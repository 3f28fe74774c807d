/** What the screen of loops says, and what stands in its address. */
import type { LoopSeverity, LoopStatus } from '@kept/domain/loop.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'
import type { Search } from '../url/search.ts'

export const shows = ['all', 'active', 'critical'] as const
type Show = (typeof shows)[number]
export const showLabels: Record<Show, string> = {
  all: 'All Loops',
  active: 'Active Only',
  critical: 'Critical Only',
}

export const sorts = ['detected_at', 'cost', 'severity'] as const
type Sort = (typeof sorts)[number]
export const sortLabels: Record<Sort, string> = {
  detected_at: 'Detection time',
  cost: 'Cost impact',
  severity: 'Severity',
}

export interface LoopsView {
  show: Show
  sort: Sort
  /** The chosen loop. */
  loop: string
}

export function readLoops(search: Search): LoopsView {
  return {
    show: shows.find((show) => show === search.show) ?? 'all',
    sort: sorts.find((sort) => sort === search.sort) ?? 'detected_at',
    loop: typeof search.loop === 'string' ? search.loop : '',
  }
}

/** What is usual stays out of the address. */
export function writeLoops({ show, sort, loop }: LoopsView): Search {
  return {
    show: show === 'all' ? '' : show,
    sort: sort === 'detected_at' ? '' : sort,
    loop,
  }
}

/** "2h 5m" from an hour on, "4m 10s" below. */
export function loopDuration(seconds: number): string {
  const totalSeconds = Math.floor(seconds)
  const hours = Math.floor(totalSeconds / 3600)
  const minutes = Math.floor((totalSeconds % 3600) / 60)
  return hours >= 1 ? `${hours}h ${minutes}m` : `${minutes}m ${totalSeconds % 60}s`
}

export function loopsFound(count: number): string {
  return `${count} ${count === 1 ? 'loop' : 'loops'} found`
}

export const severityTones: Record<LoopSeverity, Tone> = {
  critical: 'leak',
  high: 'leak',
  medium: 'watch',
  low: 'plain',
}

export const statusTones: Record<LoopStatus, Tone> = {
  active: 'leak',
  investigating: 'watch',
  acknowledged: 'fact',
  resolved: 'plain',
}

/** Whether this is the shared demo viewer, who is no particular customer. */
export function isDemoViewer(customerId: string): boolean {
  return customerId === 'anonymous'
}

/** A chance in words: what was learned from thousands of cases is never certain, and never out of the question. */
export function formatChance(share: number): string {
  if (share > 0.99) return 'over 99%'
  return share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`
}
