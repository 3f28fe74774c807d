/** One changing route: how to call it so that it writes, and where the write must be when the response arrives. */

import type { EmulatedClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import type { KeptClient } from '@kept/contract/contract.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Services } from '../../platform/context.ts'
import type { DnsForTest } from '../dns.ts'
import type { TestUser } from '../sign-in.ts'
import type { Visitor } from '../visitor.ts'

/** What entries use to prepare their request. */
export interface Bench {
  url: string
  /** The same server under a host name, to which passkeys can be bound. */
  local: string
  setupToken: string
  scope: Scope
  otherScope: Scope
  database: Database
  services: Pick<Services, 'state' | 'secrets' | 'now' | 'config'>
  clouds: EmulatedClouds
  dns: DnsForTest
  /** The operator's client for the organization. */
  client: KeptClient
  headers: Record<string, string>
  admin: TestUser
  createUser(options?: { in?: 'own' | 'other' | null; role?: Role }): Promise<TestUser>
  /** A new user with this password, signed in over HTTP. */
  createVisitor(email: string): Promise<Visitor>
  /** A file as the body of a request, by default of the operator; returns `data` of the response. */
  sendFile(path: string, body: string, headers?: Record<string, string>): Promise<Record<string, unknown>>
}

export const password = 'plum tractor october'

interface Sent {
  /** Values for the parameters of the path. */
  path?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sent with the headers of an admin, or as `send` does it. */
export type PreparedWrite = Sent | { send: () => Promise<{ status: number; body: unknown }> }

export interface AcknowledgedWrite {
  /** The table that has the write when the response arrives. */
  table: string
  prepare: (bench: Bench) => PreparedWrite | Promise<PreparedWrite>
}

export function writes(table: string, prepare: AcknowledgedWrite['prepare']): AcknowledgedWrite {
  return { table, prepare }
}

/** A route without an entry of its own, with the reason. */
interface CoveredElsewhere {
  reason: string
}

export const elsewhere = (reason: string): CoveredElsewhere => ({ reason })

/** By "METHOD /path". */
export type WriteEntries = Record<string, AcknowledgedWrite | CoveredElsewhere>
