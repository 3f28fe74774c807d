/** Deliveries that come back to their receiver: the same objects again and again, with what the receiver answers. */
import { median } from '../../maths/quantile.ts'
import type { AnswerMinute, WebhookMinute } from '../aggregate/minute-facts.ts'
import { maxAnswers, writtenKey } from '../aggregate/note-webhook.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { leastSampled } from '../unknown-sampling.ts'
import type { DetectorContext, View } from '../view.ts'
import { goesAcross } from './across-two.ts'

/** How many times as often as in healthy minutes is newly many. */
export const overBaseline = 5

export interface DeliverySums extends WebhookMinute {
  minutes: number
}

/** Loops by receiver: what is delivered to a receiver returns to it. `mutual` are the resources that deliver to each other. */
export function fromDeliveries(context: DetectorContext, mutual: ReadonlySet<string>): LoopEvaluation[] {
  return merged(evaluateReceivers(context, mutual), context)
}

/** An evaluation with the objects that return most often, by which the ends of one loop are recognized. */
type KeyedEvaluation = LoopEvaluation & { keys: Set<string> }

function evaluateReceivers({ view, rule }: DetectorContext, mutual: ReadonlySet<string>): KeyedEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const sums = sumDeliveries(view, minutes)
  return (
    sums
      // Less than half of it may be one end of several.
      .filter(({ deliveries, maxHops }) => deliveries >= threshold / 8 || maxHops >= 2)
      .map((sum) => {
        const cycled = [...sum.keys].filter(([, count]) => count >= 5)
        const isAcross = goesAcross(sum.answers?.values() ?? [], sum.spanCount)
        const isWritten = writesBack(cycled, sum, { view, minutes, fewest: isAcross ? 1 : fewestWritten })
        const echo = echoFeature(sum, sums, mutual, { isWritten, isAcross })
        const share = shareOf(cycled, sum, isWritten && isAcross)
        const evaluation = evaluateDeliveries(sum, { view, rule }, { cycled, share, echo })
        const objects = cycled.toSorted(([, a], [, b]) => b - a).slice(0, 20)
        return { ...evaluation, keys: new Set(objects.map(([key]) => key.split('\n', 1)[0] ?? '')) }
      })
  )
}

export function sumDeliveries(view: View, minutes: number): DeliverySums[] {
  const sums = new Map<string, DeliverySums>()
  for (const { webhooks } of view.window(minutes)) {
    for (const [id, webhookMinute] of webhooks) {
      const sum = sums.get(id)
      if (sum) addDeliveries(sum, webhookMinute)
      else
        sums.set(id, {
          ...webhookMinute,
          keys: new Map(webhookMinute.keys),
          answers: new Map([...(webhookMinute.answers ?? [])].map(([key, answer]) => [key, copyOf(answer)])),
          gaps: [...webhookMinute.gaps],
          minutes: 1,
        })
    }
  }
  return [...sums.values()]
}

function addDeliveries(sum: DeliverySums, webhookMinute: WebhookMinute): void {
  sum.spanCount += webhookMinute.spanCount
  sum.deliveries += webhookMinute.deliveries
  sum.repeatedIds += webhookMinute.repeatedIds
  sum.withId += webhookMinute.withId
  sum.alternated += webhookMinute.alternated
  sum.gaps.push(...webhookMinute.gaps)
  sum.failures += webhookMinute.failures
  sum.durationMs += webhookMinute.durationMs
  sum.maxHops = Math.max(sum.maxHops, webhookMinute.maxHops)
  for (const [key, count] of webhookMinute.keys) sum.keys.set(key, (sum.keys.get(key) ?? 0) + count)
  for (const [key, answer] of webhookMinute.answers ?? []) {
    const existing = sum.answers?.get(key)
    if (existing) addAnswer(existing, answer)
    else if (sum.answers && sum.answers.size < maxAnswers) sum.answers.set(key, copyOf(answer))
  }
}

const copyOf = (answer: AnswerMinute): AnswerMinute => ({ ...answer, parts: new Map(answer.parts) })

function addAnswer(sum: AnswerMinute, { count, deliveries, parts }: AnswerMinute): void {
  sum.count += count
  sum.deliveries += deliveries
  for (const [part, times] of parts) sum.parts.set(part, (sum.parts.get(part) ?? 0) + times)
}

type Cycled = readonly (readonly [string, number])[]

/** The share of deliveries that are of objects which return; of a pair of systems, only one may be written to by name. */
function shareOf(cycled: Cycled, { keys, spanCount }: DeliverySums, isAcross: boolean): number {
  const count = (list: Iterable<readonly [string, number]>, isCounted: (key: string) => boolean) =>
    [...list].reduce((total, [key, times]) => total + (isCounted(key) ? times : 0), 0)
  const isWrite = (key: string) => key.startsWith(writtenKey)
  const ofAll = count(cycled, () => true) / Math.max(1, spanCount)
  return isAcross ? Math.max(ofAll, count(cycled, isWrite) / Math.max(1, count(keys, isWrite))) : ofAll
}

function evaluateDeliveries(
  sum: DeliverySums,
  { view, rule }: DetectorContext,
  { cycled, share, echo }: { cycled: Cycled; share: number; echo: Feature },
): LoopEvaluation {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const repeated = sum.withId > 0 ? sum.repeatedIds / sum.withId : Number.NaN
  const failing = sum.failures / sum.deliveries
  const label = view.nodes.label(sum.node)
  return evaluationOf({
    type: 'webhook_loop',
    threshold,
    minutes,
    volume: sum.deliveries,
    gate: sum.deliveries >= threshold || sum.maxHops >= 2,
    resource: sum.resource,
    edges: [label],
    features: [
      feature(
        'cycled_keys',
        share,
        (cycled.length > 0 && share >= 0.5) || sum.maxHops >= 16,
        cycled.length > 0
          ? `${cycled.length} objects return at least 5 times, ${figure(share * 100)}% of deliveries`
          : 'no object returns',
      ),
      deliveryIds(repeated),
      echo,
    ],
    partial: share >= 0.5,
    excludedBy: repeated > 0.2 && failing > 0.2 ? 'the provider retries failed deliveries' : null,
    cycle: [{ from: 'sender', to: label, count: Math.round(sum.deliveries) }],
    metrics: {
      iterations: Math.round(sum.deliveries),
      perMinute: sum.deliveries / minutes,
      avgMs: sum.durationMs / Math.max(1, sum.deliveries),
      memoryMb: null,
      cpuPercent: null,
    },
    traces: [sum.trace],
    nodeRates: [[sum.node, sum.deliveries / minutes]],
  })
}

function deliveryIds(repeated: number): Feature {
  const description = Number.isNaN(repeated)
    ? 'delivery IDs unknown'
    : `${figure(repeated * 100)}% of delivery IDs were seen before`
  return feature('fresh_ids', repeated, !(repeated > 0.05), description)
}

const fewestWritten = 5

/** Several things are written again and again where deliveries are handled, and there used to be far fewer. */
function writesBack(
  cycled: Cycled,
  sum: DeliverySums,
  { view, minutes, fewest }: { view: View; minutes: number; fewest: number },
): boolean {
  const written = cycled.filter(([key]) => key.startsWith(writtenKey)).length
  if (written < fewest) return false
  const rates = [...view.webhookNodes]
    .filter((node) => view.nodes.get(node).resource.id === sum.resource.id)
    .flatMap((node) => view.rates.healthyRate(node, view.minute - minutes + 1) ?? [])
  const baseline = rates.reduce((total, rate) => total + rate, 0)
  return rates.length > 0 && sum.deliveries >= overBaseline * baseline * minutes
}

const [mostAlternate, alikeWithin] = [0.8, 4]

/** Whether what is received is answered by what comes next, and not only received again. */
function echoFeature(
  sum: DeliverySums,
  all: readonly DeliverySums[],
  mutual: ReadonlySet<string>,
  { isWritten, isAcross }: { isWritten: boolean; isAcross: boolean },
): Feature {
  const isMutual = mutual.has(sum.resource.id)
  const alternating = ({ alternated, spanCount }: DeliverySums) => alternated >= spanCount * mostAlternate
  const pause = median(sum.gaps)
  const isToAndFro =
    alternating(sum) &&
    all.some((other) => {
      const ratio = median(other.gaps) / pause
      return other !== sum && alternating(other) && ratio <= alikeWithin && ratio >= 1 / alikeWithin
    })
  const isMet = isMutual || isToAndFro || isWritten || sum.maxHops >= 2
  return feature(
    'echo',
    isMet ? 1 : 0,
    isMet,
    isMutual
      ? 'the receiver delivers back to the sender'
      : isToAndFro
        ? 'objects go back and forth between receivers'
        : isWritten
          ? isAcross
            ? 'what one system delivers is passed on to the other and comes back, several times as often as usual'
            : 'each delivery writes again what it reports, several times as often as usual'
          : isMet
            ? 'deliveries carry how often they were passed on'
            : 'what the receiver sends back is unknown: a propagated trace or `webhook.hop` would tell',
  )
}

/** Two receivers of the same objects are the two ends of one loop. */
function merged(evaluations: KeyedEvaluation[], { rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold } = rule.detection_criteria
  const distinct: KeyedEvaluation[] = []
  for (const evaluation of evaluations.toSorted((a, b) => b.volume - a.volume)) {
    const other = distinct.find(
      ({ keys, shape }) => shape && evaluation.shape && [...evaluation.keys].some((key) => keys.has(key)),
    )
    if (!other) distinct.push(evaluation)
    else {
      other.resourceIds = [...new Set([...other.resourceIds, ...evaluation.resourceIds])].sort()
      other.systems = [...new Set([...other.systems, ...evaluation.systems])].sort()
      other.edges = [...new Set([...other.edges, ...evaluation.edges])].sort()
      other.volume += evaluation.volume
      other.gate ||= other.volume >= threshold
      other.isQuiet = other.volume < threshold / 2
      other.cycle = [...other.cycle, ...evaluation.cycle]
      other.metrics = {
        ...other.metrics,
        iterations: other.metrics.iterations + evaluation.metrics.iterations,
        perMinute: other.metrics.perMinute + evaluation.metrics.perMinute,
      }
      other.nodeRates = [...(other.nodeRates ?? []), ...(evaluation.nodeRates ?? [])]
    }
  }
  return distinct
    .filter(({ volume, gate }) => volume >= threshold * leastSampled || gate)
    .map(({ keys: _, ...evaluation }) => evaluation)
}
