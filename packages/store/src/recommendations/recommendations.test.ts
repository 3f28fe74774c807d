import { randomUUID } from 'node:crypto'
import type { RecommendationDraft, RuleEvaluation } from '@kept/domain/recommendation.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '../notifications/list.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type RecommendationDecisions, readDecisions } from './decisions.ts'
import { dismissRecommendation } from './dismiss.ts'
import { listRecommendations, listRuleOutcomes } from './list.ts'
import { reopenRecommendation } from './reopen.ts'
import { saveEvaluation } from './save-evaluation.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const draft = (overrides: Partial<RecommendationDraft> & { fingerprint: string }): RecommendationDraft => ({
  rule: 'idle-public-address',
  title: 'Unattached public IP address',
  summary: 'It was charged as unused.',
  provider: 'AWS',
  billing_account_id: '1',
  sub_account_id: '2',
  sub_account_name: 'shop',
  region: 'us-east-1',
  service: 'EC2',
  resource_id: overrides.fingerprint,
  resource_name: '',
  resource_type: '',
  currency: 'USD',
  monthly_savings: '3.6',
  monthly_savings_low: '3.6',
  monthly_savings_high: '3.6',
  monthly_cost: '3.6',
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  evidence: [{ label: 'Meter', value: 'ElasticIP:IdleAddress' }],
  steps: ['Release it.'],
  counted_in: '',
  ...overrides,
})
const outcome: RuleEvaluation = {
  rule: 'idle-public-address',
  recommendations: 1,
  evaluated_count: 3,
  skip_reasons: ['Because.'],
}

function save(
  recommendations: RecommendationDraft[],
  evaluatedAt: string,
  scope = world.scope,
  loadIds: string[] = [],
  decisions?: RecommendationDecisions,
) {
  return saveEvaluation(world.database, scope, {
    loadIds,
    decisions,
    recommendations,
    outcomes: [outcome],
    evaluatedAt: new Date(evaluatedAt),
    notifyNew: (newOnes) => ({ kind: 'recommendations', title: `${newOnes.length} new`, body: '', href: '/savings' }),
  })
}
const list = async (status: 'open' | 'dismissed' | 'gone' = 'open') =>
  (await listRecommendations(world.database, world.scope, { status })).recommendations

const [day1, day2, day3] = ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z', '2026-06-03T00:00:00.000Z'] as const

describe('recommendation lifecycle', () => {
  it('keeps its id and first day when it is found again, with updated values', async () => {
    expect(await save([draft({ fingerprint: 'a' })], day1)).toEqual({ created: 1, seenAgain: 0, gone: 0 })
    const [first] = await list()
    expect(await save([draft({ fingerprint: 'a', monthly_savings: '5', monthly_cost: '7' })], day2)).toEqual({
      created: 0,
      seenAgain: 1,
      gone: 0,
    })
    const [second] = await list()
    expect(second).toMatchObject({
      id: first?.id,
      first_seen_at: day1,
      last_seen_at: day2,
      monthly_savings: '5',
      monthly_cost: '7',
    })
  })

  it('resolves when it is not found, and reopens when it is found again', async () => {
    await save([draft({ fingerprint: 'a' })], day1)
    const [first] = await list()
    expect(await save([], day2)).toEqual({ created: 0, seenAgain: 0, gone: 1 })
    expect(await list()).toEqual([])
    expect(await list('gone')).toMatchObject([{ id: first?.id, last_seen_at: day1 }])
    await save([draft({ fingerprint: 'a' })], day3)
    expect(await list()).toMatchObject([{ id: first?.id, first_seen_at: day1, last_seen_at: day3 }])
  })

  it('is not overwritten by an evaluation from before a decision', async () => {
    const counted = draft({ fingerprint: 'a', rule: 'idle-public-address', monthly_savings: '5' })
    const option = draft({ fingerprint: 'b', rule: 'untagged-spend', monthly_savings: '3' })
    await save([counted, { ...option, counted_in: counted.rule }], day1)
    const [{ id } = { id: '' }] = await list()
    const actor = { actorName: 'Ada', now: new Date(day1) }
    await dismissRecommendation(world.database, world.scope, id, { reason: 'not now', until: '2026-07-01', ...actor })
    const decisions = await readDecisions(world.database, world.scope, new Date(day1))
    await reopenRecommendation(world.database, world.scope, id, actor)
    // What the rules found while the first one was snoozed: its option counts instead.
    const stale = [counted, option]
    expect(await save(stale, day1, world.scope, [], decisions)).toBeUndefined()
    expect((await list()).map(({ rule }) => rule)).toEqual(['idle-public-address'])
  })

  it('stays dismissed, also after it was resolved, until a user reopens it', async () => {
    await save([draft({ fingerprint: 'a' })], day1)
    const [{ id } = { id: '' }] = await list()
    expect(
      await dismissRecommendation(world.database, world.scope, id, {
        reason: 'kept for the failover',
        actorName: 'Ada',
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
    expect(
      await reopenRecommendation(world.database, world.scope, id, { actorName: 'Ada', now: new Date() }),
    ).toMatchObject({
      status: 'open',
      dismissed_reason: '',
    })
    await expect(
      reopenRecommendation(world.database, world.scope, id, { actorName: 'Ada', now: new Date() }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('notifies users once about new recommendations', async () => {
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
        draft({
          fingerprint: 'small',
          monthly_savings: '0.123456',
          monthly_savings_low: '0',
          monthly_savings_high: '1',
        }),
        draft({
          fingerprint: 'large',
          monthly_savings: '100',
          monthly_savings_high: '120',
          monthly_cost: '500',
          rule: 'other',
          risk: 'high',
        }),
        draft({ fingerprint: 'shadow', monthly_savings: '90', counted_in: 'other' }),
        draft({
          fingerprint: 'unknown',
          monthly_savings: null,
          monthly_savings_low: null,
          monthly_savings_high: null,
          monthly_cost: '900',
        }),
        draft({ fingerprint: 'euro', monthly_savings: '7', currency: 'EUR' }),
      ],
      day1,
    )
  })

  it('sorts the largest saving first and those without an estimate last', async () => {
    expect((await list()).map(({ resource_id }) => resource_id)).toEqual(['large', 'euro', 'small', 'unknown'])
  })

  it('adds up each currency exactly, and no money twice', async () => {
    const { totals } = await listRecommendations(world.database, world.scope, { status: 'open' })
    expect(totals).toEqual([
      { currency: 'USD', monthly_savings: '100.123456', low: '3.6', high: '121' },
      { currency: 'EUR', monthly_savings: '7', low: '3.6', high: '3.6' },
    ])
  })

  it('filters by rule, minimum saving and risk, including totals', async () => {
    const listBy = async (filter: object) => {
      const { recommendations, totals } = await listRecommendations(world.database, world.scope, {
        status: 'open',
        ...filter,
      })
      return [recommendations.map(({ resource_id }) => resource_id), totals.length]
    }
    expect(await listBy({ rules: ['other'] })).toEqual([['large'], 1])
    expect(await listBy({ rules: [] })).toEqual([[], 0])
    expect(await listBy({ minSaving: '7' })).toEqual([['large', 'euro'], 2])
    expect(await listBy({ risk: 'high' })).toEqual([['large'], 1])
  })

  it('shows nothing to another organization, and rejects its changes', async () => {
    const { recommendations } = await listRecommendations(world.database, world.otherScope, { status: 'open' })
    expect(recommendations).toEqual([])
    const [{ id } = { id: '' }] = await list()
    const notThere = { code: 'not_found' }
    await expect(
      dismissRecommendation(world.database, world.otherScope, id, { reason: 'x', actorName: 'Ada', now: new Date() }),
    ).rejects.toMatchObject(notThere)
    await expect(
      reopenRecommendation(world.database, world.otherScope, id, { actorName: 'Ada', now: new Date() }),
    ).rejects.toMatchObject(notThere)
    await expect(
      dismissRecommendation(world.database, world.scope, randomUUID(), {
        reason: 'x',
        actorName: 'Ada',
        now: new Date(),
      }),
    ).rejects.toMatchObject(notThere)
    await save([], day2, world.otherScope)
    expect(await list()).toHaveLength(4)
  })

  it('stores the result and time of each rule', async () => {
    expect(await listRuleOutcomes(world.database, world.scope)).toEqual({ outcomes: [outcome], evaluatedAt: day1 })
    expect(await listRuleOutcomes(world.database, world.otherScope)).toEqual({ outcomes: [], evaluatedAt: null })
  })
})
