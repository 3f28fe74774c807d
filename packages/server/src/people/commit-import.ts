/** Commits a previewed file in one transaction, exactly as shown or not at all. */
import type { PeopleImport } from '@kept/contract/routes/users.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
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
    const peopleImport = await takePeopleImport(tx, id)
    checkReady(peopleImport, acting)
    await checkStillTrue(tx, acting, peopleImport.rows)
    await inviteIn(
      services,
      tx,
      acting,
      peopleImport.rows.filter(({ action }) => action === 'invite'),
      { replacesOpen: true },
    )
    const updates = peopleImport.rows.filter(({ action }) => action === 'update')
    const members = await findMembersByEmail(
      tx,
      updates.map(({ email }) => email),
    )
    for (const role of new Set(updates.map((row) => row.role))) {
      const emails = updates.filter((row) => row.role === role).map(({ email }) => email)
      const ids = members.filter(({ email }) => emails.includes(email)).map((member) => member.id)
      await changePeople(tx, acting, ids, { role })
    }
    await markPeopleImportCommitted(tx, id, acting.auditContext.at)
    const summary = `A file of ${peopleImport.rows.length} users was imported.`
    const details = { name: peopleImport.name, sha256: peopleImport.sha256, counts: answerOf(peopleImport).counts }
    await recordAudit(tx, { ...acting.auditContext, action: 'people.imported', target: id, summary, details })
    return { ...peopleImport, committed_at: acting.auditContext.at }
  })
  wakeMail(services)
  return answerOf(committed)
}

function checkReady(peopleImport: FoundPeopleImport, { userId, auditContext }: Acting): void {
  if (peopleImport.committed_at) throw new KeptError('conflict', 'This file was already imported.')
  if (peopleImport.expires_at <= auditContext.at)
    throw new KeptError('conflict', 'The preview has expired. Upload the file again.')
  if (peopleImport.created_by !== userId)
    throw new KeptError('forbidden', 'Only the person who previewed a file can import it.')
  if (peopleImport.error_count > 0) {
    throw new KeptError(
      'conflict',
      `Nothing was imported. ${peopleImport.error_count} rows have errors. Fix the file and upload it again.`,
      {
        details: { errors: peopleImport.errors },
      },
    )
  }
}

/** Users may have changed since the preview. Then the preview is stale. */
async function checkStillTrue(tx: ScopedTransaction, acting: Acting, rows: readonly ImportedPerson[]): Promise<void> {
  const existing = await knownOf(
    tx,
    acting,
    rows.map(({ email }) => email),
  )
  const now = ({ email, role }: { email: string; role: Role }) => {
    const member = existing.members.get(email)
    if (member) return member.role === role ? 'unchanged' : 'update'
    return existing.invited.get(email) === role ? 'unchanged' : 'invite'
  }
  const changedRows = rows.filter((row) => now(row) !== row.action)
  if (changedRows.length === 0) return
  throw new KeptError('conflict', 'Users changed since the preview. Upload the file again.', {
    details: { lines: changedRows.map(({ line }) => line) },
  })
}
