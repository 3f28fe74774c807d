/** Who hears of a budget: an alert rule of its own, kept in step by the form of the budget. */
import type { AlertRule } from '@kept/domain/alert.ts'
import { api } from '../../api/client.ts'

/** The rule that the form of a budget keeps: budgets only, and only the one of this name. */
export function ruleOfBudget(rules: readonly AlertRule[], name: string): AlertRule | undefined {
  return rules.find(
    ({ kinds, filters }) =>
      kinds.length === 1 &&
      kinds[0] === 'budget' &&
      filters.length === 1 &&
      filters[0]?.label === 'budget' &&
      filters[0].values.length === 1 &&
      filters[0].values[0] === name,
  )
}

interface BudgetNotification {
  name: string
  /** The IDs of the channels; none removes the rule. */
  channels: readonly string[]
  rule: AlertRule | undefined
}

/** Creates, updates or deletes the rule of a budget. A rule that says the same already stays untouched. */
export async function saveBudgetNotification({ name, channels, rule }: BudgetNotification): Promise<void> {
  if (channels.length === 0) {
    if (rule) await api.alerts.removeRule.call({ id: rule.id })
    return
  }
  const input = {
    name: `Budget ${name}`.slice(0, 120),
    kinds: ['budget' as const],
    // Every threshold of the form is meant to be heard of.
    min_severity: 'low' as const,
    filters: [{ label: 'budget' as const, values: [name] }],
    channels: [...channels],
  }
  if (!rule) await api.alerts.addRule.call(input)
  else if (rule.filters[0]?.values[0] !== name || !isSameSet(rule.channels, channels))
    await api.alerts.changeRule.call({ id: rule.id, ...input })
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set(a).symmetricDifference(new Set(b)).size === 0
}

/** Creates a Slack channel from the URL of an incoming webhook, and returns its ID. */
export async function addSlackChannel(url: string): Promise<string> {
  const { data } = await api.alerts.addChannel.call({
    name: 'Slack',
    schedule: {
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      digest: null,
      quiet: [],
      critical_passes: true,
    },
    typed: { kind: 'slack', url: url.trim() },
  })
  return data.id
}
