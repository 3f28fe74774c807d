import { sum } from '@kept/domain/decimal.ts'
import type { ResourceUse, ResourceWeek } from '@kept/domain/facts.ts'
import { type Candidate, defineRule, type JudgeContext } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { environmentOf } from './reading/environment-of.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { offHours, splitWeek } from './reading/office-hours.ts'
import { share } from './reading/share.ts'
import { stillThere } from './reading/still-there.ts'
import { usageByResource } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const thresholds = {
  flat: {
    words: 'Cost of an hour at night or on a weekend against one of working time',
    value: 0.8,
    unit: 'of a working hour',
    source: 'Kept: a schedule that is kept shows as zero, a forgotten one as one',
  },
  days: {
    words: 'Days it was charged',
    value: 14,
    unit: 'days',
    source: 'Kept: two whole weeks show each hour of the week twice',
  },
  off: {
    words: 'Hours a week outside Monday to Friday, 07 to 19',
    value: offHours,
    unit: 'of 168 hours',
    source: 'Cloud Custodian off-hours default; AWS Instance Scheduler office hours',
  },
} as const

/** Development, test and staging machines that run through nights and weekends. */
export const nonProductionAlwaysOn = defineRule({
  id: 'non-production-always-on',
  title: 'Non-production running nights and weekends',
  explains:
    'Machines for development, test and staging are needed while people work. The bill shows the same cost at three on a Sunday morning as on a Tuesday noon: a schedule would switch them off for two thirds of the week.',
  noun: { one: 'non-production machine', many: 'non-production machines' },
  appliesTo: ['any'],
  needs: ['resource_week', 'resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_week, resource_use }, context) {
    const machines = new Map(
      usageByResource(resource_use, (row) => isMachineTime(row) && !isSpot(row) && row.commitment_id === '').map(
        (usage) => [keyOf(usage.place), usage],
      ),
    )
    let lookedAt = 0
    let untagged = 0
    const candidates = resource_week.flatMap((week): Candidate[] => {
      const machine = machines.get(keyOf(week))
      if (!machine) return []
      const environment = environmentOf(week.tags, [week.resource_name, week.sub_account_name])
      if (!environment) untagged += 1
      if (!environment || environment.production) return []
      lookedAt += 1
      if (week.days < thresholds.days.value || !stillThere(machine.lastDay, context.window)) return []
      const { office, off } = splitWeek(week.hours)
      const flatness = mean(office) > 0 ? mean(off) / mean(office) : 0
      if (flatness < thresholds.flat.value) return []
      return [candidateOf(week, machine.rows, environment, flatness, context)]
    })
    const whyNot: string[] = []
    if (machines.size > 0 && resource_week.length === 0) {
      whyNot.push('The bill is daily: hours of the week cannot be told apart.')
    }
    if (untagged > 0) whyNot.push(`${untagged} machines carry no environment tag and no telling name.`)
    return { candidates, lookedAt, whyNot }
  },
})

function candidateOf(
  week: ResourceWeek,
  rows: ResourceUse[],
  environment: { word: string; from: 'tag' | 'name' },
  flatness: number,
  { monthly }: JudgeContext,
): Candidate {
  const cost = sum(rows.map((row) => row.effective))
  const offShare = offCostShare(week)
  return {
    place: {
      currency: week.currency,
      provider: week.provider,
      billing_account_id: week.billing_account_id,
      sub_account_id: week.sub_account_id,
      sub_account_name: week.sub_account_name,
      region: week.region,
      service: week.service,
      resource_id: week.resource_id,
      resource_name: week.resource_name,
      resource_type: week.resource_type,
    },
    part: 'machine',
    summary: `${nameOf(week)} (${environment.word}) costs ${percent(flatness)} of a working hour at night and on weekends. It costs ${monthly(cost, week.currency)}; off outside working time it would cost about ${monthly(share(cost, 1 - offShare), week.currency)}.`,
    cost,
    saving: shareOfCost(
      { label: 'Machine cost in the window', amount: cost, currency: week.currency },
      'Share of its cost outside Monday to Friday, twelve hours',
      // Weekends alone are the least a schedule can do.
      { low: Math.min(offShare, 48 / 168), mid: offShare, high: offShare },
    ),
    confidence: environment.from === 'tag' ? 0.85 : 0.6,
    evidence: [
      { label: environment.from === 'tag' ? 'Environment tag' : 'Environment, by its name', value: environment.word },
      { label: 'Mean cost of an hour off work against one at work', value: percent(flatness) },
    ],
    steps: [
      'Ask its team for the hours it is needed, and its time zone.',
      'Switch it off outside of them by a schedule that a person can override.',
    ],
  }
}

/** The share of the resource's own week that lies outside working time. */
function offCostShare(week: ResourceWeek): number {
  const { office, off } = splitWeek(week.hours)
  const total = [...office, ...off].reduce((a, b) => a + b, 0)
  return total > 0 ? off.reduce((a, b) => a + b, 0) / total : 0
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
