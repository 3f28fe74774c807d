/** Commits a previewed file in one transaction, exactly as shown or not at all. */
import type { PeopleImport } from '@kept/contract/routes/users/imports.ts'
import { keyOfRole } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
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
import { changeOf } from './requested-change.ts'

export async function commitImport(context: SignedInContext, id: string): Promise<PeopleImport> {
  const { services, scope } = context
  const acting = actingOf(context)
  const committed = await services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const peopleImport = await takePeopleImport(tx, id)
    checkReady(peopleImport, acting)
    await checkStillTrue(tx, acting, peopleImport.rows)
    await inviteIn(services, tx, acting, peopleImport.rows.filter(({ action }) => action === 'invite').map(requestOf), {
      replacesOpen: true,
    })
    const updates = peopleImport.rows.filter(({ action }) => action === 'update')
    const members = await findMembersByEmail(
      tx,
      updates.map(({ email }) => email),
    )
    for (const key of new Set(updates.map(keyOfRole))) {
      const rows = updates.filter((row) => keyOfRole(row) === key)
      const emails = rows.map(({ email }) => email)
      const ids = members.filter(({ email }) => emails.includes(email)).map((member) => member.id)
      for (const row of rows.slice(0, 1)) await changePeople(tx, acting, ids, await changeOf(tx, requestOf(row)))
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

function requestOf({ email, full_name, role, custom_role }: ImportedPerson) {
  return { email, full_name, role, ...(custom_role && { custom_role_id: custom_role.id }) }
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
  const now = (row: ImportedPerson) => {
    const member = existing.members.get(row.email)
    if (member) return keyOfRole(member.role) === keyOfRole(row) ? 'unchanged' : 'update'
    const invited = existing.invited.get(row.email)
    return invited && keyOfRole(invited) === keyOfRole(row) ? 'unchanged' : 'invite'
  }
  const changedRows = rows.filter((row) => now(row) !== row.action)
  if (changedRows.length === 0) return
  throw new KeptError('conflict', 'Users changed since the preview. Upload the file again.', {
    details: { lines: changedRows.map(({ line }) => line) },
  })
}
