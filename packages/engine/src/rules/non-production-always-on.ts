import type { ResourceUse, ResourceWeek } from '@kept/domain/facts.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule, type EvaluationContext } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { environmentEvidence, environmentOf } from './reading/environment-of.ts'
import { nameOf, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { offHours, splitWeek } from './reading/office-hours.ts'
import { share } from './reading/share.ts'
import { locationOf, usageByResource } from './reading/usage-by-resource.ts'

const thresholds = {
  flat: {
    label: 'Cost of an off-hour vs. a working hour',
    value: 0.8,
    unit: 'of a working hour',
    source: 'Kept: 0 means a schedule works, 1 means there is none',
  },
  days: {
    label: 'Days billed',
    value: 14,
    unit: 'days',
    source: 'Kept: two full weeks show each hour of the week twice',
  },
  outside: {
    label: 'Hours outside Mon-Fri 7 AM to 7 PM',
    value: offHours,
    unit: 'of 168 hours',
    source: 'Cloud Custodian off-hours default; AWS Instance Scheduler office hours',
  },
} as const

/** Development, test and staging machines that run through nights and weekends. */
export const nonProductionAlwaysOn = defineRule({
  id: 'non-production-always-on',
  title: 'Runs nights and weekends',
  description:
    'Development, test, and staging instances are needed while people work. This one costs the same on Sunday at 3 AM as on Tuesday at noon. A schedule would turn it off for two thirds of the week.',
  noun: { singular: 'non-production instance', plural: 'non-production instances' },
  providers: ['any'],
  needs: ['resource_week', 'resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_week, resource_usage }, context) {
    const machines = new Map(
      usageByResource(resource_usage, (row) => isMachineTime(row) && !isSpot(row) && row.commitment_id === '').map(
        (usage) => [keyOf(usage.location), usage],
      ),
    )
    let evaluatedCount = 0
    let untagged = 0
    const candidates = resource_week.flatMap((week): Candidate[] => {
      const machine = machines.get(keyOf(week))
      if (!machine) return []
      const environment = environmentOf(week.tags, [week.resource_name, week.sub_account_name])
      if (!environment) untagged += 1
      if (!environment || environment.production) return []
      evaluatedCount += 1
      if (week.days < thresholds.days.value || !stillThere(machine.lastDay, context.window)) return []
      const { office, outside } = splitWeek(week.hours)
      const flatness = mean(office) > 0 ? mean(outside) / mean(office) : 0
      if (flatness < thresholds.flat.value) return []
      return [candidateOf(week, machine.rows, environment, flatness, context)]
    })
    const skipReasons: string[] = []
    if (machines.size > 0 && resource_week.length === 0) {
      skipReasons.push('Needs hourly costs (this bill is daily).')
    }
    if (untagged > 0) skipReasons.push(`Needs an environment tag (${untagged} instances have none).`)
    return { candidates, evaluatedCount, skipReasons }
  },
})

function candidateOf(
  week: ResourceWeek,
  rows: ResourceUse[],
  environment: { label: string; from: 'tag' | 'name' },
  flatness: number,
  { monthly }: EvaluationContext,
): Candidate {
  const cost = sum(rows.map((row) => row.effective))
  const offShare = offCostShare(week)
  return {
    location: locationOf(week),
    part: 'machine',
    summary: `${nameOf(week)} (${environment.label}) runs nights and weekends and costs ${monthly(cost, week.currency)}. With a schedule, it would cost about ${monthly(share(cost, 1 - offShare), week.currency)}.`,
    cost,
    saving: shareOfCost(
      { label: 'Instance cost in the window', amount: cost, currency: week.currency },
      'Share of cost outside Mon-Fri, twelve hours a day',
      // Weekends alone are the least a schedule can do.
      { low: Math.min(offShare, 48 / 168), mid: offShare, high: offShare },
    ),
    confidence: environment.from === 'tag' ? 0.85 : 0.6,
    evidence: [
      environmentEvidence(environment),
      { label: 'Cost of an off-hour vs. a working hour', value: percent(flatness) },
    ],
    steps: [
      'Ask the team for their working hours and time zone.',
      'Set a schedule that turns it off outside those hours and that anyone can override.',
    ],
  }
}

/** The share of the resource's own week that lies outside working time. */
function offCostShare(week: ResourceWeek): number {
  const { office, outside } = splitWeek(week.hours)
  const total = [...office, ...outside].reduce((a, b) => a + b, 0)
  return total > 0 ? outside.reduce((a, b) => a + b, 0) / total : 0
}

function mean(numbers: number[]): number {
  return numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0
}

function keyOf({
  currency,
  provider,
  resource_id,
}: {
  currency: string
  provider: string
  resource_id: string
}): string {
  return JSON.stringify([currency, provider, resource_id])
}
