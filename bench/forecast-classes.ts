import { calendarClasses, levelClasses } from '@kept/scenarios/series/cost-classes.ts'
import { costWorld } from '@kept/scenarios/series/cost-worlds.ts'
import { laterClasses } from '@kept/scenarios/series/later-classes.ts'
import { serviceClasses } from '@kept/scenarios/series/service-classes.ts'
import { serviceWorld } from '@kept/scenarios/series/service-worlds.ts'
import type { Benchmark } from './benchmark.ts'
import { classHead, classRow, type KnownWorld, resultOf } from './forecast-result.ts'

const [series, horizon] = [Number(process.env.BENCH_SERIES ?? 150), 30]
const only = new RegExp(process.env.BENCH_CLASSES ?? '')

/** Forecasts of daily cost by class: do the bands hold in each, and is the forecast better than repeating last week? */
export const forecastClassesBenchmark: Benchmark = {
  name: 'forecast-classes',
  title: 'Forecasts: daily cost by class',
  async run() {
    return {
      description: `${series} series of each class, ${horizon} days ahead. The classes down to "end of year" have weekdays of their own, growth of -3 to 5% a month and noise of 2 to 20% that remembers yesterday, unless they say otherwise; those from "service" on are made of machines that come and go, or of requests. "Last week" repeats the last seven days: the share of series in which Kept is off by no more, and the error against it. Of the classes for tests alone nothing was used to choose methods; how the others were looked at stands below.`,
      head: classHead,
      rows: [
        ...[...levelClasses, ...calendarClasses, ...laterClasses].map((entry) =>
          rowOf(entry, (seed) => costWorld(entry, seed, horizon)),
        ),
        ...serviceClasses.map((entry) => rowOf(entry, (seed) => serviceWorld(entry, seed, horizon))),
      ].flat(),
      notes: [
        'To reach in every class: 0.92 to 0.97, 0.76 to 0.84 and 0.45 to 0.55, of days and of months; no worse than last week in 0.95 of series.',
        'How the classes from "service" on were looked at (2026-11-27): those for tests alone once, when the methods were done. "Switched off at night" then held 0.60, 0.50 and 0.32, no worse in 0.09; "jobs of any size" and "beyond the free part" were off by billions where a share was taken of nothing. Both were fixed, and the three count as chosen on. The four from "weekends off" on were made after that and looked at once; "idle most days" was off by billions as well, was fixed, and counts as chosen on.',
        'Weeks of another shape (2026-11-27): "Friday to Sunday off", "busier weekends" and "other business days" were made to choose how they are told, with the classes whose hash is even; all others were looked at once afterwards. Before it the four classes at the end held 0.87, 0.80, 0.85 and 0.80 at 95%, with errors of 1.84, 3.48, 2.02 and 2.52; "weekends off" held 0.69, 0.50 and 0.29 with an error of 3.14; "moved with its week" was no worse in 0.60. Classes in which no week was reshaped give what they gave before, and were not measured again.',
        'No worse than last week is out of reach of a mean where charges are rare: in a month like the last week, with none, nothing is nearer than nothing. The mean is forecast there, because the month costs its sum.',
        'Bias is the sum of all forecasts against the sum of what came. A band cannot hold 50% where most days are nothing: it holds them all or none.',
      ],
    }
  },
}

function rowOf(
  entry: { label: string; construction: string; isTestOnly: boolean },
  world: (seed: string) => KnownWorld,
) {
  if (!only.test(entry.label)) return []
  const results = Array.from({ length: series }, (_, i) => resultOf(world(`bench/${i}`), horizon))
  return [classRow(entry, results)]
}
