import { actionApprovalSchema } from '@kept/domain/action-approval.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Autopilot'

export const approvals = {
  list: route({
    method: 'GET',
    path: '/v1/remediation/approvals',
    summary: 'List approvals',
    description: 'Changes that wait for a second person, then the decided ones, the newest first. At most 200.',
    tag,
    needs: 'recommendations:read',
    input: z.object({}),
    /** `is_own`: the caller asked for it, so another person decides. */
    output: answer(z.array(actionApprovalSchema.extend({ is_own: z.boolean() }))),
  }),
  decide: route({
    method: 'POST',
    path: '/v1/remediation/approvals/{id}/decide',
    summary: 'Approve or reject a change',
    description:
      'Decides once. It takes the permission to make the change: recommendations:act, loops:act, or behavior:write for a schedule. The person who asked for the change cannot decide it. An approved change is carried out as it was planned; `failure_reason` says why that failed.',
    tag,
    needs: 'recommendations:read',
    input: z.object({
      id: z.uuid(),
      decision: z.enum(['approve', 'reject']),
      note: z.string().trim().max(500).default(''),
      /** Of the link in a message. */
      signature: z.string().max(100).optional(),
    }),
    output: answer(actionApprovalSchema.extend({ failure_reason: z.string() })),
  }),
  slackLinks: route({
    method: 'GET',
    path: '/v1/remediation/slack-links',
    summary: 'List your Slack accounts',
    description: 'Slack accounts from which you may decide approvals.',
    tag,
    needs: 'recommendations:read',
    input: z.object({}),
    output: answer(z.array(z.object({ id: z.uuid(), slack_name: z.string(), linked_at: z.iso.datetime() }))),
  }),
  createSlackCode: route({
    method: 'POST',
    path: '/v1/remediation/slack-codes',
    summary: 'Create a code that links your Slack account',
    description: 'You enter it in Slack below an approval. It is valid once, for ten minutes.',
    tag,
    needs: 'recommendations:act',
    input: z.object({}),
    output: answer(z.object({ code: z.string(), expires_at: z.iso.datetime() })),
  }),
  removeSlackLink: route({
    method: 'DELETE',
    path: '/v1/remediation/slack-links/{id}',
    summary: 'Unlink one of your Slack accounts',
    tag,
    needs: 'recommendations:read',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.boolean() })),
  }),
}
