/** What every handler is given: who asks, whose rows, and the doors it may use. */

import type { Me } from '@kept/contract/routes/session.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { FoundSession } from '@kept/store/people/sessions.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Secrets } from './secrets.ts'
import type { State } from './state.ts'
import type { Visit } from './visit.ts'

/** Made once at start. */
export interface Services {
  config: Config
  log: Log
  state: State
  folder: DataFolder
  /** Answers that hold until a load, a setting or the day changes. */
  answers: AnswerCache
  jobs: Jobs
  secrets: Secrets
  mail: Mail
  /** The address people reach this Kept at: the configured one, else the one it listens on. No slash at its end. */
  origin(): string
  startedAt: string
  now(): Date
  /** What may be done to the resources of an organization; left out: nothing, Kept only reads. */
  remedies?: (scope: Scope) => RemediationRegistry
}

/** How a request showed who it is from. */
export type ShownBy = 'cookie' | 'bearer' | 'api_key' | 'operator' | 'nobody'

/** Somebody with a session of their own; whether they belong to an organization yet is another question. */
export interface SignedInPerson {
  id: string
  email: string
  email_verified: boolean
  full_name: string
  session_id: string
  /** True in a demo session, which may look and try but not reach outside the demo organization. */
  demo: boolean
}

/** Made for each request; `me` is null for strangers, who reach public routes only. */
export interface RequestContext {
  services: Services
  requestId: string
  me: Me | null
  scope: Scope | null
  /** Whose session it is; left out for API keys, the operator and strangers. */
  person?: SignedInPerson
  /** The living session behind a cookie or a bearer token. */
  session?: FoundSession
  by: ShownBy
  /** The organization asks its admins for a second factor, and this one has none: nothing is open but to get one. */
  secondFactorDue?: boolean
  visit: Visit
  /** What was asked for, its path as a template: "/v1/budgets/{id}". */
  route: { method: string; path: string }
  /** The key it was sent with, when it was one; `me` is then its creator, as far as the key reaches. */
  apiKey?: { id: string; name: string; scopes: readonly string[] }
  /** Where the request came from, for the audit trail. */
  ip: string
}

/** What is found out about the caller; the rest of the context is about the request. */
export type Identity = Pick<RequestContext, 'me' | 'scope' | 'person' | 'session' | 'by' | 'secondFactorDue' | 'apiKey'>

/** The same once the door has let somebody in. */
export interface SignedInContext extends RequestContext {
  me: Me
  scope: Scope
}
