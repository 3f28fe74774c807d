/** What a card and the page of a cloud connection say. */

import { isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { describeKind } from './cloud-kinds.ts'

type ConnectionState = SyncConnection['state']

/** The share of units that the run under way has completed, from 0 to 1. */
export function progressOf({ last_run: run }: Pick<SyncConnection, 'last_run'>): number | null {
  if (run === null || run.finished_at !== null || run.units === 0) return null
  return run.complete_units / run.units
}

export function stateLabel(connection: Pick<SyncConnection, 'state' | 'last_run'>): string {
  const labels: Record<ConnectionState, string> = {
    new: 'Not checked yet',
    connected: 'Connected',
    syncing: 'Syncing',
    action_needed: 'Action needed',
    paused: 'Paused',
  }
  const progress = progressOf(connection)
  if (connection.state === 'syncing' && progress !== null) return `Syncing ${Math.floor(progress * 100)}%`
  return labels[connection.state]
}

/** "3 accounts, 12 units", or that nothing was read yet. */
export function reachOf({ kind, accounts, units }: Pick<SyncConnection, 'kind' | 'accounts' | 'units'>): string {
  const total = Object.values(units).reduce((sum, count) => sum + count, 0)
  if (total === 0) return 'Not read yet'
  const { account, unit } = describeKind(kind)
  return `${counted(accounts, account)}, ${counted(total, unit)}`
}

/** The one sentence of a card: what is missing, or what was found. */
export function sentenceOfConnection(connection: SyncConnection): string {
  if (connection.error !== '') return connection.error
  const missing = connection.capabilities.flatMap((capability) => capability.missing)
  const [first] = missing
  if (first !== undefined) {
    const others = missing.length > 1 ? ` and ${formatCount(missing.length - 1)} more` : ''
    return `Missing ${first}${others}. Kept reads the rest.`
  }
  if (isStorageKind(connection.kind)) return sentenceOfExports(connection)
  if (connection.resources === 0 && connection.last_run === null)
    return isWaiting(connection)
      ? 'Grant access, then enter the credentials.'
      : 'The first sync starts within a minute.'
  return `${counted(connection.resources, 'resource')} in the inventory.`
}

function sentenceOfExports({ units, last_run, export_address }: SyncConnection): string {
  if (last_run === null) return 'The first sync starts within a minute.'
  const waiting = units.partial ?? 0
  const complete = `${counted(units.complete ?? 0, 'month')} imported from ${export_address}.`
  return waiting > 0 ? `${complete} ${counted(waiting, 'month is', 'months are')} not complete.` : complete
}

/** A cloud without credentials: nothing starts. A simulated one has none, and an account. */
export function isWaiting({
  kind,
  access_method,
  account_id,
}: Pick<SyncConnection, 'kind' | 'access_method' | 'account_id'>): boolean {
  return !isStorageKind(kind) && access_method === null && account_id === ''
}

/** All states with their counts, those that need attention first. */
export function unitCounts({ units }: Pick<SyncConnection, 'units'>): { label: string; count: number }[] {
  const labels = {
    denied: 'Denied',
    partial: 'Partial',
    throttled: 'Throttled',
    running: 'Running',
    complete: 'Complete',
    not_enabled: 'Not enabled',
    new: 'New',
    ready: 'Ready',
    checking: 'Checking',
    disabled: 'Disabled',
  } as const satisfies Record<keyof typeof units, string>
  return keysOf(labels).flatMap((state) => {
    const count = units[state] ?? 0
    return count > 0 ? [{ label: labels[state], count }] : []
  })
}
