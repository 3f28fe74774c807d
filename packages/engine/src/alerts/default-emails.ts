/** Security alerts that are serious are sent by email to those who manage security, until someone decides otherwise. */
import type { AlertEvent, AlertRule } from '@kept/domain/alert.ts'
import { alertSeverities } from '@kept/domain/alert-labels.ts'
import type { PlannableChannel } from './plan.ts'

export const defaultEmails = { kinds: ['security'], min_severity: 'high' } as const satisfies Pick<
  AlertRule,
  'kinds' | 'min_severity'
>

/** Whether one of the events is serious, and no rule of the organization sends such events to a channel that is on. */
export function needsDefaultEmails(
  events: readonly Pick<AlertEvent, 'kind' | 'severity'>[],
  rules: readonly Pick<AlertRule, 'enabled' | 'kinds' | 'channels'>[],
  channels: readonly Pick<PlannableChannel, 'id' | 'enabled'>[],
): boolean {
  const isSerious = ({ kind, severity }: Pick<AlertEvent, 'kind' | 'severity'>) =>
    kind === 'security' && alertSeverities.indexOf(severity) >= alertSeverities.indexOf(defaultEmails.min_severity)
  const reaches = (id: string) => channels.some((channel) => channel.id === id && channel.enabled)
  return (
    events.some(isSerious) &&
    !rules.some((rule) => rule.enabled && rule.kinds.includes('security') && rule.channels.some(reaches))
  )
}
