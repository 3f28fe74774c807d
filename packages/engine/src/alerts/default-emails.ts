/** Security alerts that are serious are sent by email to those who manage security, until someone decides otherwise. */
import type { AlertRule } from '@kept/domain/alert.ts'
import { alertSeverities } from '@kept/domain/alert-labels.ts'
import { type Matchable, matches, type RuleCriteria } from './matches.ts'
import type { PlannableChannel } from './plan.ts'

export const defaultEmails = { kinds: ['security'], min_severity: 'high' } as const satisfies Pick<
  AlertRule,
  'kinds' | 'min_severity'
>

/** The serious events that no rule of the organization sends to a channel that is on. */
export function eventsForDefaultEmails<Event extends Matchable>(
  events: readonly Event[],
  rules: readonly (RuleCriteria & Pick<AlertRule, 'channels'>)[],
  channels: readonly Pick<PlannableChannel, 'id' | 'enabled'>[],
): Event[] {
  const isOn = (id: string) => channels.some((channel) => channel.id === id && channel.enabled)
  const sendingRules = rules.filter((rule) => rule.channels.some(isOn))
  return events.filter((event) => isSerious(event) && !sendingRules.some((rule) => matches(rule, event)))
}

function isSerious({ kind, severity }: Matchable): boolean {
  return kind === 'security' && alertSeverities.indexOf(severity) >= alertSeverities.indexOf(defaultEmails.min_severity)
}
