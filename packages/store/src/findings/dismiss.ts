import type { Finding } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { moveOneFinding } from './move.ts'

export interface Dismissal {
  reason: string
  /** The day it comes back by itself. */
  until?: string | null
  by: string
  now: Date
}

/** Takes a finding out of the list, with the reason; saying it again changes the reason. */
export async function dismissFinding(
  database: Database,
  scope: Scope,
  id: string,
  dismissal: Dismissal,
): Promise<Finding> {
  return moveOneFinding(database, scope, { id, move: 'dismiss', ...dismissal })
}
