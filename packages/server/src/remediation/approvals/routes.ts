/** Approvals: listed, decided, and carried out once approved. */

import { KeptError } from '@kept/domain/errors.ts'
import { listApprovals } from '@kept/store/remediation/approvals.ts'
import { listSlackPeople, unlinkSlackPerson } from '@kept/store/remediation/slack-people.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { answered } from '../public/answered.ts'
import { type Decider, decide } from '../public/decide-approval.ts'
import { carryOut } from './carry-out.ts'
import { newSlackCode } from './slack-codes.ts'

export const approvals = {
  list: routes.approvals.list.handler(async ({ context }) => {
    const { services, scope, me } = context
    const stored = await services.state.database.scoped(scope, listApprovals)
    return { data: stored.map((approval) => ({ ...answered(approval), is_own: approval.askerId === me.user.id })) }
  }),
  decide: routes.approvals.decide.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { id, decision, note, signature } = input
    const deps = { database: services.state.database, secrets: services.secrets }
    const approval = await decide(deps, scope, { id, decision, note, signature }, deciderOf(context))
    const failure_reason = await carryOut(services, scope, approval, actingOf(context).auditContext)
    return { data: { ...answered(approval), failure_reason } }
  }),
  slackLinks: routes.approvals.slackLinks.handler(async ({ context: { services, scope, me } }) => {
    const links = await services.state.database.scoped(scope, (tx) => listSlackPeople(tx, me.user.id))
    return { data: links.map(({ linked_at, ...link }) => ({ ...link, linked_at: linked_at.toISOString() })) }
  }),
  createSlackCode: routes.approvals.createSlackCode.handler(async ({ context }) => {
    refuseInDemo(context)
    const { services, scope, person } = context
    if (!person) throw new KeptError('forbidden', 'Sign in to link your Slack account. An API key is no person.')
    return { data: await newSlackCode(services.state.database, scope, person.id, services.now()) }
  }),
  removeSlackLink: routes.approvals.removeSlackLink.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    const removed = await services.state.database.scoped(scope, (tx) => unlinkSlackPerson(tx, id, me.user.id))
    if (!removed) throw new KeptError('not_found', 'There is no such link to a Slack account.')
    return { data: { removed } }
  }),
}

function deciderOf(context: SignedInContext): Decider {
  const { me } = context
  return {
    // The user of a session, or the creator of an API key: the same person by both.
    userId: me.user.id,
    role: me.user.role,
    permissions: me.permissions,
    isOperator: me.user.id === 'operator',
    auditContext: actingOf(context).auditContext,
  }
}
