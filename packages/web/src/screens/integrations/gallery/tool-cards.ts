/** The cards of tools: where notifications and tickets go, and where telemetry and activity come from. */
import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { ChannelKind } from '@kept/domain/alert-labels.ts'
import type { BehaviorHook } from '@kept/domain/behavior-hook.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { formatAgo } from '@kept/ui/format/moment.ts'
import type { Integration } from './integration.ts'

export interface ToolCard extends Integration {
  /** Where it is set up. */
  path: string
  tab?: string
  /** The verb on its button. */
  act: string
}

const channels: readonly { kind: ChannelKind; title: string; adds: string; keywords: string }[] = [
  { kind: 'slack', title: 'Slack', adds: 'Sends alerts and digests to a channel.', keywords: 'chat' },
  { kind: 'teams', title: 'Microsoft Teams', adds: 'Sends alerts and digests to a channel.', keywords: 'chat' },
  { kind: 'jira', title: 'Jira', adds: 'Opens one issue for each incident.', keywords: 'atlassian tickets' },
  {
    ...{ kind: 'github', title: 'GitHub issues', keywords: 'tickets pull requests terraform' },
    adds: 'Opens one issue for each incident, and pull requests for recommendations.',
  },
  {
    ...{ kind: 'gitlab', title: 'GitLab issues', keywords: 'tickets merge requests terraform' },
    adds: 'Opens one issue for each incident, and merge requests for recommendations.',
  },
  { kind: 'email', title: 'Email', adds: 'Sends alerts and digests to people.', keywords: 'mail smtp' },
  { kind: 'webhook', title: 'Webhooks', adds: 'Sends every alert as signed JSON.', keywords: 'http json api' },
]

const hookTitles: Readonly<Record<BehaviorHook['kind'], string>> = {
  github: 'GitHub activity',
  gitlab: 'GitLab activity',
  coder: 'Coder activity',
  codespaces: 'GitHub Codespaces activity',
  gitpod: 'Gitpod activity',
}

export function channelCards(existing: readonly AlertChannel[]): ToolCard[] {
  return channels.map(({ kind, title, adds, keywords }) => {
    const own = existing.filter(({ settings }) => settings.kind === kind)
    const active = own.filter(({ enabled }) => enabled)
    const state = own.length === 0 ? 'available' : active.length === 0 ? 'paused' : 'connected'
    return {
      id: `channel-${kind}`,
      title,
      scope: own.length === 0 ? 'Not connected' : counted(own.length, 'channel'),
      state,
      stateLabel: { available: 'Available', paused: 'Paused', connected: 'Connected' }[state],
      sentence: adds,
      health: own.length === 0 ? '' : own.map(({ name }) => name).join(', '),
      keywords: `${keywords} notifications alerts`,
      path: '/alerts',
      tab: 'channels',
      act: own.length === 0 ? 'Connect' : 'Open',
    }
  })
}

export function activityCards(hooks: readonly BehaviorHook[], nowMs: number): ToolCard[] {
  return keysOf(hookTitles).map((kind) => {
    const own = hooks.filter((hook) => hook.kind === kind)
    const last =
      own
        .map(({ last_delivery_at }) => last_delivery_at ?? '')
        .sort()
        .at(-1) ?? ''
    const refused = own.find(
      ({ last_refused_at, last_delivery_at }) => (last_refused_at ?? '') > (last_delivery_at ?? ''),
    )
    const state = own.length === 0 ? 'available' : refused ? 'action_needed' : 'connected'
    return {
      id: `activity-${kind}`,
      title: hookTitles[kind],
      scope: own.length === 0 ? 'Not connected' : counted(own.length, 'webhook'),
      state,
      stateLabel: { available: 'Available', action_needed: 'Action needed', connected: 'Connected' }[state],
      sentence: refused?.last_refusal || 'Shows when development environments are in use, for schedules.',
      health: last === '' ? (own.length > 0 ? 'Nothing received yet' : '') : `Received ${formatAgo(last, nowMs)}`,
      keywords: 'developer behavior environments usage events',
      path: '/behavior/setup',
      act: own.length === 0 ? 'Connect' : 'Open',
    }
  })
}

/** Telemetry needs no connection, only an API key. */
export const telemetryCard: ToolCard = {
  id: 'opentelemetry',
  title: 'OpenTelemetry',
  scope: 'Traces, metrics and logs',
  state: 'available',
  stateLabel: 'Available',
  sentence: 'Finds infinite loops. Point an OTLP exporter at Kept, with an API key that has the telemetry:write scope.',
  health: '',
  keywords: 'otel otlp spans collector jaeger zipkin datadog loops',
  path: '/loops',
  act: 'Open',
}
