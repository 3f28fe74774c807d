import { describe, expect, it } from 'vitest'
import { filterOptions, type Integration, selectIntegrations } from './integration.ts'

const card = (change: Partial<Integration>): Integration => ({
  id: '1',
  title: 'Azure',
  scope: '2 subscriptions, 14 units',
  state: 'connected',
  stateLabel: 'Connected',
  sentence: '120 resources in the inventory.',
  health: '',
  keywords: 'microsoft',
  ...change,
})
const cards = [card({}), card({ id: '2', title: 'Slack', state: 'available', keywords: 'chat' })]

describe('selectIntegrations', () => {
  it('finds by every word of the search', () => {
    expect(selectIntegrations(cards, { filter: 'all', search: 'MICROSOFT resources' })).toEqual([cards[0]])
    expect(selectIntegrations(cards, { filter: 'all', search: 'microsoft chat' })).toEqual([])
    expect(selectIntegrations(cards, { filter: 'available', search: '' })).toEqual([cards[1]])
  })
})

describe('filterOptions', () => {
  it('counts the states that occur, and keeps the chosen one', () => {
    expect(filterOptions(cards, 'all').map(({ label }) => label)).toEqual(['All 2', 'Connected 1', 'Available 1'])
    expect(filterOptions(cards, 'paused').map(({ label }) => label)).toContain('Paused 0')
  })
})
