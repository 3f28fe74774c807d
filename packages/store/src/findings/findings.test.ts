import { randomUUID } from 'node:crypto'
import type { FindingDraft, RuleOutcome } from '@kept/domain/finding.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '../notifications/list.ts'
import { openWorld, type World } from '../testing/world.ts'
import { dismissFinding } from './dismiss.ts'
import { listFindings, listRuleOutcomes } from './list.ts'
import { reopenFinding } from './reopen.ts'
import { saveVerdict } from './save-verdict.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const draft = (own: Partial<FindingDraft> & { fingerprint: string }): FindingDraft => ({
  rule: 'idle-public-address',
  title: 'Public address attached to nothing',
  summary: 'It was charged as unused.',
  provider: 'AWS',
  billing_account_id: '1',
  sub_account_id: '2',
  sub_account_name: 'shop',
  region: 'us-east-1',
  service: 'EC2',
  resource_id: own.fingerprint,
  resource_name: '',
  resource_type: '',
  currency: 'USD',
  monthly_saving: '3.6',
  monthly_saving_low: '3.6',
  monthly_saving_high: '3.6',
  monthly_cost: '3.6',
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  evidence: [{ label: 'Meter', value: 'ElasticIP:IdleAddress' }],
  steps: ['Release it.'],
  counted_in: '',
  ...own,
})
const outcome: RuleOutcome = { rule: 'idle-public-address', findings: 1, looked_at: 3, why_not: ['Because.'] }

function save(findings: FindingDraft[], judgedAt: string, scope = world.scope, loadIds: string[] = []) {
  return saveVerdict(world.database, scope, {
    loadIds,
    findings,
    outcomes: [outcome],
    judgedAt: new Date(judgedAt),
    tell: (fresh) => ({ kind: 'findings', title: `${fresh.length} new`, body: '', href: '/savings' }),
  })
}
const list = async (status: 'open' | 'dismissed' | 'gone' = 'open') =>
  (await listFindings(world.database, world.scope, { status })).findings

const [day1, day2, day3] = ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z', '2026-06-03T00:00:00.000Z'] as const

describe('the life of a finding', () => {
  it('keeps its id and first day when it is found again, with what is seen now', async () => {
    expect(await save([draft({ fingerprint: 'a' })], day1)).toEqual({ fresh: 1, seenAgain: 0, gone: 0 })
    const [first] = await list()
    expect(await save([draft({ fingerprint: 'a', monthly_saving: '5', monthly_cost: '7' })], day2)).toEqual({
      fresh: 0,
      seenAgain: 1,
      gone: 0,
    })
    const [again] = await list()
    expect(again).toMatchObject({
      id: first?.id,
      first_seen_at: day1,
      last_seen_at: day2,
      monthly_saving: '5',
      monthly_cost: '7',
    })
  })

  it('is gone when it is not found, and is itself again when it comes back', async () => {
    await save([draft({ fingerprint: 'a' })], day1)
    const [first] = await list()
    expect(await save([], day2)).toEqual({ fresh: 0, seenAgain: 0, gone: 1 })
    expect(await list()).toEqual([])
    expect(await list('gone')).toMatchObject([{ id: first?.id, last_seen_at: day1 }])
    await save([draft({ fingerprint: 'a' })], day3)
    expect(await list()).toMatchObject([{ id: first?.id, first_seen_at: day1, last_seen_at: day3 }])
  })

  it('stays dismissed, also after it was gone, until somebody takes it back', async () => {
    await save([draft({ fingerprint: 'a' })], day1)
    const [{ id } = { id: '' }] = await list()
    expect(
      await dismissFinding(world.database, world.scope, id, {
        reason: 'kept for the failover',
        by: 'Ada',
        now: new Date(),
      }),
    ).toMatchObject({
      status: 'dismissed',
      dismissed_reason: 'kept for the failover',
    })
    await save([draft({ fingerprint: 'a' })], day2)
    expect(await list()).toEqual([])
    await save([], day2)
    await save([draft({ fingerprint: 'a' })], day3)
    expect(await list('dismissed')).toMatchObject([{ id, dismissed_reason: 'kept for the failover' }])
    expect(await reopenFinding(world.database, world.scope, id, { by: 'Ada', now: new Date() })).toMatchObject({
      status: 'open',
      dismissed_reason: '',
    })
    await expect(reopenFinding(world.database, world.scope, id, { by: 'Ada', now: new Date() })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('tells people once of what was not there before', async () => {
    await save([draft({ fingerprint: 'a' }), draft({ fingerprint: 'b' })], day1)
    await save([draft({ fingerprint: 'a' }), draft({ fingerprint: 'b' })], day2)
    await save([draft({ fingerprint: 'a' })], day2)
    await save([draft({ fingerprint: 'a' }), draft({ fingerprint: 'b' }), draft({ fingerprint: 'c' })], day3)
    const { notifications } = await listNotifications(world.database, world.scope, { reader: 'test', limit: 10 })
    expect(notifications.map(({ title }) => title).toSorted()).toEqual(['1 new', '2 new'])
  })

  it('writes nothing when the loads changed while the rules ran', async () => {
    expect(await save([draft({ fingerprint: 'a' })], day1, world.scope, ['a-load-that-is-not-current'])).toBeUndefined()
    expect(await list()).toEqual([])
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await save(
      [
        draft({ fingerprint: 'small', monthly_saving: '0.123456', monthly_saving_low: '0', monthly_saving_high: '1' }),
        draft({
          fingerprint: 'large',
          monthly_saving: '100',
          monthly_saving_high: '120',
          monthly_cost: '500',
          rule: 'other',
          risk: 'high',
        }),
        draft({ fingerprint: 'shadow', monthly_saving: '90', counted_in: 'other' }),
        draft({
          fingerprint: 'unknown',
          monthly_saving: null,
          monthly_saving_low: null,
          monthly_saving_high: null,
          monthly_cost: '900',
        }),
        draft({ fingerprint: 'euro', monthly_saving: '7', currency: 'EUR' }),
      ],
      day1,
    )
  })

  it('has the largest saving first and those without an estimate last', async () => {
    expect((await list()).map(({ resource_id }) => resource_id)).toEqual(['large', 'euro', 'small', 'unknown'])
  })

  it('adds each currency by itself, exactly, and no money twice', async () => {
    const { totals } = await listFindings(world.database, world.scope, { status: 'open' })
    expect(totals).toEqual([
      { currency: 'USD', monthly_saving: '100.123456', low: '3.6', high: '121' },
      { currency: 'EUR', monthly_saving: '7', low: '3.6', high: '3.6' },
    ])
  })

  it('filters by rule, least saving and risk, totals too', async () => {
    const by = async (filter: object) => {
      const { findings, totals } = await listFindings(world.database, world.scope, { status: 'open', ...filter })
      return [findings.map(({ resource_id }) => resource_id), totals.length]
    }
    expect(await by({ rules: ['other'] })).toEqual([['large'], 1])
    expect(await by({ rules: [] })).toEqual([[], 0])
    expect(await by({ leastSaving: '7' })).toEqual([['large', 'euro'], 2])
    expect(await by({ risk: 'high' })).toEqual([['large'], 1])
  })

  it('shows nobody else anything, and lets nobody else touch it', async () => {
    const { findings } = await listFindings(world.database, world.stranger, { status: 'open' })
    expect(findings).toEqual([])
    const [{ id } = { id: '' }] = await list()
    const notThere = { code: 'not_found' }
    await expect(
      dismissFinding(world.database, world.stranger, id, { reason: 'x', by: 'Ada', now: new Date() }),
    ).rejects.toMatchObject(notThere)
    await expect(
      reopenFinding(world.database, world.stranger, id, { by: 'Ada', now: new Date() }),
    ).rejects.toMatchObject(notThere)
    await expect(
      dismissFinding(world.database, world.scope, randomUUID(), { reason: 'x', by: 'Ada', now: new Date() }),
    ).rejects.toMatchObject(notThere)
    await save([], day2, world.stranger)
    expect(await list()).toHaveLength(4)
  })

  it('holds what each rule said, and when', async () => {
    expect(await listRuleOutcomes(world.database, world.scope)).toEqual({ outcomes: [outcome], judgedAt: day1 })
    expect(await listRuleOutcomes(world.database, world.stranger)).toEqual({ outcomes: [], judgedAt: null })
  })
})
