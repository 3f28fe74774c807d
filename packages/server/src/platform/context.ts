/** The context of every handler: the caller, the organization and the services. */

import type { CacheLifetime } from '@kept/contract/route.ts'
import type { Me } from '@kept/contract/routes/session.ts'
import type { ApprovalSubject } from '@kept/domain/action-approval.ts'
import type { PaymentRail } from '@kept/domain/billing/payment-rail.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { Reach } from '@kept/store/commission/across-customers.ts'
import type { DataVersions } from '@kept/store/database/data-version.ts'
import type { FoundSession } from '@kept/store/people/sessions.ts'
import type { StoredApproval } from '@kept/store/remediation/approvals.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Drain } from './drain.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Secrets } from './secrets.ts'
import type { State } from './state.ts'
import type { Visit } from './visit.ts'

/** Created once at start. */
export interface Services {
  config: Config
  log: Log
  state: State
  folder: DataFolder
  /** Answers that stay valid until a load, a setting or the day changes. */
  answers: AnswerCache
  jobs: Jobs
  secrets: Secrets
  mail: Mail
  /** Undefined without keys: invoices are paid by bank transfer. */
  paymentRail?: PaymentRail | undefined
  /** The public URL of this Kept: the configured one, else the one it listens on. No trailing slash. */
  origin(): string
  startedAt: string
  /** Whether this process is stopping. */
  drain: Drain
  now(): Date
  /** Spreads the requests to a cloud; default: below what clouds allow. */
  pace?: LiveDeps['pace']
  /** The remediation actions allowed for an organization; default: none, Kept only reads. */
  remedies?: (scope: Scope) => RemediationRegistry
  /** What carries out an approved request, by its subject; features set theirs at start. */
  approved?: Partial<Record<ApprovalSubject, CarryOut>>
}

/** Carries out exactly what was approved. Throws with a sentence where that is not possible any more. */
export type CarryOut = (
  scope: Scope,
  approval: StoredApproval,
  actor: { name: string; auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'> },
) => Promise<void>

/** How a request is authenticated. */
export type AuthenticationMethod = 'cookie' | 'bearer' | 'api_key' | 'operator' | 'none'

/** A user with a session of their own, in any organization or none. */
export interface SignedInPerson {
  id: string
  email: string
  email_verified: boolean
  full_name: string
  session_id: string
  /** True in a demo session, which is limited to the demo organization. */
  demo: boolean
}

/**
 * Handlers of public routes get this: the request, and the session it came with, if any. Sign-in replaces that session,
 * sign-out ends it. Who may do what is not here, because nothing was checked.
 */
export interface PublicContext {
  services: Services
  requestId: string
  /** The session of a cookie or a bearer token. */
  session?: FoundSession
  /** The organization that the session acts for, and the user's role there. */
  membership?: { organizationId: string; role: Role }
  /** The versions of the organization's data when the caller was identified by a session. */
  dataVersions?: DataVersions
  authenticatedBy: AuthenticationMethod
  /** The organization's session lifetime without activity, where a policy shortens it. */
  idleMs?: number | undefined
  /** A policy of the organization keeps this session out of it, with the sentence that says why. */
  refusedBy?: string | undefined
  /** The organization requires two-factor authentication, and this user has none: only setting it up is allowed. */
  secondFactorDue?: boolean
  visit: Visit
  /** The method, the path as a template ("/v1/budgets/{id}"), and how long a response may be used again. */
  route: { method: string; path: string; cache?: CacheLifetime | undefined }
  /** The address of the client, for the audit log. */
  ip: string
}

/** Created for each request, before anything is checked. `me` and `scope` are null without an organization. */
export interface RequestContext extends PublicContext {
  me: Me | null
  scope: Scope | null
  /** The user of `session`; absent for API keys, the operator token and anonymous requests. */
  person?: SignedInPerson
  /** The API key, when the request has one; `me` is then its creator, limited to the scopes of the key. */
  apiKey?: { id: string; name: string; scopes: readonly string[] }
}

/** What identifying the caller adds to a request. */
export type Identity = Pick<
  RequestContext,
  | 'me'
  | 'scope'
  | 'person'
  | 'session'
  | 'membership'
  | 'dataVersions'
  | 'authenticatedBy'
  | 'secondFactorDue'
  | 'apiKey'
  | 'refusedBy'
  | 'idleMs'
>

/** Handlers of `person` routes get this: a user with a session, in any organization or none. */
export interface PersonContext extends RequestContext {
  person: SignedInPerson
  session: FoundSession
}

/** Handlers of routes that need a permission, or any sign-in, get this: the caller's organization is known. */
export interface SignedInContext extends RequestContext {
  me: Me
  scope: Scope
}

/** Handlers of routes that need an operator permission get this. */
export interface OperatorContext extends SignedInContext {
  /** Whose data they see: every customer of this installation, or the demo's. */
  reach: Reach
}
