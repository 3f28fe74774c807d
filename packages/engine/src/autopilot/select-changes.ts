/** Which recommendations a policy would carry out, and why it skips the others. */
import type { AutopilotScope, AutopilotSettings } from '@kept/domain/autopilot.ts'
import { dayMs, epochMs } from '@kept/foundation/calendar/instant.ts'
import { compare, type Decimal } from '@kept/foundation/decimal.ts'

/** A recommendation with what a policy decides from. */
export interface Candidate {
  id: string
  rule: string
  provider: string
  sub_account_id: string
  region: string
  resource_id: string
  resource_name: string
  tags: Readonly<Record<string, string>>
  currency: string
  monthly_savings: Decimal | null
  confidence: number
  /** ISO instant. */
  first_seen_at: string
  /** Its owner tagged the resource as critical. */
  is_critical: boolean
  /** Kept has a remedy for it. */
  has_remedy: boolean
}

interface Selection {
  selected: Candidate[]
  skipped: { candidate: Candidate; reason: string }[]
}

/** The largest saving first. Recommendations of other rules and out of scope are in neither list. */
export function selectCandidates(
  settings: AutopilotSettings,
  candidates: readonly Candidate[],
  nowMs: number,
): Selection {
  const relevant = candidates
    .filter(({ rule }) => settings.rules.includes(rule))
    .filter((candidate) => isInScope(settings.scope, candidate))
    .toSorted((a, b) => compare(b.monthly_savings ?? '0', a.monthly_savings ?? '0') || (a.id < b.id ? -1 : 1))
  const result: Selection = { selected: [], skipped: [] }
  const chosen = new Set<string>()
  for (const candidate of relevant) {
    const reason = chosen.has(candidate.resource_id)
      ? 'Another recommendation changes the same resource.'
      : skipReason(settings, candidate, nowMs)
    if (reason === undefined) {
      chosen.add(candidate.resource_id)
      result.selected.push(candidate)
    } else result.skipped.push({ candidate, reason })
  }
  return result
}

function isInScope(
  { providers, accounts, regions, tags }: AutopilotScope,
  resource: Pick<Candidate, 'provider' | 'sub_account_id' | 'region' | 'tags'>,
): boolean {
  const allows = (list: readonly string[], value: string) => list.length === 0 || list.includes(value)
  return (
    allows(providers, resource.provider) &&
    allows(accounts, resource.sub_account_id) &&
    allows(regions, resource.region) &&
    tags.every((tag) => hasTag(resource.tags, tag))
  )
}

const environmentKey = /^(.*[:/._-])?(env|environment|stage)$/i

function skipReason(settings: AutopilotSettings, candidate: Candidate, nowMs: number): string | undefined {
  const { min_confidence, min_monthly_savings, min_age_days, environments, excluded_tags } = settings.conditions
  const { monthly_savings, currency, tags } = candidate
  if (!candidate.has_remedy) return 'Kept has no remedy for it.'
  if (candidate.is_critical) return 'The resource is tagged as critical.'
  if (monthly_savings === null) return 'Its savings are not estimated.'
  if (currency !== min_monthly_savings.currency || currency !== settings.limits.max_savings_per_day.currency)
    return `Its savings are in ${currency}, and the policy is in ${min_monthly_savings.currency}.`
  if (compare(monthly_savings, min_monthly_savings.amount) < 0) return 'It saves less than the policy demands.'
  if (candidate.confidence < min_confidence) return 'Its confidence is below that of the policy.'
  if (nowMs - epochMs(candidate.first_seen_at) < min_age_days * dayMs) return 'It was first seen too recently.'
  if (environments.length > 0) {
    const values = Object.entries(tags).flatMap(([key, value]) =>
      environmentKey.test(key) ? [value.toLowerCase()] : [],
    )
    if (!values.some((value) => environments.some((name) => name.toLowerCase() === value)))
      return 'It is in another environment, or in none.'
  }
  const excluded = excluded_tags.find((tag) => hasTag(tags, tag))
  return excluded && `It has the excluded tag ${excluded.key}.`
}

function hasTag(tags: Readonly<Record<string, string>>, { key, value }: { key: string; value: string }): boolean {
  return Object.hasOwn(tags, key) && (value === '' || tags[key] === value)
}
