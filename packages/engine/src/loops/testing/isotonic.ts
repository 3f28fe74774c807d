import type { Step } from '../cause/calibration.ts'

/** The best rising steps through outcomes by score: pools of neighbors that would fall (pool adjacent violators). */
export function isotonic(outcomes: readonly { score: number; happened: boolean }[]): Step[] {
  const pools: { from: number; to: number; happened: number; count: number }[] = []
  for (const { score, happened } of outcomes.toSorted((a, b) => a.score - b.score)) {
    const last = pools.at(-1)
    if (last && last.to === score) {
      last.happened += Number(happened)
      last.count += 1
    } else pools.push({ from: score, to: score, happened: Number(happened), count: 1 })
    for (
      let last = pools.at(-1), before = pools.at(-2);
      last && before && before.happened / before.count >= last.happened / last.count;
      last = pools.at(-1), before = pools.at(-2)
    ) {
      pools.splice(-2, 2, {
        from: before.from,
        to: last.to,
        happened: before.happened + last.happened,
        count: before.count + last.count,
      })
    }
  }
  // One outcome of each kind is lent to every pool: nothing is certain because it was always so.
  const steps = pools.flatMap(({ from, to, happened, count }) => {
    const probability = Number(((happened + 0.5) / (count + 1)).toFixed(4))
    return from === to
      ? [{ from, probability }]
      : [
          { from, probability },
          { from: to, probability },
        ]
  })
  let highest = 0
  return steps.map((step) => {
    highest = Math.max(highest, step.probability)
    return { from: Number(step.from.toFixed(4)), probability: highest }
  })
}

/** Expected calibration error over ten equal bands, and the Brier score, with the table behind them. */
export function reliability(predictions: readonly { probability: number; happened: boolean }[]) {
  const bands = Array.from({ length: 10 }, (_, index) => {
    const inside = predictions.filter(({ probability }) => Math.min(9, Math.floor(probability * 10)) === index)
    const mean = (pick: (prediction: (typeof inside)[number]) => number) =>
      inside.length > 0 ? inside.reduce((sum, prediction) => sum + pick(prediction), 0) / inside.length : 0
    return {
      from: index / 10,
      count: inside.length,
      predicted: mean(({ probability }) => probability),
      happened: mean(({ happened }) => Number(happened)),
    }
  })
  const error = bands.reduce(
    (sum, { count, predicted: mean, happened }) =>
      sum + (count / Math.max(1, predictions.length)) * Math.abs(mean - happened),
    0,
  )
  const brier =
    predictions.reduce((sum, { probability, happened }) => sum + (probability - Number(happened)) ** 2, 0) /
    Math.max(1, predictions.length)
  return { bands, error, brier }
}
