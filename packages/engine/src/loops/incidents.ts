/** From evaluations to incidents: ok, suspected, confirmed, mitigating, resolved. One fingerprint, one incident. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { isDecided, type LoopEvaluation } from './evaluation.ts'

type IncidentState = 'suspected' | 'confirmed' | 'mitigating' | 'resolved'

export interface Incident {
  id: string
  fingerprint: string
  state: IncidentState
  rule: LoopRule
  /** First minute in which anything pointed to it. */
  onsetMinute: number
  /** First minute in which it was confirmed; undefined while only suspected. */
  confirmedMinute: number | undefined
  resolvedMinute: number | undefined
  lastSeenMinute: number
  /** The evaluation with the largest volume so far, and the latest. */
  worst: LoopEvaluation
  latest: LoopEvaluation
  iterations: number
  /** Iterations a minute, of the last minutes in which it held. */
  rates: number[]
  /** Whether the rule held, of the last three minutes. */
  recentMatches: boolean[]
  quietSince: number | undefined
}

const quietMinutes = 10
const sameIncidentMinutes = 30
const heldOfThree = 2
const confirmedWithin = 3
const maxOpen = 5000

function fingerprintOf({ type, resourceIds, edges }: LoopEvaluation): string {
  return sha256([type, [...resourceIds].sort().join(','), [...edges].sort().join(',')].join('|'))
}

/** Whether the rule is true: volume and shape and no exclusion, and nothing that decides is unknown. */
export function isTrue({ gate, shape, excludedBy, features }: LoopEvaluation): boolean {
  return gate && shape && excludedBy === null && isDecided(features)
}

/** Worth showing: the volume with part of the shape, or the shape with part of the volume. */
function isSuspect(evaluation: LoopEvaluation): boolean {
  return (
    evaluation.excludedBy === null &&
    ((evaluation.gate && evaluation.partial) || (evaluation.shape && !evaluation.isQuiet))
  )
}

export class Incidents {
  readonly #all: Incident[] = []

  get all(): readonly Incident[] {
    return this.#all
  }

  /** Confirmed and not over: what is usual must not be learned from these. */
  openResources(): Set<string> {
    return new Set(
      this.#all
        .filter(({ state }) => state === 'confirmed' || state === 'mitigating')
        .flatMap(({ latest }) => latest.resourceIds),
    )
  }

  get hasOpen(): boolean {
    return this.#all.some(({ state }) => state !== 'resolved')
  }

  evaluate(minute: number, evaluated: readonly { evaluation: LoopEvaluation; rule: LoopRule }[]): void {
    const observed = new Set<Incident>()
    // The most confident first, so that it describes the loop where two evaluations find the same one.
    for (const { evaluation, rule } of evaluated.toSorted(
      (a, b) =>
        Number(isTrue(b.evaluation)) - Number(isTrue(a.evaluation)) || b.evaluation.volume - a.evaluation.volume,
    )) {
      const isMatch = isTrue(evaluation)
      let incident = this.#find(evaluation, minute)
      if (!incident && (isMatch || isSuspect(evaluation)) && this.#roomFor()) {
        incident = createIncident(evaluation, rule, minute)
        this.#all.push(incident)
      }
      if (!incident || observed.has(incident)) continue
      observed.add(incident)
      observe(incident, evaluation, isMatch, minute)
    }
    for (const incident of this.#all)
      if (!observed.has(incident) && incident.state !== 'resolved') observe(incident, undefined, false, minute)
  }

  #find(evaluation: LoopEvaluation, minute: number): Incident | undefined {
    const fingerprint = fingerprintOf(evaluation)
    return this.#all.find(
      (incident) =>
        incident.latest.type === evaluation.type &&
        incident.latest.ruleId === evaluation.ruleId &&
        (incident.state !== 'resolved' || isSameReturn(incident, minute)) &&
        (incident.fingerprint === fingerprint ||
          incident.latest.resource.id === evaluation.resource.id ||
          overlaps(incident.latest, evaluation)),
    )
  }

  #roomFor(): boolean {
    if (this.#all.length < maxOpen) return true
    const over = this.#all.findIndex(
      ({ state, confirmedMinute }) => state === 'resolved' && confirmedMinute === undefined,
    )
    if (over === -1) return false
    this.#all.splice(over, 1)
    return true
  }
}

/**
 * A window tells of what began up to its length before: a loop that is seen again was back for as long already. What was
 * recognized once stays the same until it is confirmed.
 */
function isSameReturn({ resolvedMinute = 0, lastSeenMinute, rule }: Incident, minute: number): boolean {
  const isBack = lastSeenMinute > resolvedMinute && minute - lastSeenMinute <= confirmedWithin
  const seenAfter = rule.detection_criteria.measurement_window_minutes
  return isBack || minute - resolvedMinute <= sameIncidentMinutes + seenAfter
}

/** A circle that grows by one node is still the same circle. */
function overlaps(a: LoopEvaluation, b: LoopEvaluation): boolean {
  return a.cycle.length > 0 && a.resourceIds.length > 1 && a.resourceIds.some((id) => b.resourceIds.includes(id))
}

function createIncident(evaluation: LoopEvaluation, rule: LoopRule, minute: number): Incident {
  const fingerprint = fingerprintOf(evaluation)
  return {
    id: `loop_${sha256(`${fingerprint}|${minute}`).slice(0, 24)}`,
    fingerprint,
    state: 'suspected',
    rule,
    onsetMinute: minute,
    confirmedMinute: undefined,
    resolvedMinute: undefined,
    lastSeenMinute: minute,
    worst: evaluation,
    latest: evaluation,
    iterations: 0,
    rates: [],
    recentMatches: [],
    quietSince: undefined,
  }
}

/** While windows run empty at the end, what was only suspected is described as it was at its height. */
const atItsHeight = 0.9

function isWorse(evaluation: LoopEvaluation, isMatch: boolean, worst: LoopEvaluation): boolean {
  if (isTrue(worst)) return isMatch && evaluation.volume >= worst.volume
  return isMatch || evaluation.volume >= worst.volume * atItsHeight
}

function observe(incident: Incident, evaluation: LoopEvaluation | undefined, isMatch: boolean, minute: number): void {
  incident.recentMatches = [...incident.recentMatches, isMatch].slice(-3)
  const isQuiet = evaluation === undefined || evaluation.isQuiet || evaluation.excludedBy !== null
  if (evaluation && !isQuiet) {
    incident.lastSeenMinute = minute
    // A window counts each iteration in each of its minutes; the share of one minute adds up to all of them once.
    incident.iterations += evaluation.metrics.perMinute
    if (isMatch) incident.rates = [...incident.rates, evaluation.metrics.perMinute].slice(-15)
    if (isMatch || !isTrue(incident.latest)) incident.latest = evaluation
    if (isWorse(evaluation, isMatch, incident.worst)) incident.worst = evaluation
  }
  if (
    incident.recentMatches.filter(Boolean).length >= heldOfThree &&
    (incident.state === 'suspected' || incident.state === 'resolved')
  ) {
    incident.state = 'confirmed'
    incident.confirmedMinute ??= minute
    incident.resolvedMinute = undefined
  }
  incident.quietSince = isQuiet ? (incident.quietSince ?? minute) : undefined
  if (
    incident.state !== 'resolved' &&
    incident.quietSince !== undefined &&
    minute - incident.quietSince >= quietMinutes
  ) {
    incident.state = 'resolved'
    incident.resolvedMinute = minute
  }
}
