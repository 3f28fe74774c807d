/** Of the ways of looking ahead that were tried on the past, the best few are averaged. */
import type { Candidate } from './candidates.ts'
import type { Path } from './conformal.ts'

export interface Tried {
  candidate: Candidate
  /** One path of errors per origin. */
  errors: Path[]
  /** Mean absolute error over all of them. */
  error: number
}

interface BlendOrder {
  /** Rows that are known. */
  end: number
  horizon: number
  /** No value is forecast below it. */
  floor: number
  isDays: boolean
  isShort: boolean
  /** Growth shows beyond chance, and still goes on. */
  isGrowing: boolean
}

interface Blend {
  method: string
  point: number[]
  errors: Path[]
}

/** How many of the best are averaged, and how much worse than the very best one may be to be among them. */
const [maxBlended, worse] = [3, 1.25]

/**
 * Growth that goes on for a whole horizon must show more than luck would. A young service that fills up looks like
 * growth, and one whose growth is shown beyond chance does not look like rest.
 */
const growthCosts = { baseline: 1.2, young: 2, steady: 0.8 }

/** The weight of last week in the average of the best: a forecast that contains last week is rarely worse than it. */
const lastWeekShare = 0.3

/** The mean of the best: where they err differently they are better together, and its errors are known as theirs are. */
export function blend(all: readonly Tried[], order: BlendOrder): Blend {
  const tried = order.isGrowing ? growingOf(all) : all
  const growthCost = order.isDays && order.isShort ? 'young' : order.isGrowing ? 'steady' : 'baseline'
  const costOf = ({ error, candidate }: Tried) => error * (candidate.grows ? growthCosts[growthCost] : 1)
  const ranked = tried.toSorted((a, b) => costOf(a) - costOf(b))
  const chosen = ranked.filter(
    (entry, rank) => rank === 0 || (rank < maxBlended && costOf(entry) <= worse * costOf(ranked[0] ?? entry)),
  )
  const share = 1 / chosen.length
  const lastWeek = order.isDays && !order.isGrowing ? lastWeekFor(chosen, all) : undefined
  if (!lastWeek)
    return weighted(
      chosen.map((entry) => ({ entry, share })),
      order,
    )
  const best = chosen.map((entry) => ({ entry, share: (1 - lastWeekShare) * share }))
  return weighted([...best, { entry: lastWeek, share: lastWeekShare }], order)
}

/** Without those that keep to a level, where nothing has kept to one; all, where none is left. */
function growingOf(tried: readonly Tried[]): readonly Tried[] {
  const growing = tried.filter(({ candidate }) => candidate.grows || candidate.follows)
  return growing.length > 0 ? growing : tried
}

/** The last season repeated, unless it is among the best anyway or they go on growing. */
function lastWeekFor(chosen: readonly Tried[], all: readonly Tried[]): Tried | undefined {
  if (chosen.some(({ candidate }) => candidate.grows || candidate.repeats)) return undefined
  return all.find(({ candidate }) => candidate.repeats)
}

function weighted(parts: readonly { entry: Tried; share: number }[], { end, horizon, floor }: BlendOrder): Blend {
  const sumOf = (paths: readonly Path[], length: number) =>
    Array.from({ length }, (_, h) => paths.reduce((sum, path, i) => sum + (parts[i]?.share ?? 0) * (path[h] ?? 0), 0))
  const names = parts.map(({ entry }) => entry.candidate.method)
  return {
    method: names.length === 1 ? (names[0] ?? '') : `mean of ${names.join(', ')}`,
    point: sumOf(
      parts.map(({ entry }) => entry.candidate.path(end, horizon)),
      horizon,
    ).map((value) => Math.max(floor, value)),
    errors: (parts[0]?.entry.errors ?? []).map((path, origin) =>
      sumOf(
        parts.map(({ entry }) => entry.errors[origin] ?? []),
        path.length,
      ),
    ),
  }
}
