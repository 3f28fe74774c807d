/** Loops and look-alikes with the attributes that tools set by default, class by class; half of them held out. */
import { reliability } from '@kept/engine/loops/testing/isotonic.ts'
import { toolDefaultsLookAlikes, toolDefaultsLoops } from '@kept/scenarios/loops/tool-defaults/classes.ts'
import { halves, type ToolDefaultsClass, worldOf } from '@kept/scenarios/loops/tool-defaults/world-class.ts'
import { type Benchmark, median } from './benchmark.ts'
import { evaluateToolDefaults, type ToolDefaultsOutcome } from './evaluate-tool-defaults.ts'

const seeds = Number(process.env.BENCH_SEEDS ?? 10)
/** Classes whose name or half it is; all where it is not set. */
const only = new RegExp(process.env.BENCH_CLASSES ?? '')

interface ClassResult {
  loopClass: ToolDefaultsClass
  outcomes: ToolDefaultsOutcome[]
}

export const loopWorldsBenchmark: Benchmark = {
  name: 'loop-worlds',
  title: `Loops with default attributes: ${seeds} worlds of each class`,
  async run({ print }) {
    const results: ClassResult[] = []
    for (const loopClass of [...toolDefaultsLoops, ...toolDefaultsLookAlikes]) {
      if (!only.test(`${loopClass.half} ${loopClass.name}`)) continue
      const outcomes: ToolDefaultsOutcome[] = []
      for (let seed = 1; seed <= seeds; seed += 1) outcomes.push(await evaluateToolDefaults(worldOf(loopClass, seed)))
      results.push({ loopClass, outcomes })
      print(rowOf({ loopClass, outcomes }).join(' | '))
    }
    return {
      description: `Worlds written as files in the formats of OpenTelemetry (JSON), metrics (CSV) and Kubernetes, with the attributes that SDKs, clouds and exporters set by default and nothing else (\`packages/scenarios/src/loops/tool-defaults/\`; it shares no code with the detectors). Thresholds were chosen on the half named tuning. What telemetry cannot decide is rightly only suspected, with the attribute that would decide.`,
      head: ['class', 'half', 'truth', 'confirmed', 'suspected', 'false alarms', 'cost error'],
      rows: results.map(rowOf),
      notes: halves
        .filter((half) => results.some(({ loopClass }) => loopClass.half === half))
        .map((half) => summaryOf(half, results)),
    }
  },
}

function rowOf({ loopClass, outcomes }: ClassResult): string[] {
  const count = (is: (outcome: ToolDefaultsOutcome) => boolean) => outcomes.filter(is).length
  const costs = outcomes.flatMap(({ costError }) => (costError === null ? [] : [costError]))
  return [
    loopClass.name,
    loopClass.half,
    outcomes[0]?.isLoop ? (loopClass.isUndecidable ? 'loop, not decidable' : 'loop') : 'none',
    outcomes[0]?.isLoop ? `${count(({ isFound }) => isFound)}/${outcomes.length}` : '',
    outcomes[0]?.isLoop ? String(count(({ isSuspected }) => isSuspected)) : '',
    `${count(({ falseAlarms }) => falseAlarms > 0)}/${outcomes.length}`,
    costs.length > 0 ? `${(100 * median(costs)).toFixed(1)}%` : '',
  ]
}

function summaryOf(half: string, results: readonly ClassResult[]): string {
  const own = results.filter(({ loopClass }) => loopClass.half === half)
  const decidable = own.filter(({ loopClass, outcomes }) => outcomes[0]?.isLoop && !loopClass.isUndecidable)
  const loops = decidable.flatMap(({ outcomes }) => outcomes)
  const quiet = own.flatMap(({ outcomes }) => outcomes).filter(({ isLoop }) => !isLoop)
  const all = own.flatMap(({ outcomes }) => outcomes)
  const predictions = all.flatMap((outcome) => outcome.predictions)
  const sure = predictions.filter(({ probability }) => probability >= 0.95)
  const costs = all.flatMap(({ costError }) => (costError === null ? [] : [costError]))
  const share = (part: number, total: number) => `${((100 * part) / Math.max(1, total)).toFixed(1)}%`
  return [
    `Half "${half}": recall ${share(loops.filter(({ isFound }) => isFound).length, loops.length)} of ${loops.length} decidable loops (to reach 90%)`,
    `false alarms in ${share(quiet.filter(({ falseAlarms }) => falseAlarms > 0).length, quiet.length)} of ${quiet.length} look-alikes (to reach 2%)`,
    `median cost error ${(100 * median(costs)).toFixed(1)}% (to reach 15%)`,
    `Brier ${reliability(predictions).brier.toFixed(3)} (to reach .05)`,
    `of ${sure.length} incidents said with .95 and more, ${share(sure.filter(({ happened }) => happened).length, sure.length)} were loops.`,
  ].join('; ')
}
