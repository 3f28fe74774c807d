import type { Finding } from '@kept/domain/finding.ts'
import { mayMove } from '@kept/domain/finding-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { moveOneFinding } from './move.ts'
import { findingsOfResource } from './of-resource.ts'

export interface Dismissal {
  reason: string
  /** The day it comes back by itself. */
  until?: string | null
  by: string
  now: Date
  /** Whether two rules recommend the same thing to do: an alternative of the same kind is dismissed with it. */
  isSameKind?(rule: string, other: string): boolean
}

/** Takes a finding out of the list, with the reason; saying it again changes the reason. */
export async function dismissFinding(
  database: Database,
  scope: Scope,
  id: string,
  { isSameKind = () => false, ...dismissal }: Dismissal,
): Promise<Finding> {
  const finding = await moveOneFinding(database, scope, { id, move: 'dismiss', ...dismissal })
  if (finding.resource_id === '') return finding
  const listed = await findingsOfResource(database, scope, finding.resource_id)
  const alternatives = listed
    .filter((recommendation) => recommendation.id === id)
    .flatMap((recommendation) => recommendation.alternatives)
    .filter(({ rule, status }) => isSameKind(finding.rule, rule) && mayMove(status, 'dismiss'))
  for (const alternative of alternatives) {
    await moveOneFinding(database, scope, { id: alternative.id, move: 'dismiss', ...dismissal })
  }
  return finding
}
