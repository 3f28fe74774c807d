/**
 * Systems that send usage events by webhook: how each authenticates and numbers its deliveries, and what they contain.
 */
import type { HookKindId } from '@kept/domain/behavior-hook.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type Delivery, type ProofTools, proveBearer, proveGithub, proveGitlab } from './hook-proof.ts'
import { isRecord, textAt } from './reading.ts'
import { headerOf } from './webhook.ts'

export interface HookKind {
  id: HookKindId
  label: string
  /** Instructions for the sender's settings. */
  instructions: string
  /** Throws an unauthenticated KeptError unless the delivery was made with the secret. */
  prove(delivery: Delivery, secret: string, tools: ProofTools): void
  /** The sender's own id of the delivery; "" when it has none. */
  deliveryId(delivery: Delivery): string
  /** The delivery as input of the activity reader: one record, or lines of records. */
  text(delivery: Delivery): string
}

export const hookKindsById: Record<HookKindId, HookKind> = {
  github: {
    id: 'github',
    label: 'GitHub',
    instructions:
      'In the repository or organization, open Settings, Webhooks, Add webhook. Use content type application/json, this address, and this secret. Select the events Pushes, Workflow runs, and Deployments.',
    prove: proveGithub,
    deliveryId: ({ headers }) => headerOf({ headers }, 'x-github-delivery'),
    text: (delivery) => wrapped(delivery, ['x-github-event', 'x-github-delivery']),
  },
  gitlab: {
    id: 'gitlab',
    label: 'GitLab',
    instructions:
      'In the project or group, open Settings, Webhooks, Add new webhook. Use this address and the secret as the signing token, or as the secret token if your GitLab has no signing. Select Push, Pipeline, and Deployment events.',
    prove: proveGitlab,
    deliveryId: ({ headers }) =>
      headerOf({ headers }, 'webhook-id') ||
      headerOf({ headers }, 'idempotency-key') ||
      headerOf({ headers }, 'x-gitlab-event-uuid'),
    text: (delivery) => wrapped(delivery, ['x-gitlab-event', 'x-gitlab-event-uuid']),
  },
  coder: {
    id: 'coder',
    label: 'Coder',
    instructions:
      'Set CODER_NOTIFICATIONS_METHOD to webhook and CODER_NOTIFICATIONS_WEBHOOK_ENDPOINT to this address with "kept:SECRET@" before its host. Send audit and connection log entries here too, as the Coder API returns them, because notifications do not include sessions.',
    prove: proveBearer,
    deliveryId: ({ body }) => memberOf(body, 'msg_id'),
    text: (delivery) => (memberOf(delivery.body, 'msg_id') === '' ? lines(delivery.body) : wrapped(delivery, [])),
  },
  codespaces: {
    id: 'codespaces',
    label: 'GitHub Codespaces',
    instructions:
      'Stream the audit log of the organization or enterprise to this address (HTTPS event collector) with the secret as its token. You can also send entries with "Authorization: Bearer SECRET".',
    prove: proveBearer,
    deliveryId: () => '',
    text: ({ body }) => lines(body),
  },
  gitpod: {
    id: 'gitpod',
    label: 'Gitpod',
    instructions:
      'Send audit log entries to this address as the Gitpod API returns them, with "Authorization: Bearer SECRET".',
    prove: proveBearer,
    deliveryId: () => '',
    text: ({ body }) => lines(body),
  },
}

/** One record of the body and the few headers that identify it; no other header is stored. */
function wrapped({ headers, body, received_at }: Delivery, names: readonly string[]): string {
  const selectedHeaders = Object.fromEntries(names.map((name) => [name, headerOf({ headers }, name)]))
  return JSON.stringify({ headers: selectedHeaders, body: parsed(bodyOf(headers, body)), received_at })
}

/** GitHub can send a form with the JSON in one field. */
function bodyOf(headers: Delivery['headers'], body: string): string {
  const isForm = /^application\/x-www-form-urlencoded/i.test(headerOf({ headers }, 'content-type'))
  return isForm ? (new URLSearchParams(body).get('payload') ?? '') : body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badInput('This webhook is not JSON. Set its content type to application/json.')
  }
}

/**
 * Event collectors receive records without separators. In JSON such a boundary, followed by a known member name, cannot
 * occur inside a text, where the quotes would be escaped.
 */
function lines(body: string): string {
  return body.replaceAll(/\}\s*\{(?=\s*"(?:time|event|host|source|sourcetype|index|fields)"\s*:)/g, '}\n{')
}

function memberOf(body: string, member: string): string {
  try {
    const record: unknown = JSON.parse(body)
    return isRecord(record) ? textAt(record, member) : ''
  } catch {
    // The reader reports whether it can be read at all.
    return ''
  }
}
