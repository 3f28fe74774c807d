/** A card of the Integration Center: a cloud or a tool, connected or not. */

import { keysOf } from '@kept/foundation/keys.ts'
export type IntegrationState = 'connected' | 'syncing' | 'action_needed' | 'paused' | 'available'

export interface Integration {
  /** Unique in the gallery. */
  id: string
  title: string
  /** "3 accounts, 12 units", "2 channels", "Not connected". */
  scope: string
  state: IntegrationState
  /** "Syncing 42%" */
  stateLabel: string
  /** What was found, what is missing, or what it adds. */
  sentence: string
  /** "Synced 4 min ago" */
  health: string
  keywords: string
}

const stateNames: Readonly<Record<IntegrationState, string>> = {
  connected: 'Connected',
  action_needed: 'Action needed',
  syncing: 'Syncing',
  paused: 'Paused',
  available: 'Available',
}

export type IntegrationFilter = 'all' | IntegrationState

/** All words of the search, anywhere in the card. */
export function selectIntegrations<Item extends Integration>(
  integrations: readonly Item[],
  { filter, search }: { filter: IntegrationFilter; search: string },
): Item[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean)
  return integrations.filter((integration) => {
    const text =
      `${integration.title} ${integration.scope} ${integration.sentence} ${integration.keywords}`.toLowerCase()
    return (filter === 'all' || integration.state === filter) && terms.every((term) => text.includes(term))
  })
}

/** "All 9", "Connected 2": only the states that occur, and the one that is chosen. */
export function filterOptions(
  integrations: readonly Integration[],
  chosen: IntegrationFilter,
): { value: IntegrationFilter; label: string }[] {
  const states = keysOf(stateNames).flatMap((state) => {
    const count = integrations.filter((integration) => integration.state === state).length
    return count > 0 || state === chosen ? [{ value: state, label: `${stateNames[state]} ${count}` }] : []
  })
  return [{ value: 'all', label: `All ${integrations.length}` }, ...states]
}
