/** One world through the watch, held against its truth. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { evidenceScore, loopProbability, rankCauses } from '@kept/engine/loops/cause/confidence.ts'
import { circumstancesOf } from '@kept/engine/loops/circumstances.ts'
import { pricedIncident } from '@kept/engine/loops/cost/priced-loops.ts'
import { LoopWatch } from '@kept/engine/loops/watch.ts'
import type { LoopTruth } from '@kept/scenarios/loops/truth.ts'
import type { LoopWorld } from '@kept/scenarios/loops/world.ts'

export interface Outcome {
  family: string
  name: string
  truth: LoopTruth | null
  hit: boolean
  /** Types confirmed that are not the truth. */
  wrong: string[]
  minutesToDetect: number | null
  resourceMonths: number
  said: { probability: number; happened: boolean; score: number }[]
  cause: { probability: number; happened: boolean } | null
  causeInThree: boolean
  causeShare: { score: number; happened: boolean } | null
  costError: number | null
}

const perIteration = '0.001'

export function judgeWorld({ stage, truth, family }: LoopWorld, rules: readonly LoopRule[]): Outcome {
  const watch = new LoopWatch({ rules })
  for (const span of stage.spans) watch.span(span)
  for (const point of stage.points) watch.metric(point)
  for (const event of stage.events) watch.event(event)
  watch.finish()
  const owners = new Set(truth?.resource.split(',') ?? [])
  const isOwn = (ids: readonly string[]) => ids.some((id) => owners.has(id))
  const incidents = watch.incidents.all
  const confirmed = incidents.filter(({ confirmedMinute }) => confirmedMinute !== undefined)
  const right = confirmed.find(
    ({ latest }) => truth !== null && latest.type === truth.type && isOwn(latest.resourceIds),
  )
  const resources = new Set([
    ...stage.spans.map(({ resource }) => resource.id),
    ...stage.points.map(({ resource }) => resource.id),
  ])
  const causes = right ? rankCauses(right.worst, circumstancesOf(right, watch.surroundings)) : []
  const [first] = causes
  const priced = right
    ? pricedIncident(right, {
        prices: [
          {
            sku_price_id: 'iteration',
            unit_price: perIteration,
            currency: 'USD',
            units: '1',
            unit: '',
            source: 'given',
          },
        ],
      })
    : null
  const expected = truth?.perMinute == null ? null : truth.perMinute * 60 * Number(perIteration)
  return {
    family,
    name: `${family} ${stage.draw.next().toFixed(4)}`,
    truth,
    hit: right !== undefined,
    wrong: confirmed.filter((one) => one !== right).map(({ latest }) => latest.type),
    minutesToDetect:
      right && truth ? (right.confirmedMinute ?? 0) - stage.at(0) / 60_000 - truth.onsetMinute + 1 : null,
    resourceMonths: (resources.size * stage.minutes) / (60 * 24 * 30),
    said: incidents.map((incident) => ({
      probability: loopProbability(incident.worst),
      score: evidenceScore(incident.worst),
      happened: truth !== null && incident.latest.type === truth.type && isOwn(incident.latest.resourceIds),
    })),
    cause: first && truth ? { probability: first.probability, happened: first.id === truth.cause } : null,
    causeInThree: truth !== null && causes.some(({ id }) => id === truth.cause),
    causeShare: first && truth ? { score: first.share, happened: first.id === truth.cause } : null,
    costError: priced && expected ? Math.abs(Number(priced.hourly) - expected) / expected : null,
  }
}
