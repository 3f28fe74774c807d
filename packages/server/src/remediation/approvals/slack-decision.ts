/** What a click in Slack does, and the sentence that answers it. */
import { KeptError } from '@kept/domain/errors.ts'
import { effectivePermissions } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { findOwnMembership } from '@kept/store/people/own-memberships.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import type { StoredApproval } from '@kept/store/remediation/approvals.ts'
import { findSlackPerson, linkSlackPerson } from '@kept/store/remediation/slack-people.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import type { Actor } from '../public/actions.ts'
import { decide } from '../public/decide-approval.ts'
import { spendSlackCode } from './slack-codes.ts'
import type { SlackClick } from './slack-request.ts'

type Deps = Pick<Services, 'state' | 'secrets' | 'now'>

export type SlackAnswer =
  | { is: 'decided'; approval: StoredApproval; auditContext: Actor['auditContext']; sentence: string }
  /** Shown only to the person who clicked. */
  | { is: 'notice'; sentence: string; needsCode: boolean }

export async function answerSlackClick(deps: Deps, scope: Scope, click: SlackClick, ip: string): Promise<SlackAnswer> {
  if (click.actionId === 'kept_link') return linkAccount(deps, scope, click, ip)
  const decision = decisions[click.actionId]
  if (!decision) return noticeOf('This button is of another version of Kept. Open the approval in Kept.')
  const { database } = deps.state
  const person = await database.scoped(scope, (tx) => findSlackPerson(tx, click))
  if (!person)
    return {
      is: 'notice',
      needsCode: true,
      sentence:
        'Kept does not know who you are yet. In Kept, open Autopilot, Approvals, "Link Slack", and enter the code here.',
    }
  const membership = await findOwnMembership(database, person.userId, scope.organizationId)
  if (!membership) return noticeOf('Your user is no longer a member of this organization.')
  const permissions = effectivePermissions(membership.role, membership.grants)
  const auditContext = await actorOf(deps, person.userId, ip)
  try {
    const approval = await decide(
      { database, secrets: deps.secrets },
      scope,
      { id: approvalIdOf(click.value), decision, note: '', signature: undefined },
      { userId: person.userId, role: membership.role, permissions, isOperator: false, auditContext },
    )
    const verb = approval.state === 'approved' ? 'Approved' : 'Denied'
    return {
      is: 'decided',
      approval,
      auditContext,
      sentence: `${verb} by ${auditContext.actor.name}: ${approval.description}`,
    }
  } catch (error) {
    // The message says why: it was decided, has expired, or is the person's own.
    if (error instanceof KeptError) return noticeOf(error.message)
    throw error
  }
}

const decisions: Readonly<Record<string, 'approve' | 'reject'>> = { kept_approve: 'approve', kept_deny: 'reject' }

async function linkAccount(deps: Deps, scope: Scope, click: SlackClick, ip: string): Promise<SlackAnswer> {
  const { database } = deps.state
  const now = deps.now()
  const userId = await spendSlackCode(database, scope, click.typed, now)
  if (userId === undefined)
    return {
      is: 'notice',
      needsCode: true,
      sentence: 'This code is not valid or has expired. Create a new one in Kept.',
    }
  if (!(await findOwnMembership(database, userId, scope.organizationId)))
    return noticeOf('Your user is no longer a member of this organization.')
  const auditContext = await actorOf(deps, userId, ip)
  await database.scoped(scope, async (tx) => {
    await linkSlackPerson(tx, { ...click, userId, now })
    await recordAudit(tx, {
      ...auditContext,
      action: 'slack_account.linked',
      target: userId,
      summary: `${auditContext.actor.name} linked the Slack account ${click.slackName}.`,
      details: { team: click.teamId, slack_user: click.slackUserId },
    })
  })
  return noticeOf('Your Slack account is linked. Choose Approve or Deny again.')
}

async function actorOf({ state, now }: Deps, userId: string, ip: string): Promise<Actor['auditContext']> {
  const person = await findPerson(state.database, { id: userId })
  return { actor: { kind: 'person', id: userId, name: person?.full_name || 'A user' }, at: now(), ip }
}

function approvalIdOf(value: string): string {
  const parsed = z.uuid().safeParse(value)
  if (!parsed.success) throw new KeptError('not_found', 'There is no approval with this ID.')
  return parsed.data
}

function noticeOf(sentence: string): SlackAnswer {
  return { is: 'notice', sentence, needsCode: false }
}
