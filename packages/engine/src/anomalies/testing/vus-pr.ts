/**
 * VUS-PR of TSB-AD (`generate_curve(label, score, window, 'opt', 250)`): the area under precision and recall, averaged
 * over buffers of 0 to `buffer` rows around every labeled range, in which a hit still counts, the less the farther.
 */

const thresholds = 250

interface Range {
  from: number
  to: number
}

/** The volume in [0, 1], or NaN when nothing is labeled. Scores are compared, never scaled. */
export function vusPr(labels: readonly boolean[], scores: readonly number[], buffer: number): number {
  const ranges = labeledRanges(labels)
  if (ranges.length === 0) return Number.NaN
  const cuts = cutsOf(scores)
  let total = 0
  for (let width = 0; width <= buffer; width += 1) total += averagePrecision(ranges, scores, cuts, width)
  return total / (buffer + 1)
}

export function labeledRanges(labels: readonly boolean[]): Range[] {
  const ranges: Range[] = []
  labels.forEach((label, row) => {
    const open = ranges.at(-1)
    if (!label) return
    if (open && open.to === row - 1) open.to = row
    else ranges.push({ from: row, to: row })
  })
  return ranges
}

interface Cuts {
  /** Falling thresholds: the scores at 250 evenly spaced ranks. */
  values: number[]
  /** How many rows lie at or above each. */
  alerts: number[]
}

function cutsOf(scores: readonly number[]): Cuts {
  const falling = [...scores].sort((a, b) => b - a)
  const values = Array.from(
    { length: thresholds },
    (_, i) => falling[Math.trunc((i * (falling.length - 1)) / (thresholds - 1))] ?? 0,
  )
  let above = 0
  const alerts = values.map((value) => {
    while (above < falling.length && (falling[above] ?? 0) >= value) above += 1
    return above
  })
  return { values, alerts }
}

function averagePrecision(ranges: readonly Range[], scores: readonly number[], cuts: Cuts, width: number): number {
  const near = nearness(ranges, scores.length, width)
  const merged = mergeRanges(ranges, scores.length, width)
  const labeled = ranges.reduce((rows, { from, to }) => rows + to - from + 1, 0)
  // What each threshold adds to the one above it, gathered in one pass over the rows near a label.
  const [inside, nearby, detected] = [zeros(), zeros(), zeros()]
  for (const { from, to } of merged) {
    let first = thresholds
    for (let row = from; row <= to; row += 1) {
      const cut = cutOf(cuts.values, scores[row] ?? 0)
      if (cut >= thresholds) continue
      first = Math.min(first, cut)
      const weight = near[row] ?? 0
      if (weight === inLabel) inside[cut] = (inside[cut] ?? 0) + 1
      else nearby[cut] = (nearby[cut] ?? 0) + weight
    }
    if (first < thresholds) detected[first] = (detected[first] ?? 0) + 1
  }
  let [hits, nearHits, exists, area, recallBefore] = [0, 0, 0, 0, 0]
  cuts.alerts.forEach((alerts, cut) => {
    hits += inside[cut] ?? 0
    nearHits += nearby[cut] ?? 0
    exists += detected[cut] ?? 0
    const truth = (labeled + labeled + nearHits) / 2
    const recall = Math.min((hits + nearHits) / truth, 1) * (exists / merged.length)
    area += (recall - recallBefore) * ((hits + nearHits) / alerts)
    recallBefore = recall
  })
  return area
}

const zeros = () => new Array<number>(thresholds).fill(0)
/** Marks a row that is labeled itself: nearness alone is at most 1. */
const inLabel = 2

/** How much a row counts: labeled, or falling with the square root of its distance from the label. */
function nearness(ranges: readonly Range[], rows: number, width: number): Float64Array {
  const near = new Float64Array(rows)
  const halfWidth = Math.floor(width / 2)
  for (const { from, to } of ranges) {
    for (let row = to + 1; row < Math.min(to + halfWidth + 1, rows); row += 1) {
      near[row] = Math.min(1, (near[row] ?? 0) + Math.sqrt(1 - (row - to) / width))
    }
    for (let row = Math.max(from - halfWidth, 0); row < from; row += 1) {
      near[row] = Math.min(1, (near[row] ?? 0) + Math.sqrt(1 - (from - row) / width))
    }
  }
  for (const { from, to } of ranges) near.fill(inLabel, from, to + 1)
  return near
}

/** Ranges with their buffers; those that touch are one. */
function mergeRanges(ranges: readonly Range[], rows: number, width: number): Range[] {
  const halfWidth = Math.floor(width / 2)
  const merged: Range[] = []
  for (const { from, to } of ranges) {
    const widened = { from: Math.max(0, from - halfWidth), to: Math.min(rows - 1, to + halfWidth) }
    const last = merged.at(-1)
    if (last && last.to >= widened.from) last.to = widened.to
    else merged.push(widened)
  }
  return merged
}

/** The first (highest) threshold that a score reaches. */
function cutOf(falling: readonly number[], score: number): number {
  let [low, high] = [0, falling.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((falling[middle] ?? 0) <= score) high = middle
    else low = middle + 1
  }
  return low
}
