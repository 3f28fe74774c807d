/** Prepares a waterfall: where each bar starts and ends, in percent of its track. */
export interface WaterfallStep {
  key: string
  label: string
  /** Decimal text. */
  amount: string
  /** Apart from the trend: drawn in gray. */
  quiet?: boolean
}

export interface PreparedBar {
  /** Percent from the left. */
  left: number
  width: number
}

export interface PreparedStep extends WaterfallStep {
  bar: PreparedBar
  direction: 'more' | 'less' | 'none'
  /** Where the next bar starts, in percent. */
  end: number
}

interface PreparedWaterfall {
  start: PreparedBar
  end: PreparedBar
  steps: PreparedStep[]
  /** The amount at the left edge; 0 unless the bars would be too small to compare. */
  origin: number
}

/** Room on each side of the steps, as a share of their range, where the track does not start at zero. */
const margin = 0.22
/** From this share of the largest total on, the changes are large enough to start at zero. */
const readableShare = 0.25
/** Percent; a smaller bar could not be seen. */
const smallestWidth = 0.6

/** `start` and `end` are decimal texts; the steps lead from one to the other. */
export function prepareWaterfall(start: string, end: string, steps: readonly WaterfallStep[]): PreparedWaterfall {
  const levels = [Number(start)]
  for (const { amount } of steps) levels.push((levels.at(-1) ?? 0) + Number(amount))
  const [low, high] = [Math.min(...levels, Number(end)), Math.max(...levels, Number(end))]
  const range = high - low
  const isFlat = low > 0 && range < high * readableShare
  const origin = isFlat ? Math.max(0, low - (range || high) * margin) : Math.min(0, low)
  const span = Math.max(high, 0) - origin || 1
  const percent = (amount: number) => ((amount - origin) / span) * 100
  const between = (from: number, to: number): PreparedBar => ({
    left: Math.min(percent(from), percent(to), 100 - smallestWidth),
    width: Math.max(smallestWidth, Math.abs(percent(to) - percent(from))),
  })
  const ground = isFlat ? origin : 0
  return {
    start: between(ground, Number(start)),
    end: between(ground, Number(end)),
    steps: steps.map((step, index) => {
      const [from, to] = [levels[index] ?? 0, levels[index + 1] ?? 0]
      const direction = to === from ? 'none' : to > from ? 'more' : 'less'
      return { ...step, bar: between(from, to), direction, end: percent(to) }
    }),
    origin,
  }
}
