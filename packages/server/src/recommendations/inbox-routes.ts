/** Routes of the recommendations as an inbox: bulk decisions, owners, comments, and what is new. */

import type { DecisionInput } from '@kept/contract/routes/cost-optimization.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Recommendation, RecommendationOwner } from '@kept/domain/recommendation.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { assignRecommendation } from '@kept/store/recommendations/assign.ts'
import { addComment, deleteComment, listComments } from '@kept/store/recommendations/comments.ts'
import { dismissRecommendation } from '@kept/store/recommendations/dismiss.ts'
import { moveOneRecommendation } from '@kept/store/recommendations/move.ts'
import { listOwners } from '@kept/store/recommendations/owners.ts'
import { reopenRecommendation } from '@kept/store/recommendations/reopen.ts'
import { isDetectedBefore, listChangesSince, recordRecommendationVisit } from '@kept/store/recommendations/visits.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { evaluateAgain } from './evaluate-again.ts'
import { subcategoryOf } from './recommendation-kinds.ts'

/** All visits of the demo share its recommendations, and each may change only so many. */
const maxInDemo = 20
/** What a visitor of the demo, who has no earlier visit, is shown as new. */
const demoDays = 7

export const inboxRoutes = {
  owners: routes.costOptimization.owners.handler(async ({ context: { services, scope } }) => ({
    data: await listOwners(services.state.database, scope),
  })),
  decide: routes.costOptimization.decide.handler(async ({ context, input }) => {
    if (context.me.organization.demo && input.ids.length > maxInDemo)
      throw badInput(`In the demo you can decide on ${maxInDemo} recommendations at once. Select fewer.`)
    const owner = await chosenOwner(context, input)
    const changed: Recommendation[] = []
    const unchanged: { id: string; error: string }[] = []
    for (const id of new Set(input.ids)) {
      try {
        changed.push(await decideOn(context, id, input, owner))
      } catch (error) {
        if (!(error instanceof KeptError)) throw error
        unchanged.push({ id, error: error.message })
      }
    }
    if (changed.length > 0 && input.decision !== 'assign') await evaluateAgain(context.services, context.scope)
    return { data: { changed, unchanged } }
  }),
  visit: routes.costOptimization.visit.handler(async ({ context: { services, scope, me, session } }) => {
    const now = services.now()
    const { database } = services.state
    const isDemo = session?.kind === 'demo'
    const since = isDemo
      ? new Date(now.getTime() - demoDays * dayMs)
      : await recordRecommendationVisit(database, scope, { reader: me.user.id, now })
    // A demo that is younger would mark all of it as new.
    if (since === null || (isDemo && !(await isDetectedBefore(database, scope, since))))
      return { data: { since: null, changes: [] } }
    return { data: { since: since.toISOString(), changes: await listChangesSince(database, scope, since) } }
  }),
  comments: routes.costOptimization.comments.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await listComments(services.state.database, scope, input.id, me.user.id),
  })),
  addComment: routes.costOptimization.addComment.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await addComment(services.state.database, scope, {
      recommendationId: input.id,
      author: me.user.id,
      authorName: me.user.full_name || me.user.email,
      body: input.body,
      now: services.now(),
    }),
  })),
  deleteComment: routes.costOptimization.deleteComment.handler(async ({ context: { services, scope, me }, input }) => {
    await deleteComment(services.state.database, scope, input.id, me.user.id)
    return { data: {} }
  }),
}

/** The caller as an owner. */
export function ownerFrom({ user }: SignedInContext['me']): RecommendationOwner {
  return { type: 'person', id: user.id, name: user.full_name || user.email }
}

/** The owner named in the request; undefined when it names none. Throws for someone who is not of the organization. */
async function chosenOwner(
  { services, scope }: SignedInContext,
  { owner }: DecisionInput,
): Promise<RecommendationOwner | undefined> {
  if (!owner) return undefined
  const owners = await listOwners(services.state.database, scope)
  const chosen = owners.find(({ type, id }) => type === owner.type && id === owner.id)
  if (!chosen) throw badInput('This owner is not in your organization. Choose a person or a team from the list.')
  return chosen
}

async function decideOn(
  { services, scope, me }: SignedInContext,
  id: string,
  { decision, due_on, reason, until }: DecisionInput,
  owner: RecommendationOwner | undefined,
): Promise<Recommendation> {
  const { database } = services.state
  const actor = { actorName: me.user.full_name, now: services.now() }
  const isSameKind = (rule: string, other: string) => subcategoryOf(rule) === subcategoryOf(other)
  switch (decision) {
    case 'accept':
      return moveOneRecommendation(database, scope, {
        ...{ id, move: 'accept', owner: owner ?? ownerFrom(me), due_on: due_on ?? null },
        ...actor,
      })
    case 'assign':
      return assignRecommendation(database, scope, id, { owner: owner ?? null, ...actor })
    case 'dismiss':
      if (!reason) throw badInput('Dismissing needs a reason.')
      return dismissRecommendation(database, scope, id, { reason, until: null, isSameKind, ...actor })
    case 'snooze':
      if (!until) throw badInput('Snoozing needs the day on which the recommendation reopens.')
      return dismissRecommendation(database, scope, id, { reason: reason ?? '', until, isSameKind, ...actor })
    case 'reopen':
      return reopenRecommendation(database, scope, id, actor)
  }
}
