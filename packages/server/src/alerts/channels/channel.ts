/** The interface of a channel type: sends a message and reports the result in one sentence. */
import type { AlertEvent, ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'
import type { ChannelKind } from '@kept/domain/alert-labels.ts'
import type { Services } from '../../platform/context.ts'
import type { Posted } from '../../platform/outbound-post.ts'

export interface Message {
  /** The delivery id. It stays the same across retries, so a receiver can drop repetitions. */
  id: string
  kind: 'alert' | 'digest' | 'test'
  title: string
  organization: { id: string; name: string }
  /** Empty for digests and tests. */
  thread: string
  /** The receiver's id of the incident, from an earlier message. */
  external: string | null
  events: readonly (AlertEvent & { url: string })[]
  rules: readonly string[]
  owners: readonly string[]
  /** A personal email notification instead of an alert rule. */
  isPersonal: boolean
  /** One that the user never asked for or declined. */
  isByDefault: boolean
  /** Link to the alert settings. */
  url: string
  attempt: number
}

export type Sent =
  | { outcome: 'taken'; status: number | null; sentence: string; external?: string | null }
  | { outcome: 'again'; status: number | null; sentence: string; waitMs: number | null }
  | { outcome: 'given_up'; status: number | null; sentence: string; gone?: boolean }

export type ChannelDeps = Pick<Services, 'config' | 'mail' | 'now' | 'origin'>

export interface ChannelWay<Kind extends ChannelKind> {
  kind: Kind
  send(message: Message, to: { settings: SettingsOf<Kind>; secret: ChannelSecret }, deps: ChannelDeps): Promise<Sent>
}

export function defineChannel<Kind extends ChannelKind>(channel: ChannelWay<Kind>): ChannelWay<Kind> {
  return channel
}

/** The delivery result, for channels that add nothing to it. */
export function sentBy({ result, status }: Posted, successMessage: string): Sent {
  if (result.outcome === 'taken') return { outcome: 'taken', status, sentence: successMessage }
  return { ...result, status }
}
