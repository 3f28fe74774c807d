/** The cards of clouds: one for each connection, and one for each cloud that can be connected. */
import { type CloudKind, cloudKinds } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { clouds } from '../clouds/cloud-kinds.ts'
import { reachOf, sentenceOfConnection, stateLabel } from '../clouds/connection-text.ts'
import type { Integration, IntegrationState } from './integration.ts'

export interface CloudCard extends Integration {
  kind: CloudKind
  /** Undefined on a card that offers to connect. */
  connection?: SyncConnection
}

const states: Readonly<Record<SyncConnection['state'], IntegrationState>> = {
  new: 'action_needed',
  connected: 'connected',
  syncing: 'syncing',
  action_needed: 'action_needed',
  paused: 'paused',
}

export function cloudCards(connections: readonly SyncConnection[], mayConnect: boolean, nowMs: number): CloudCard[] {
  const connected = connections.map((connection): CloudCard => {
    const { id, kind, name, last_run: run } = connection
    return {
      id,
      kind,
      connection,
      title: name,
      scope: reachOf(connection),
      state: states[connection.state],
      stateLabel: stateLabel(connection),
      sentence: sentenceOfConnection(connection),
      health: run?.finished_at ? `${run.error === '' ? 'Synced' : 'Tried'} ${formatAgo(run.finished_at, nowMs)}` : '',
      keywords: `${clouds[kind].label} ${clouds[kind].keywords}`,
    }
  })
  if (!mayConnect) return connected
  const available = cloudKinds.map((kind): CloudCard => {
    const { label, adds, keywords } = clouds[kind]
    const isFirst = !connections.some((connection) => connection.kind === kind)
    return {
      id: `connect-${kind}`,
      kind,
      title: isFirst ? label : `Another ${label} connection`,
      scope: isFirst ? 'Not connected' : '',
      state: 'available',
      stateLabel: 'Available',
      sentence: adds,
      health: '',
      keywords,
    }
  })
  return [...connected, ...available]
}
