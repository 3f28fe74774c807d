/**
 * Loops found, missed and imagined: ten types in three intensities and every family of look-alikes, on seeds that no
 * threshold was chosen by; and the real traces and series, in which there is nothing to find.
 */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import { type LoopType, loopTypes } from '@kept/domain/loop-types.ts'
import type { MetricPoint } from '@kept/domain/span.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import { isotonic, reliability } from '@kept/engine/loops/testing/isotonic.ts'
import { lookAlikes } from '@kept/scenarios/loops/look-alikes.ts'
import { intensities } from '@kept/scenarios/loops/positives.ts'
import { quietWorldsFor } from '@kept/scenarios/loops/quiet-month.ts'
import type { Split } from '@kept/scenarios/loops/world.ts'
import { type Benchmark, median, percentile } from './benchmark.ts'
import type { Outcome } from './evaluate-loops.ts'
import { evaluateAll } from './loops-pool.ts'
import { loopRules } from './loops-rules.ts'
import type { WorldSpec } from './loops-worker.ts'

const seeds = Number(process.env.BENCH_SEEDS ?? 70)
const split = (process.env.BENCH_SPLIT ?? 'test') as Split
/** With no alarm in so many months of one resource the 95 % bound is below the .02 to be reached. */
const quietMonths = Number(process.env.BENCH_QUIET_MONTHS ?? 200)
/** Worlds of days hold one resource and are made in no time: more of them, so that a bound can be said. */
const daysTimes = 3
const onlyNames = process.env.BENCH_ONLY?.split(',')

export const loopsBenchmark: Benchmark = {
  name: 'loops',
  title: `Loops: ${split} seeds, ${seeds} of each`,
  async run({ sharedData, print }) {
    const outcomes = await evaluateAll(specs(), split, (count) => {
      if (count % 500 === 0) print(`${count} worlds evaluated`)
    })
    const positives = outcomes.filter(({ truth }) => truth !== null)
    const quiet = outcomes.filter(({ truth }) => truth === null)
    for (const type of loopTypes) {
      const missed = positives.filter(({ truth, hit }) => truth?.type === type && !hit)
      if (missed.length > 0)
        print(
          `${type}: missed ${missed
            .map(({ name, wrongTypes }) => [name, ...wrongTypes].join(' '))
            .slice(0, 6)
            .join(', ')}`,
        )
    }
    for (const [family, familyOutcomes] of Map.groupBy(quiet, (outcome) => outcome.family)) {
      const alarms = familyOutcomes.filter(({ wrongTypes }) => wrongTypes.length > 0)
      if (alarms.length > 0)
        print(
          `${family}: false alarms ${alarms.length} of ${familyOutcomes.length} (${alarms[0]?.name}: ${alarms[0]?.wrongTypes.join(' ')})`,
        )
    }
    const real = sharedData ? await realNegatives(sharedData) : undefined
    return section(positives, quiet, real)
  },
}

/** Every world of the table: loops of each type in each intensity, look-alikes of each family, and ordinary weeks. */
function specs(): WorldSpec[] {
  const perSeed = <One>(create: (number: number) => One, times = 1) =>
    Array.from({ length: seeds * times }, (_, number) => create(number))
  const isSelected = (...names: string[]) => !onlyNames || names.some((name) => onlyNames.includes(name))
  return [
    ...Array.from({ length: isSelected('quiet-month') ? quietWorldsFor(quietMonths) : 0 }, (_, number) => ({
      kind: 'quiet' as const,
      number,
    })),
    ...loopTypes
      .filter((type) => isSelected(type))
      .flatMap((type) =>
        intensities.flatMap((_, intensity) =>
          perSeed((number) => ({ kind: 'loop' as const, type, intensity, number })),
        ),
      ),
    ...Object.keys(lookAlikes)
      .filter((family) => isSelected(family, 'look-alikes'))
      .flatMap((family) =>
        perSeed(
          (number) => ({ kind: 'look-alike' as const, family, number }),
          lookAlikes[family]?.days ? daysTimes : 1,
        ),
      ),
  ]
}

function section(positives: Outcome[], quiet: Outcome[], real: Awaited<ReturnType<typeof realNegatives>> | undefined) {
  const rows = loopTypes
    .filter((type) => positives.some(({ truth }) => truth?.type === type))
    .map((type) => typeRow(type, positives))
  const monthsOf = (outcomes: Outcome[]) => outcomes.reduce((total, { resourceMonths }) => total + resourceMonths, 0)
  const alarmsOf = (outcomes: Outcome[]) => outcomes.reduce((total, { wrongTypes }) => total + wrongTypes.length, 0)
  const isStill = ({ family }: Outcome) => family === 'quiet' || family === 'quiet_month'
  const ordinary = quiet.filter(isStill)
  const alike = quiet.filter((outcome) => !isStill(outcome))
  const hits = positives.filter(({ hit }) => hit).length
  const extra = alarmsOf(positives)
  // A month of many resources is no run beside the half hours of the others: it has its own figure.
  const runs = quiet.filter(({ family }) => family !== 'quiet_month')
  // Precision where one run in ten holds a loop: the alarms of nine runs without one weigh nine times.
  const perPositive = hits / Math.max(1, positives.length)
  // Each family weighs the same, however many of its worlds were made.
  const rates = [...Map.groupBy(runs, ({ family }) => family).values()].map(
    (outcomes) => alarmsOf(outcomes) / outcomes.length,
  )
  const perNegative = rates.reduce((total, rate) => total + rate, 0) / Math.max(1, rates.length)
  const precision =
    (0.1 * perPositive) / (0.1 * perPositive + 0.1 * (extra / Math.max(1, positives.length)) + 0.9 * perNegative)
  const predictions = [...positives, ...quiet].flatMap(({ predictions: items }) => items)
  const ofLoop = reliability(predictions)
  const ofCause = reliability(positives.flatMap(({ cause }) => (cause ? [cause] : [])))
  const causes = positives.filter(({ cause }) => cause)
  const share = (count: number, total: number) => `${((100 * count) / Math.max(1, total)).toFixed(1)}%`
  const costs = positives.flatMap(({ costError }) => (costError === null ? [] : [costError]))
  return {
    description: `Generated worlds (service graphs, Poisson traffic, sampling, gaps, clock skew) with a loop in each of ${positives.length}, ${runs.length} that look like one or like nothing from ${new Set(runs.map(({ family }) => family)).size} families, and ${quiet.length - runs.length} ordinary weeks of twenty services and more. A hit is a confirmed loop of the right type on a resource of the loop; everything else confirmed is a false alarm.`,
    head: ['type', 'recall', 'Wilson 95% low', 'right type', 'median minutes to detect', '90th percentile'],
    rows,
    notes: [
      `Precision of confirmed loops where one run in ten holds one: ${precision.toFixed(3)} (to reach .97).`,
      `False confirmed alarms: quiet ${perMonth(alarmsOf(ordinary), monthsOf(ordinary))}; look-alikes ${perMonth(alarmsOf(alike), monthsOf(alike))}, in ${share(alike.filter(({ wrongTypes }) => wrongTypes.length > 0).length, alike.length)} of ${alike.length} runs. To reach: .02 and .10 for each resource-month.`,
      ...(real
        ? [
            `Real traces (Online Boutique, ${real.spans} spans): ${real.traceAlarms} alarms. Real series (${real.series}: NAB, Microsoft) as they are named: ${real.seriesAlarms} alarms. The same series read as memory and as capacity, one by one: ${real.asMemory} and ${real.asCapacity} alarms.`,
          ]
        : ['Real traces and series were not at hand.']),
      `Cost for each hour against the truth: median relative error ${share(median(costs.length > 0 ? costs : [Number.NaN]), 1)} (to reach 10%).`,
      `Cost error by type: ${costsByType(positives)}.`,
      `Probability of a loop: calibration error ${ofLoop.error.toFixed(3)}, Brier ${ofLoop.brier.toFixed(3)} over ${predictions.length} incidents. Bands (said, happened, count): ${bands(ofLoop)}.`,
      `Cause: first of three right ${share(causes.filter(({ cause }) => cause?.happened).length, causes.length)}, among three ${share(causes.filter(({ causeInThree }) => causeInThree).length, causes.length)} (to reach 85 and 95%); calibration error ${ofCause.error.toFixed(3)}, Brier ${ofCause.brier.toFixed(3)}. Reliability (said, happened, count): ${bands(ofCause)}.`,
      ...(process.env.BENCH_FIT
        ? [
            `loopSteps ${JSON.stringify(isotonic(predictions))}`,
            `causeSteps ${JSON.stringify(isotonic(positives.flatMap(({ causeShare }) => (causeShare ? [causeShare] : []))))}`,
          ]
        : []),
    ],
  }
}

/** So many in so many months of one resource, with the most that would still bring so few once in twenty times. */
function perMonth(alarms: number, months: number): string {
  const rate = (count: number) => (count / Math.max(1e-9, months)).toFixed(3)
  return `${alarms} in ${months.toFixed(1)} resource-months, ${rate(alarms)} each (95% bound ${rate(poissonHigh(alarms))})`
}

function costsByType(positives: Outcome[]): string {
  return loopTypes
    .flatMap((type) => {
      const errors = positives.flatMap(({ truth, costError }) =>
        truth?.type === type && costError !== null ? [costError] : [],
      )
      return errors.length > 0 ? [`${type} ${(median(errors) * 100).toFixed(1)}%`] : []
    })
    .join(', ')
}

function bands({ bands: list }: ReturnType<typeof reliability>): string {
  return list
    .filter(({ count }) => count > 0)
    .map(({ predicted, happened, count }) => `${predicted.toFixed(2)}/${happened.toFixed(2)}/${count}`)
    .join(', ')
}

function typeRow(type: LoopType, positives: Outcome[]): string[] {
  const ofType = positives.filter(({ truth }) => truth?.type === type)
  const hits = ofType.filter(({ hit }) => hit)
  const detected = ofType.filter(({ hit, wrongTypes }) => hit || wrongTypes.length > 0)
  const times = hits.flatMap(({ minutesToDetect }) => (minutesToDetect === null ? [] : [minutesToDetect]))
  const fast = type === 'memory_leak_loop' ? times.filter((minutes) => minutes < 300) : times
  const slow = times.filter((minutes) => minutes >= 300)
  const formatMedian = (values: number[]) => `${median(values.length > 0 ? values : [Number.NaN]).toFixed(0)}`
  return [
    type,
    (hits.length / ofType.length).toFixed(3),
    wilsonLow(hits.length, ofType.length).toFixed(3),
    (hits.length / Math.max(1, detected.length)).toFixed(3),
    slow.length > 0 && type === 'memory_leak_loop'
      ? `${formatMedian(fast)} fast, ${(median(slow) / 60).toFixed(0)} h slow`
      : formatMedian(times),
    percentile(fast, 0.9).toFixed(0),
  ]
}

function wilsonLow(hits: number, total: number): number {
  const z = 1.96
  const p = hits / total
  return (
    (p + (z * z) / (2 * total) - z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total))) /
    (1 + (z * z) / total)
  )
}

/** The largest mean under which so few events come with a probability of one in twenty. */
function poissonHigh(events: number): number {
  const atMost = (mean: number) => {
    let [term, sum] = [Math.exp(-mean), Math.exp(-mean)]
    for (let n = 1; n <= events; n += 1) {
      term *= mean / n
      sum += term
    }
    return sum
  }
  let [low, high] = [events, events + 10 + 5 * Math.sqrt(events)]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (atMost(middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

async function realNegatives(sharedData: string) {
  const files = (folder: string) =>
    readdirSync(join(sharedData, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.csv.gz'))
      .map((name) => join(sharedData, folder, name))
  const traces = new LoopDetector({ rules: loopRules })
  for (const file of files('traces-online-boutique')) await readTelemetry(createReadStream(file), file, traces)
  traces.finish()
  const confirmed = (detector: LoopDetector) =>
    detector.incidents.all.filter(({ confirmedMinute }) => confirmedMinute !== undefined).length
  const series = [...files('nab'), ...files('ms-cloud')]
  const asNamed = new LoopDetector({ rules: loopRules })
  for (const file of series) await readTelemetry(createReadStream(file), file, asNamed)
  asNamed.finish()
  const asIf = async (metric: string) => {
    let alarms = 0
    for (const file of series) {
      const detector = new LoopDetector({ rules: loopRules })
      const renamed = {
        span: () => {},
        log: () => {},
        event: () => {},
        reject: () => {},
        metric: (point: MetricPoint) => detector.metric({ ...point, metric }),
      }
      await readTelemetry(createReadStream(file), file, renamed)
      detector.finish()
      alarms += confirmed(detector)
    }
    return alarms
  }
  return {
    spans: traces.spans,
    traceAlarms: confirmed(traces),
    series: series.length,
    seriesAlarms: confirmed(asNamed),
    asMemory: await asIf('memory_usage_mb'),
    asCapacity: await asIf('desired_capacity'),
  }
}
