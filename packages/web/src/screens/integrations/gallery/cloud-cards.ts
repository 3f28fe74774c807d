/** The cards of clouds: one for each connection, and one for each cloud that can be connected. */
import { type CloudKind, type ConnectionKind, cloudKinds, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { clouds, describeKind, exportFolders } from '../clouds/cloud-kinds.ts'
import { reachOf, sentenceOfConnection, stateLabel } from '../clouds/connection-text.ts'
import { keyAgeSentence } from '../clouds/key-age.ts'
import type { Integration, IntegrationState } from './integration.ts'

export interface CloudCard extends Integration {
  kind: ConnectionKind
  /** What a card that offers to connect opens. */
  connect?: CloudKind | 'exports'
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
      sentence: sentenceOfCard(connection, nowMs),
      health: run?.finished_at ? `${run.error === '' ? 'Synced' : 'Tried'} ${formatAgo(run.finished_at, nowMs)}` : '',
      keywords: `${describeKind(kind).label} ${describeKind(kind).keywords}`,
    }
  })
  if (!mayConnect) return connected
  const available = cloudKinds.map((kind): CloudCard => {
    const { label, adds, keywords } = clouds[kind]
    const isFirst = !connections.some((connection) => connection.kind === kind)
    return {
      id: `connect-${kind}`,
      kind,
      connect: kind,
      title: isFirst ? label : `Another ${label} connection`,
      scope: isFirst ? 'Not connected' : '',
      state: 'available',
      stateLabel: 'Available',
      sentence: adds,
      health: '',
      keywords,
    }
  })
  const isFirstFolder = !connections.some(({ kind }) => isStorageKind(kind))
  const folders: CloudCard = {
    id: 'connect-exports',
    kind: 's3',
    connect: 'exports',
    title: isFirstFolder ? exportFolders.label : 'Another folder of exports',
    scope: isFirstFolder ? 'Not connected' : '',
    state: 'available',
    stateLabel: 'Available',
    sentence: exportFolders.adds,
    health: '',
    keywords: exportFolders.keywords,
  }
  return [...connected, ...available, folders]
}

/** An old key is said where nothing more urgent is. */
function sentenceOfCard(connection: SyncConnection, nowMs: number): string {
  const keyAge = connection.state === 'connected' ? keyAgeSentence(connection, nowMs) : undefined
  return keyAge ?? sentenceOfConnection(connection)
}
