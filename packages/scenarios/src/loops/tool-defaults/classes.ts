/** Every class of loops and look-alikes with default attributes; half of them only for measuring. */
import { alikeRuns } from '../actors/alike-runs.ts'
import { alikeServices } from '../actors/alike-services.ts'
import { loopsOfRuns } from '../actors/loops-of-runs.ts'
import { loopsOfServices } from '../actors/loops-of-services.ts'
import { alikeMachines, loopsOfMachines } from '../actors/series-of-machines.ts'
import { fieldAlikeLast } from '../field/alike-last.ts'
import { fieldAlikePlatforms } from '../field/alike-platforms.ts'
import { fieldAlikeStreams } from '../field/alike-streams.ts'
import { fieldLoopsLast } from '../field/loops-last.ts'
import { fieldLoopsOfCounts } from '../field/loops-of-counts.ts'
import { fieldLoopsOfTraces } from '../field/loops-of-traces.ts'
import { seventhLookAlikes, seventhLoops } from '../incidents/all.ts'
import { fourthAlikeCalls } from '../operated/fourth-alike-calls.ts'
import { fourthAlikeWork } from '../operated/fourth-alike-work.ts'
import { fourthLoopsOfCalls } from '../operated/fourth-loops-of-calls.ts'
import { fourthLoopsOfWork } from '../operated/fourth-loops-of-work.ts'
import { thirdAlikeCalls } from '../operated/third-alike-calls.ts'
import { thirdAlikeSeries } from '../operated/third-alike-series.ts'
import { thirdAlikeWork } from '../operated/third-alike-work.ts'
import { thirdLoopsOfCalls } from '../operated/third-loops-of-calls.ts'
import { thirdLoopsOfSeries } from '../operated/third-loops-of-series.ts'
import { thirdLoopsOfWork } from '../operated/third-loops-of-work.ts'
import { sixthLookAlikes, sixthLoops } from '../platforms/all.ts'
import { fifthLookAlikes, fifthLoops } from '../twins/all.ts'
import { alikeCalls } from './alike-calls.ts'
import { alikeMessages } from './alike-messages.ts'
import { alikeCountedByClouds, loopsCountedByClouds } from './counted-by-clouds.ts'
import { loopsOfCalls } from './loops-of-calls.ts'
import { loopsOfMessages } from './loops-of-messages.ts'
import { loopsOfMetrics } from './loops-of-metrics.ts'
import { alikeNamedSteps, loopsOfNamedSteps } from './named-steps.ts'
import { alikeTools, loopsOfTools } from './runs-of-tools.ts'
import { sampledById } from './sampled-by-id.ts'
import type { ToolDefaultsClass } from './world-class.ts'

export const toolDefaultsLoops: ToolDefaultsClass[] = [
  ...loopsOfCalls,
  ...loopsOfMessages,
  ...loopsOfMetrics,
  ...loopsCountedByClouds,
  ...loopsOfNamedSteps,
  ...loopsOfTools,
  ...sampledById([...loopsOfCalls, ...loopsOfMessages]),
  ...loopsOfRuns,
  ...loopsOfServices,
  ...loopsOfMachines,
  ...fieldLoopsOfTraces,
  ...fieldLoopsOfCounts,
  ...fieldLoopsLast,
  ...thirdLoopsOfCalls,
  ...thirdLoopsOfSeries,
  ...thirdLoopsOfWork,
  ...fourthLoopsOfCalls,
  ...fourthLoopsOfWork,
  ...fifthLoops,
  ...sixthLoops,
  ...seventhLoops,
]
export const toolDefaultsLookAlikes: ToolDefaultsClass[] = [
  ...alikeCalls,
  ...alikeMessages,
  ...alikeCountedByClouds,
  ...alikeNamedSteps,
  ...alikeTools,
  ...sampledById(alikeCalls),
  ...alikeRuns,
  ...alikeServices,
  ...alikeMachines,
  ...fieldAlikePlatforms,
  ...fieldAlikeStreams,
  ...fieldAlikeLast,
  ...thirdAlikeCalls,
  ...thirdAlikeSeries,
  ...thirdAlikeWork,
  ...fourthAlikeCalls,
  ...fourthAlikeWork,
  ...fifthLookAlikes,
  ...sixthLookAlikes,
  ...seventhLookAlikes,
]
