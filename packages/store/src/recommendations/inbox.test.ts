/** What a snoozed recommendation does on its day, and what a reader is told since the last visit. */
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recommendationDraft as draft } from '../testing/recommendation-draft.ts'
import { openWorld, type World } from '../testing/world.ts'
import { dismissRecommendation } from './dismiss.ts'
import { listRecommendations } from './list.ts'
import { saveEvaluation } from './save-evaluation.ts'
import { isDetectedBefore, listChangesSince, recordRecommendationVisit } from './visits.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

async function evaluate(evaluatedAt: Date, ...drafts: RecommendationDraft[]): Promise<void> {
  await saveEvaluation(world.database, world.scope, {
    ...{ loadIds: [], recommendations: drafts, outcomes: [], evaluatedAt, notifyNew: () => undefined },
  })
}

const day = (date: number, time = '08:00') => new Date(`2026-11-${date}T${time}:00Z`)

async function openIds(): Promise<string[]> {
  const { recommendations } = await listRecommendations(world.database, world.scope, { status: 'open' })
  return recommendations.map(({ id }) => id)
}

it('opens a snoozed recommendation again on its day', async () => {
  await evaluate(day(10), draft('i-1'))
  const [id = ''] = await openIds()
  const snoozed = await dismissRecommendation(world.database, world.scope, id, {
    ...{ reason: '', until: '2026-11-12', actorName: 'Ana', now: day(10) },
  })
  expect(snoozed.status).toBe('snoozed')
  await evaluate(day(11), draft('i-1'))
  expect(await openIds()).toEqual([])
  await evaluate(day(12), draft('i-1'))
  expect(await openIds()).toEqual([id])
})

it('tells what changed since the last visit, which ends after half an hour', async () => {
  const { database, scope } = world
  const visit = (now: Date, reader = 'ana') => recordRecommendationVisit(database, scope, { reader, now })
  await evaluate(day(10), draft('i-1'), draft('i-2'))
  expect(await visit(day(10))).toBeNull()
  expect(await visit(day(10, '08:20'))).toBeNull()
  await evaluate(day(12), draft('i-1'), draft('i-2'), draft('i-3', { monthly_savings: '7.5' }))
  const { recommendations } = await listRecommendations(database, scope, { status: 'open' })
  const second = recommendations.find(({ resource_id }) => resource_id === 'i-2')
  await dismissRecommendation(database, scope, second?.id ?? '', { reason: 'Needed', actorName: 'Ana', now: day(12) })
  await evaluate(day(12, '09:00'), draft('i-2'), draft('i-3', { monthly_savings: '7.5' }))
  const since = await visit(day(12, '10:00'))
  expect(since).toEqual(day(10, '08:20'))
  expect(await visit(day(12, '10:10'))).toEqual(since)
  expect(await visit(day(12, '10:10'), 'ben')).toBeNull()
  const changes = await listChangesSince(database, scope, since ?? day(10))
  const usd = (monthly_savings: string) => [{ currency: 'USD', monthly_savings }]
  expect(changes.toSorted((a, b) => (a.status < b.status ? -1 : 1))).toEqual([
    { status: 'dismissed', count: 1, totals: usd('10') },
    { status: 'gone', count: 1, totals: usd('10') },
    { status: 'open', count: 1, totals: usd('7.5') },
  ])
  expect(await listChangesSince(database, world.otherScope, day(10))).toEqual([])
  expect([await isDetectedBefore(database, scope, day(10)), await isDetectedBefore(database, scope, day(11))]).toEqual([
    false,
    true,
  ])
})
