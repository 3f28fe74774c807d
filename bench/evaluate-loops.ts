/** One world through the watch, held against its truth. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { evidenceScore, incidentProbability, rankCauses } from '@kept/engine/loops/cause/confidence.ts'
import { circumstancesOf } from '@kept/engine/loops/circumstances.ts'
import { pricedIncident } from '@kept/engine/loops/cost/priced-loops.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import type { LoopTruth } from '@kept/scenarios/loops/truth.ts'
import type { LoopWorld } from '@kept/scenarios/loops/world.ts'

export interface Outcome {
  family: string
  name: string
  truth: LoopTruth | null
  hit: boolean
  /** Types confirmed that are not the truth. */
  wrongTypes: string[]
  minutesToDetect: number | null
  resourceMonths: number
  predictions: { probability: number; happened: boolean; score: number }[]
  cause: { probability: number; happened: boolean } | null
  causeInThree: boolean
  causeShare: { score: number; happened: boolean } | null
  costError: number | null
}

const perIteration = '0.001'

export function evaluateWorld({ stage, truth, family }: LoopWorld, rules: readonly LoopRule[]): Outcome {
  const detector = new LoopDetector({ rules })
  for (const span of stage.spans) detector.span(span)
  for (const point of stage.points) detector.metric(point)
  for (const event of stage.events) detector.event(event)
  detector.finish()
  const owners = new Set(truth?.resource.split(',') ?? [])
  const isOwn = (ids: readonly string[]) => ids.some((id) => owners.has(id))
  const incidents = detector.incidents.all
  const confirmed = incidents.filter(({ confirmedMinute }) => confirmedMinute !== undefined)
  const match = confirmed.find(
    ({ latest }) => truth !== null && latest.type === truth.type && isOwn(latest.resourceIds),
  )
  const resources = new Set([
    ...stage.spans.map(({ resource }) => resource.id),
    ...stage.points.map(({ resource }) => resource.id),
  ])
  const causes = match ? rankCauses(match.worst, circumstancesOf(match, detector.surroundings)) : []
  const [first] = causes
  const priced = match
    ? pricedIncident(match, {
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
    name: `${family} ${stage.rng.next().toFixed(4)}`,
    truth,
    hit: match !== undefined,
    wrongTypes: confirmed.filter((incident) => incident !== match).map(({ latest }) => latest.type),
    minutesToDetect:
      match && truth ? (match.confirmedMinute ?? 0) - stage.timeAt(0) / 60_000 - truth.onsetMinute + 1 : null,
    resourceMonths: (resources.size * stage.minutes) / (60 * 24 * 30),
    predictions: incidents.map((incident) => ({
      probability: incidentProbability(incident),
      score: evidenceScore(incident.worst),
      happened: truth !== null && incident.latest.type === truth.type && isOwn(incident.latest.resourceIds),
    })),
    cause: first && truth ? { probability: first.probability, happened: first.id === truth.cause } : null,
    causeInThree: truth !== null && causes.some(({ id }) => id === truth.cause),
    causeShare: first && truth ? { score: first.share, happened: first.id === truth.cause } : null,
    costError: priced && expected ? Math.abs(Number(priced.hourly) - expected) / expected : null,
  }
}
