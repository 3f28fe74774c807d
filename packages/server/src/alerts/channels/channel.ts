/** What every kind of channel is: a way to send a message, and to say in one sentence how that went. */
import type { AlertEvent, ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'
import type { ChannelKind } from '@kept/domain/alert-words.ts'
import type { Services } from '../../platform/context.ts'

export interface Message {
  /** The delivery's: the same at each try, so that a receiver can tell a repetition. */
  id: string
  kind: 'alert' | 'digest' | 'test'
  title: string
  organization: { id: string; name: string }
  /** Empty for digests and tests. */
  thread: string
  /** What the receiver calls the incident, when it was told of it before. */
  external: string | null
  events: readonly (AlertEvent & { url: string })[]
  rules: readonly string[]
  owners: readonly string[]
  /** What somebody asked for themselves, and nobody's rule. */
  own: boolean
  /** Where alerts are set up in this Kept. */
  url: string
  attempt: number
}

export type Sent =
  | { what: 'taken'; status: number | null; sentence: string; external?: string | null }
  | { what: 'again'; status: number | null; sentence: string; waitMs: number | null }
  | { what: 'given_up'; status: number | null; sentence: string; gone?: boolean }

export type ChannelDoors = Pick<Services, 'config' | 'mail' | 'now' | 'origin'>

export interface ChannelWay<Kind extends ChannelKind> {
  kind: Kind
  send(message: Message, to: { settings: SettingsOf<Kind>; secret: ChannelSecret }, doors: ChannelDoors): Promise<Sent>
}

export function defineChannel<Kind extends ChannelKind>(way: ChannelWay<Kind>): ChannelWay<Kind> {
  return way
}
