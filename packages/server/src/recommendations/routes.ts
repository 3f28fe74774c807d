import type { FailingCheck } from '@kept/contract/routes/cost-optimization.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { describeRule } from '@kept/engine/rules/define-rule.ts'
import { failingOf } from '@kept/engine/security/scans/also-saves.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { dismissRecommendation } from '@kept/store/recommendations/dismiss.ts'
import { getRecommendation } from '@kept/store/recommendations/get.ts'
import { listRecommendations, listRuleOutcomes } from '@kept/store/recommendations/list.ts'
import { listRecommendationTransitions, moveOneRecommendation } from '@kept/store/recommendations/move.ts'
import { reopenRecommendation } from '@kept/store/recommendations/reopen.ts'
import { lastScans, listScanResults } from '@kept/store/security/scans.ts'
import { splitEstimate } from '../commission/public/fee-of-estimate.ts'
import { isAdmitted } from '../platform/guard.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { evaluateAgain } from './evaluate-again.ts'
import { inboxRoutes, ownerFrom } from './inbox-routes.ts'
import { rulesOfTypes, subcategoryOf } from './recommendation-kinds.ts'

/** What the resource fails in the last completed scan of clouds. */
async function listFailingChecks(tx: ScopedTransaction, resource: Recommendation): Promise<FailingCheck[]> {
  const scan = (await lastScans(tx)).find(({ kind }) => kind === 'cloud')
  if (!scan || resource.resource_id === '') return []
  const failing = failingOf(await listScanResults(tx, scan.id), resource)
  return failing.map(({ check_id, title, severity }) => ({ scan_id: scan.id, check_id, title, severity }))
}

const rules = allRules.map(describeRule)

export const recommendations = {
  recommendations: routes.costOptimization.recommendations.handler(
    async ({ context: { services, scope, me }, input }) => {
      requireRequestedOrganization(input.organization_id, me)
      const { database } = services.state
      const { recommendations, totals, counts } = await listRecommendations(database, scope, {
        status: input.status,
        rules: rulesOfTypes(input.recommendation_types),
        minSaving: input.min_savings === undefined ? undefined : decimal(input.min_savings),
        risk: input.risk,
      })
      const { outcomes, evaluatedAt } = await listRuleOutcomes(database, scope)
      const split = await Promise.all(
        totals.map(async (total) => ({ ...total, split: await splitEstimate(database, scope, services.now(), total) })),
      )
      return { data: recommendations, meta: { totals: split, outcomes, rules, evaluated_at: evaluatedAt, counts } }
    },
  ),
  recommendation: routes.costOptimization.recommendation.handler(async ({ context, input }) => {
    const { services, scope } = context
    const recommendation = await getRecommendation(services.state.database, scope, input.id)
    if (!isAdmitted(context, 'security:read')) return { data: recommendation }
    const failing_checks = await services.state.database.scoped(scope, (tx) => listFailingChecks(tx, recommendation))
    return { data: { ...recommendation, failing_checks } }
  }),
  accept: routes.costOptimization.accept.handler(async ({ context: { services, scope, me }, input }) => {
    const data = await moveOneRecommendation(services.state.database, scope, {
      ...input,
      move: 'accept',
      owner: input.owner ?? ownerFrom(me),
      due_on: input.due_on ?? null,
      actorName: me.user.full_name,
      now: services.now(),
    })
    await evaluateAgain(services, scope)
    return { data }
  }),
  done: routes.costOptimization.done.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await moveOneRecommendation(services.state.database, scope, {
      ...input,
      move: 'done',
      actorName: me.user.full_name,
      now: services.now(),
    }),
  })),
  dismiss: routes.costOptimization.dismiss.handler(async ({ context: { services, scope, me }, input }) => {
    const data = await dismissRecommendation(services.state.database, scope, input.id, {
      reason: input.reason,
      until: input.until ?? null,
      actorName: me.user.full_name,
      now: services.now(),
      isSameKind: (rule, other) => subcategoryOf(rule) === subcategoryOf(other),
    })
    await evaluateAgain(services, scope)
    return { data }
  }),
  reopen: routes.costOptimization.reopen.handler(async ({ context: { services, scope, me }, input }) => {
    const data = await reopenRecommendation(services.state.database, scope, input.id, {
      actorName: me.user.full_name,
      now: services.now(),
    })
    await evaluateAgain(services, scope)
    return { data }
  }),
  ...inboxRoutes,
  history: routes.costOptimization.history.handler(async ({ context: { services, scope }, input }) => ({
    data: await listRecommendationTransitions(services.state.database, scope, input.id),
  })),
}
