import type { SyncUnit } from '@kept/domain/sync/unit.ts'
import { describe, expect, it } from 'vitest'
import { gridOf, problemsOf, statesIn } from './unit-grid.ts'

const unit = (change: Partial<SyncUnit>): SyncUnit => ({
  id: '7f3a0b52-2c6c-4f53-9f1c-52f6a8f0a001',
  account_id: '1',
  account_name: 'shop',
  region: 'eu-west-1',
  dataset: 'ec2',
  state: 'complete',
  reason: '',
  missing_action: '',
  resources: 0,
  throttled_until: null,
  completed_at: null,
  updated_at: '2026-11-22T10:00:00.000Z',
  ...change,
})

describe('gridOf', () => {
  it('shows the worst state of an account and region, and accounts with problems first', () => {
    const { regions, rows } = gridOf([
      unit({}),
      unit({ dataset: 'rds', region: 'us-east-1', state: 'not_enabled' }),
      unit({ account_id: '2', account_name: 'lab' }),
      unit({ account_id: '2', dataset: 'rds', state: 'denied' }),
    ])
    expect(regions).toEqual(['eu-west-1', 'us-east-1'])
    expect(rows.map(({ accountId, cells }) => [accountId, cells.map(({ state }) => state)])).toEqual([
      ['2', ['denied']],
      ['1', ['complete', 'not_enabled']],
    ])
  })
})

describe('problemsOf', () => {
  it('lists what needs a person', () => {
    expect(problemsOf([unit({}), unit({ state: 'partial' }), unit({ state: 'not_enabled' })])).toHaveLength(1)
  })

  it('lists one reason of an account once, with its units', () => {
    const denied = { state: 'denied', reason: 'The role refused.', missing_action: 'sts:AssumeRole' } as const
    const problems = problemsOf([
      unit(denied),
      unit({ ...denied, dataset: 'rds' }),
      unit({ ...denied, account_id: '2', account_name: '' }),
      unit({ state: 'throttled', reason: 'AWS limits the requests.' }),
    ])
    expect(problems.map(({ account, reason, units }) => [account, reason, units.length])).toEqual([
      ['shop', 'The role refused.', 2],
      ['2', 'The role refused.', 1],
      ['shop', 'AWS limits the requests.', 1],
    ])
  })
})

describe('statesIn', () => {
  it('names each state once, the worst first', () => {
    expect(statesIn([unit({}), unit({ state: 'denied' }), unit({})])).toEqual(['denied', 'complete'])
  })
})
