/** What a policy would have done on each of the last days, if what it did had held. */
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { dayMs, epochMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { exceededLimit } from './limits.ts'
import { type Candidate, selectCandidates } from './select-changes.ts'
import { waitReasonAt } from './times.ts'

interface PastCandidate extends Candidate {
  /** When it was carried out or no longer seen; null while it is open. ISO instant. */
  ended_at: string | null
}

interface PolicyDryRun {
  changes: { day: string; candidate: PastCandidate }[]
  /** The last reason of each recommendation that was never carried out. */
  skipped: { candidate: Candidate; reason: string }[]
}

/** One run a day, at the first full hour that the policy allows. */
export function dryRunPolicy(
  settings: AutopilotSettings,
  candidates: readonly PastCandidate[],
  { nowMs, days, scopeResources }: { nowMs: number; days: number; scopeResources: number },
): PolicyDryRun {
  const changes: PolicyDryRun['changes'] = []
  const reasons = new Map<string, { candidate: Candidate; reason: string }>()
  const done = new Set<string>()
  for (let age = days - 1; age >= 0; age -= 1) {
    const at = firstOpenHour(settings, nowMs - (age + 1) * dayMs, nowMs - age * dayMs)
    const open = candidates.filter(({ id, first_seen_at, ended_at }) => {
      const isOver = ended_at !== null && epochMs(ended_at) <= (at ?? nowMs)
      return !done.has(id) && epochMs(first_seen_at) <= (at ?? nowMs - age * dayMs) && !isOver
    })
    if (at === undefined) {
      for (const candidate of open.filter(({ rule }) => settings.rules.includes(rule)))
        reasons.set(candidate.id, { candidate, reason: 'The windows and freezes of the policy left no time.' })
      continue
    }
    const { selected, skipped } = selectCandidates(settings, open, at)
    for (const entry of skipped) reasons.set(entry.candidate.id, entry)
    const savingsOfDay: Decimal[] = []
    for (const candidate of selected) {
      const change = { monthly_savings: candidate.monthly_savings ?? '0', currency: candidate.currency }
      const limit = exceededLimit(settings.limits, { inRun: savingsOfDay.length, savingsOfDay, scopeResources }, change)
      if (limit !== undefined) {
        reasons.set(candidate.id, { candidate, reason: limit })
        continue
      }
      savingsOfDay.push(change.monthly_savings)
      done.add(candidate.id)
      reasons.delete(candidate.id)
      const past = candidates.find(({ id }) => id === candidate.id)
      if (past) changes.push({ day: utcDay(at), candidate: past })
    }
  }
  return { changes, skipped: [...reasons.values()] }
}

function firstOpenHour({ times }: AutopilotSettings, fromMs: number, toMs: number): number | undefined {
  for (let at = fromMs; at < toMs; at += 3_600_000) if (waitReasonAt(times, at) === undefined) return at
  return undefined
}
