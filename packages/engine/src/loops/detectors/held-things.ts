/** Other counts of the same resource that grow as its memory does: what it was given to keep, or what it forgot to let go. */
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { type Feature, feature, figure } from '../evaluation.ts'
import { loadSeries } from '../evidence/load.ts'
import { linearFit } from '../maths/mann-kendall.ts'
import type { View } from '../view.ts'

/** What callers put there; it is as many as they want. */
const stored =
  /(^|[^a-z])(db_?)?(keys|items|entries|documents|docs|rows|records|objects|sessions|series|vectors|segments)([^a-z]|$)/i
/** What a process makes for itself, and gives back when it is done. */
const internal = /goroutines|threads|handles|file_?descriptors|(open|max)?_?fds([^a-z]|$)|timers|listeners|promises/i

const [explains, fewestPoints] = [0.95, 8]

/** The share of its memory that one of its counts explains, of those whose name fits. */
function explainedBy(series: Series, view: View, name: RegExp, from: number): number {
  const memory = new Map(lastMinutes(series, view.minute, view.minute - from).map(({ minute, last }) => [minute, last]))
  const shares = view.series
    .ofResource(series.resource.id)
    .filter((other) => other.role !== 'memory' && name.test(other.metric))
    .map((other) => {
      const both = lastMinutes(other, view.minute, view.minute - from).filter(({ minute }) => memory.has(minute))
      if (both.length < fewestPoints) return 0
      const fit = linearFit(
        both.map(({ last }) => last),
        both.map(({ minute }) => memory.get(minute) ?? 0),
      )
      return fit.slope > 0 ? fit.r2 : 0
    })
  return Math.max(0, ...shares)
}

/** A store that is filled grows by what is put there; nothing is said where it counts nothing. */
export function storedItems(series: Series, view: View, from: number): Feature[] {
  const share = explainedBy(series, view, stored, from)
  if (share < explains) return []
  return [feature('not_stored', share, false, `what it was given to keep explains ${figure(share * 100)}% of it`)]
}

const [loadExplains, keeps] = [0.5, 0.8]

/**
 * Goroutines, threads or handles that grow with the memory while requests stay as they are: nothing that was asked for
 * is kept, and two counts agree.
 */
export function heldThings(series: Series, view: View, from: number): Feature | undefined {
  const share = explainedBy(series, view, internal, from)
  const isCounted = loadSeries(series.resource.id, view).length > 0
  if (share < keeps || !isCounted || explainedBy(series, view, /requests?|invocations?/i, from) >= loadExplains)
    return undefined
  return feature(
    'held_things',
    share,
    true,
    `goroutines, threads or handles grow with it, ${figure(share * 100)}% explained, and requests do not`,
  )
}
