import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { describe, expect, it } from 'vitest'
import { reachOf, sentenceOfConnection, stateLabel, unitCounts } from './connection-text.ts'

const run = {
  id: '7f3a0b52-2c6c-4f53-9f1c-52f6a8f0a001',
  started_by: 'schedule',
  started_at: '2026-11-22T10:00:00.000Z',
  finished_at: null,
  units: 200,
  complete_units: 85,
  resources: 0,
  removed: 0,
  points: 0,
  requests: 0,
  api_cost: '0',
  error: '',
}
const connection: SyncConnection = {
  id: '7f3a0b52-2c6c-4f53-9f1c-52f6a8f0a002',
  kind: 'aws',
  name: 'AWS',
  location: 'all regions',
  state: 'connected',
  account_id: '123456789012',
  role_arn: '',
  external_id: 'kept-1',
  regions: [],
  export_address: '',
  access_method: 'keys',
  access_changed_at: '2026-11-22T10:00:00.000Z',
  capabilities: [],
  checked_at: '2026-11-22T10:00:00.000Z',
  error: '',
  paused_at: null,
  next_run_at: '2026-11-22T16:00:00.000Z',
  created_by: 'Ana',
  created_at: '2026-11-22T10:00:00.000Z',
  accounts: 2,
  resources: 1204,
  units: { complete: 20, denied: 2 },
  last_run: { ...run, finished_at: '2026-11-22T10:01:00.000Z' },
  api_cost_limit: '25.00',
  api_cost_this_month: '0',
}

describe('stateLabel', () => {
  it('shows how far a run is', () => {
    expect(stateLabel({ state: 'syncing', last_run: run })).toBe('Syncing 42%')
    expect(stateLabel({ state: 'syncing', last_run: { ...run, units: 0 } })).toBe('Syncing')
    expect(stateLabel(connection)).toBe('Connected')
  })
})

describe('sentenceOfConnection', () => {
  it('asks for credentials before it promises a sync', () => {
    const created = { ...connection, account_id: '', access_method: null, resources: 0, last_run: null }
    for (const kind of ['aws', 'azure'] as const)
      expect(sentenceOfConnection({ ...created, kind })).toBe('Grant access, then enter the credentials.')
    const starting = 'The first sync starts within a minute.'
    expect(sentenceOfConnection({ ...created, access_method: 'role' })).toBe(starting)
    expect(sentenceOfConnection({ ...created, account_id: 'tenant' })).toBe(starting)
  })

  it('says the error first, then a missing permission, then what was found', () => {
    expect(sentenceOfConnection({ ...connection, error: 'The credentials have expired. Enter new ones.' })).toBe(
      'The credentials have expired. Enter new ones.',
    )
    const missing = {
      dataset: 'rds' as const,
      unlocks: '',
      state: 'missing' as const,
      actions: [],
      missing: ['rds:DescribeDBInstances', 'ecs:ListClusters'],
      statement: '',
      reason: '',
    }
    expect(sentenceOfConnection({ ...connection, capabilities: [missing] })).toBe(
      'Missing rds:DescribeDBInstances and 1 more. Kept reads the rest.',
    )
    expect(sentenceOfConnection(connection)).toBe('1,204 resources in the inventory.')
  })
})

describe('reachOf and unitCounts', () => {
  it('count accounts and units, problems first', () => {
    expect(reachOf(connection)).toBe('2 accounts, 22 units')
    expect(unitCounts(connection)).toEqual([
      { label: 'Denied', count: 2 },
      { label: 'Complete', count: 20 },
    ])
  })
})
