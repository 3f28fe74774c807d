/** The commit of a previewed file: exactly what was shown, in one transaction, or nothing and the reason. */
import type { PeopleImport } from '@kept/contract/routes/users.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembersByEmail } from '@kept/store/people/members.ts'
import {
  type FoundPeopleImport,
  markPeopleImportCommitted,
  takePeopleImport,
} from '@kept/store/people/people-imports.ts'
import type { ImportedPerson } from '@kept/store/people/people-schema.ts'
import { type Acting, actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { changePeople } from './change-people.ts'
import { inviteIn, wakeMail } from './invite.ts'
import { answerOf, knownOf } from './preview-import.ts'

export async function commitImport(context: SignedInContext, id: string): Promise<PeopleImport> {
  const { services, scope } = context
  const acting = actingOf(context)
  const committed = await services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const found = await takePeopleImport(tx, id)
    checkReady(found, acting)
    await checkStillTrue(tx, acting, found.rows)
    await inviteIn(
      services,
      tx,
      acting,
      found.rows.filter(({ action }) => action === 'invite'),
      { replacesOpen: true },
    )
    const updates = found.rows.filter(({ action }) => action === 'update')
    const members = await findMembersByEmail(
      tx,
      updates.map(({ email }) => email),
    )
    for (const role of new Set(updates.map((row) => row.role))) {
      const emails = updates.filter((row) => row.role === role).map(({ email }) => email)
      const ids = members.filter(({ email }) => emails.includes(email)).map((member) => member.id)
      await changePeople(tx, acting, ids, { role })
    }
    await markPeopleImportCommitted(tx, id, acting.stamp.at)
    const summary = `A file of ${found.rows.length} people was brought in.`
    const details = { name: found.name, sha256: found.sha256, counts: answerOf(found).counts }
    await recordAudit(tx, { ...acting.stamp, action: 'people.imported', target: id, summary, details })
    return { ...found, committed_at: acting.stamp.at }
  })
  wakeMail(services)
  return answerOf(committed)
}

function checkReady(found: FoundPeopleImport, { userId, stamp }: Acting): void {
  if (found.committed_at) throw new KeptError('conflict', 'This file was brought in already.')
  if (found.expires_at <= stamp.at) throw new KeptError('conflict', 'The preview is too old; upload the file again.')
  if (found.created_by !== userId) throw new KeptError('forbidden', 'Who previewed a file brings it in.')
  if (found.error_count > 0) {
    throw new KeptError(
      'conflict',
      `Nothing was done: ${found.error_count} rows are wrong; mend the file and upload it again.`,
      {
        details: { errors: found.errors },
      },
    )
  }
}

/** Between the preview and now somebody may have joined, left or changed: then what was shown is not what would be done. */
async function checkStillTrue(tx: ScopedTransaction, acting: Acting, rows: readonly ImportedPerson[]): Promise<void> {
  const known = await knownOf(
    tx,
    acting,
    rows.map(({ email }) => email),
  )
  const now = ({ email, role }: { email: string; role: Role }) => {
    const member = known.members.get(email)
    if (member) return member.role === role ? 'unchanged' : 'update'
    return known.invited.get(email) === role ? 'unchanged' : 'invite'
  }
  const moved = rows.filter((row) => now(row) !== row.action)
  if (moved.length === 0) return
  throw new KeptError(
    'conflict',
    'Since the preview the people have changed; upload the file again to see what it would do now.',
    {
      details: { lines: moved.map(({ line }) => line) },
    },
  )
}
