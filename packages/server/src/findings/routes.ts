import { decimal } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { ruleWords } from '@kept/engine/rules/define-rule.ts'
import { dismissFinding } from '@kept/store/findings/dismiss.ts'
import { listFindings, listRuleOutcomes } from '@kept/store/findings/list.ts'
import { listFindingSteps, moveOneFinding } from '@kept/store/findings/move.ts'
import { reopenFinding } from '@kept/store/findings/reopen.ts'
import type { Services } from '../platform/context.ts'
import { splitEstimate } from '../platform/fee-of-estimate.ts'
import { routes } from '../platform/implement.ts'
import { ownOrganization } from '../platform/own-organization.ts'
import { judgeJob } from './judge-job.ts'
import { rulesOfTypes, subcategoryOf } from './recommendation-kinds.ts'

const rules = allRules.map(ruleWords)

export const findings = {
  recommendations: routes.costOptimization.recommendations.handler(
    async ({ context: { services, scope, me }, input }) => {
      ownOrganization(input.organization_id, me)
      const { database } = services.state
      const { findings, totals } = await listFindings(database, scope, {
        status: input.status,
        rules: rulesOfTypes(input.recommendation_types),
        leastSaving: input.min_savings === undefined ? undefined : decimal(input.min_savings),
        risk: input.risk,
      })
      const { outcomes, judgedAt } = await listRuleOutcomes(database, scope)
      const split = await Promise.all(
        totals.map(async (of) => ({ ...of, split: await splitEstimate(database, scope, services.now(), of) })),
      )
      return { data: findings, meta: { totals: split, outcomes, rules, judged_at: judgedAt } }
    },
  ),
  accept: routes.costOptimization.accept.handler(async ({ context: { services, scope, me }, input }) => {
    const data = await moveOneFinding(services.state.database, scope, {
      ...input,
      move: 'accept',
      owner: input.owner ?? me.user.full_name,
      due_on: input.due_on ?? null,
      by: me.user.full_name,
      now: services.now(),
    })
    await evaluateAgain(services, scope)
    return { data }
  }),
  done: routes.costOptimization.done.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await moveOneFinding(services.state.database, scope, {
      ...input,
      move: 'done',
      by: me.user.full_name,
      now: services.now(),
    }),
  })),
  dismiss: routes.costOptimization.dismiss.handler(async ({ context: { services, scope, me }, input }) => {
    const data = await dismissFinding(services.state.database, scope, input.id, {
      reason: input.reason,
      until: input.until ?? null,
      by: me.user.full_name,
      now: services.now(),
      isSameKind: (rule, other) => subcategoryOf(rule) === subcategoryOf(other),
    })
    await evaluateAgain(services, scope)
    return { data }
  }),
  reopen: routes.costOptimization.reopen.handler(async ({ context: { services, scope, me }, input }) => {
    const data = await reopenFinding(services.state.database, scope, input.id, {
      by: me.user.full_name,
      now: services.now(),
    })
    await evaluateAgain(services, scope)
    return { data }
  }),
  history: routes.costOptimization.history.handler(async ({ context: { services, scope }, input }) => ({
    data: await listFindingSteps(services.state.database, scope, input.id),
  })),
}

/** A decision changes which of several findings on one resource stands for its money: the rules are run again. */
async function evaluateAgain(services: Pick<Services, 'jobs'>, scope: Scope): Promise<void> {
  await services.jobs.send(judgeJob, { organization_id: scope.organizationId })
}
