/** From verdicts to incidents: ok, suspected, confirmed, mitigating, resolved. One fingerprint, one incident. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { sha256 } from './sha256.ts'
import type { Verdict } from './verdict.ts'

export type IncidentState = 'suspected' | 'confirmed' | 'mitigating' | 'resolved'

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
  /** The verdict with the largest volume so far, and the latest. */
  worst: Verdict
  latest: Verdict
  iterations: number
  /** Iterations a minute, of the last minutes in which it held. */
  rates: number[]
  /** Whether the rule held, of the last three minutes. */
  held: boolean[]
  quietSince: number | undefined
}

const quietMinutes = 10
const sameIncidentMinutes = 30
const heldOfThree = 2
const mostOpen = 5000

export function fingerprintOf({ type, resourceIds, edges }: Verdict): string {
  return sha256([type, [...resourceIds].sort().join(','), [...edges].sort().join(',')].join('|'))
}

/** Whether the rule is true: volume and shape and no exclusion. */
export function isTrue({ gate, shape, excludedBy }: Verdict): boolean {
  return gate && shape && excludedBy === null
}

/** Worth showing: the volume with part of the shape, or the shape with part of the volume. */
export function isSuspect(verdict: Verdict): boolean {
  return verdict.excludedBy === null && ((verdict.gate && verdict.partial) || (verdict.shape && !verdict.isQuiet))
}

export class Incidents {
  readonly #all: Incident[] = []

  get all(): readonly Incident[] {
    return this.#all
  }

  /** Confirmed and not over: what is usual must not be learnt from these. */
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

  judge(minute: number, judged: readonly { verdict: Verdict; rule: LoopRule }[]): void {
    const seen = new Set<Incident>()
    // The surest first, so that of two verdicts on one loop the better describes it.
    for (const { verdict, rule } of judged.toSorted(
      (a, b) => Number(isTrue(b.verdict)) - Number(isTrue(a.verdict)) || b.verdict.volume - a.verdict.volume,
    )) {
      const holds = isTrue(verdict)
      let incident = this.#find(verdict, minute)
      if (!incident && (holds || isSuspect(verdict)) && this.#roomFor()) {
        incident = begun(verdict, rule, minute)
        this.#all.push(incident)
      }
      if (!incident || seen.has(incident)) continue
      seen.add(incident)
      observe(incident, verdict, holds, minute)
    }
    for (const incident of this.#all)
      if (!seen.has(incident) && incident.state !== 'resolved') observe(incident, undefined, false, minute)
  }

  #find(verdict: Verdict, minute: number): Incident | undefined {
    const fingerprint = fingerprintOf(verdict)
    return this.#all.find(
      (incident) =>
        incident.latest.type === verdict.type &&
        incident.latest.ruleId === verdict.ruleId &&
        (incident.state !== 'resolved' || minute - (incident.resolvedMinute ?? 0) <= sameIncidentMinutes) &&
        (incident.fingerprint === fingerprint ||
          incident.latest.resource.id === verdict.resource.id ||
          overlaps(incident.latest, verdict)),
    )
  }

  #roomFor(): boolean {
    if (this.#all.length < mostOpen) return true
    const over = this.#all.findIndex(
      ({ state, confirmedMinute }) => state === 'resolved' && confirmedMinute === undefined,
    )
    if (over === -1) return false
    this.#all.splice(over, 1)
    return true
  }
}

/** A circle that takes in one node more is still the same circle. */
function overlaps(a: Verdict, b: Verdict): boolean {
  return a.cycle.length > 0 && a.resourceIds.length > 1 && a.resourceIds.some((id) => b.resourceIds.includes(id))
}

function begun(verdict: Verdict, rule: LoopRule, minute: number): Incident {
  const fingerprint = fingerprintOf(verdict)
  return {
    id: `loop_${sha256(`${fingerprint}|${minute}`).slice(0, 24)}`,
    fingerprint,
    state: 'suspected',
    rule,
    onsetMinute: minute,
    confirmedMinute: undefined,
    resolvedMinute: undefined,
    lastSeenMinute: minute,
    worst: verdict,
    latest: verdict,
    iterations: 0,
    rates: [],
    held: [],
    quietSince: undefined,
  }
}

function observe(incident: Incident, verdict: Verdict | undefined, holds: boolean, minute: number): void {
  incident.held = [...incident.held, holds].slice(-3)
  const isQuiet = verdict === undefined || verdict.isQuiet || verdict.excludedBy !== null
  if (verdict && !isQuiet) {
    incident.lastSeenMinute = minute
    // A window counts each iteration in each of its minutes; the share of one minute adds up to all of them once.
    incident.iterations += verdict.metrics.perMinute
    if (holds) incident.rates = [...incident.rates, verdict.metrics.perMinute].slice(-15)
    if (holds || !isTrue(incident.latest)) incident.latest = verdict
    if ((holds && verdict.volume >= incident.worst.volume) || !isTrue(incident.worst)) incident.worst = verdict
  }
  if (
    incident.held.filter(Boolean).length >= heldOfThree &&
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
