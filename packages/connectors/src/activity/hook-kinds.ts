/** Systems that send signs of use by themselves: how each proves its deliveries, numbers them, and what they hold. */
import type { HookKindId } from '@kept/domain/behaviour-hook.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type Delivery, type ProofTools, proveBearer, proveGithub, proveGitlab } from './hook-proof.ts'
import { isRecord, textAt } from './reading.ts'
import { headerOf } from './webhook.ts'

export interface HookKind {
  id: HookKindId
  label: string
  /** What to do at the sender. */
  words: string
  /** Throws an unauthenticated KeptError unless the delivery is the secret's. */
  prove(delivery: Delivery, secret: string, tools: ProofTools): void
  /** The sender's own number of the delivery; "" when it gives none. */
  deliveryId(delivery: Delivery): string
  /** The delivery as activity is read: one record, or lines of records. */
  text(delivery: Delivery): string
}

export const hookKindsById: Record<HookKindId, HookKind> = {
  github: {
    id: 'github',
    label: 'GitHub',
    words:
      'In the repository or organisation: Settings, Webhooks, Add webhook. Content type application/json, this address and secret; the events Pushes, Workflow runs and Deployments.',
    prove: proveGithub,
    deliveryId: ({ headers }) => headerOf({ headers }, 'x-github-delivery'),
    text: (delivery) => wrapped(delivery, ['x-github-event', 'x-github-delivery']),
  },
  gitlab: {
    id: 'gitlab',
    label: 'GitLab',
    words:
      'In the project or group: Settings, Webhooks, Add new webhook. This address; the secret as the signing token, or as the secret token where GitLab has no signing; the triggers Push, Pipeline and Deployment events.',
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
    words:
      'Set CODER_NOTIFICATIONS_METHOD to webhook and CODER_NOTIFICATIONS_WEBHOOK_ENDPOINT to this address with "kept:SECRET@" before its host. Entries of the audit and the connection log may be sent here too, as the API writes them: notifications alone say nothing of sessions.',
    prove: proveBearer,
    deliveryId: ({ body }) => memberOf(body, 'msg_id'),
    text: (delivery) => (memberOf(delivery.body, 'msg_id') === '' ? lines(delivery.body) : wrapped(delivery, [])),
  },
  codespaces: {
    id: 'codespaces',
    label: 'GitHub Codespaces',
    words:
      'Have the audit log of the organisation or enterprise streamed to this address (HTTPS event collector), with the secret as its token; entries may be sent as "Authorization: Bearer SECRET" too.',
    prove: proveBearer,
    deliveryId: () => '',
    text: ({ body }) => lines(body),
  },
  gitpod: {
    id: 'gitpod',
    label: 'Gitpod',
    words:
      'Have entries of the audit log sent to this address as its API writes them, with "Authorization: Bearer SECRET".',
    prove: proveBearer,
    deliveryId: () => '',
    text: ({ body }) => lines(body),
  },
}

/** One record of the body and the few heads that say what it is: no other head is anybody's business. */
function wrapped({ headers, body, received_at }: Delivery, names: readonly string[]): string {
  const kept = Object.fromEntries(names.map((name) => [name, headerOf({ headers }, name)]))
  return JSON.stringify({ headers: kept, body: parsed(bodyOf(headers, body)), received_at })
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
    throw badInput('The delivery is not JSON; choose the content type application/json for the webhook.')
  }
}

/**
 * Event collectors are sent records without anything between them. In JSON such a seam, with a known member's name
 * after it, stands inside no text: there the quotes would be escaped.
 */
function lines(body: string): string {
  return body.replaceAll(/\}\s*\{(?=\s*"(?:time|event|host|source|sourcetype|index|fields)"\s*:)/g, '}\n{')
}

function memberOf(body: string, member: string): string {
  try {
    const record: unknown = JSON.parse(body)
    return isRecord(record) ? textAt(record, member) : ''
  } catch {
    // Whether it can be read at all is said when it is read.
    return ''
  }
}
