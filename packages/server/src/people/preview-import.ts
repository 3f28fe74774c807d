/** `POST /v1/users/import?name=people.csv`: the body is the file. It is validated, nothing is changed yet. */
import { hash, randomUUID } from 'node:crypto'
import type { PeopleImport } from '@kept/contract/routes/users/imports.ts'
import { type AssignedRole, permissionsOfAssigned } from '@kept/domain/custom-role.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listCustomRoles } from '@kept/store/people/custom-roles.ts'
import { findOpenInvitations } from '@kept/store/people/find-invitations.ts'
import { findMembersByEmail } from '@kept/store/people/members.ts'
import { type FoundPeopleImport, savePeopleImport } from '@kept/store/people/people-imports.ts'
import { type Acting, actingOf } from '../platform/acting.ts'
import type { RawRoutes } from '../platform/app.ts'
import { fileBody, formAllowance, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { changerNow } from './change-people.ts'
import { changeRefusal, grantRefusal } from './change-refusal.ts'
import { readPeopleFile } from './read-people-file.ts'
import { type ExistingPeople, emailsOf, validateRows } from './validate-rows.ts'

const maxBytes = 2 * 1024 * 1024
const previewMs = 3600 * 1000
const maxShown = 200

export const peopleImportRoutes: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/users/import',
      { config: { needs: 'users:write', maxBody: maxBytes + formAllowance } },
      async (request) => {
        const context = admit(await contextOf(request), 'users:write')
        const acting = actingOf(context)
        if (acting.userId === null) throw new KeptError('forbidden', "Sign in to do this. API keys can't.")
        const file = await fileBody(request)
        const body = await readAll(file.body)
        const rows = await readPeopleFile(body)
        const { at } = acting.auditContext
        const created_by = acting.userId
        const created = await context.services.state.database.scoped(context.scope, async (tx) => {
          const { people, errors } = validateRows(rows, await knownOf(tx, acting, emailsOf(rows)))
          const preview: FoundPeopleImport = {
            id: randomUUID(),
            name: nameOf(request.query.name || file.name),
            sha256: hash('sha256', body),
            rows: people,
            errors: errors.slice(0, maxShown),
            error_count: errors.length,
            created_by,
            expires_at: new Date(at.getTime() + previewMs),
            committed_at: null,
          }
          const { committed_at: _, ...saved } = preview
          await savePeopleImport(tx, { ...saved, at })
          return preview
        })
        return { data: answerOf(created) }
      },
    )
  })
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw new KeptError('too_large', `The file is larger than ${maxBytes / 1024 ** 2} MB. Split it.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Existing users and invitations of a file, and what the caller can do with them. */
export async function knownOf(
  tx: ScopedTransaction,
  acting: Acting,
  emails: readonly string[],
): Promise<ExistingPeople> {
  const changer = await changerNow(tx, acting)
  const members = (await findMembersByEmail(tx, emails)).filter(({ removed_at }) => removed_at === null)
  const invited = await findOpenInvitations(tx, emails, acting.auditContext.at)
  return {
    members: new Map(
      members.map((member) => [
        member.email,
        {
          role: { role: member.role, custom_role: member.grants.custom_role ?? null },
          skipReasons: (role: AssignedRole) => changeRefusal(changer, member, role),
        },
      ]),
    ),
    invited: new Map(invited.map(({ email, role, custom_role }) => [email, { role, custom_role }])),
    inviteRefusal: (role) => grantRefusal(changer, permissionsOfAssigned(role)),
    customRoles: await listCustomRoles(tx),
  }
}

export function answerOf({
  id,
  name,
  rows,
  errors,
  error_count,
  expires_at,
  committed_at,
}: FoundPeopleImport): PeopleImport {
  const count = (action: 'invite' | 'update' | 'unchanged') => rows.filter((row) => row.action === action).length
  return {
    id,
    name,
    rows: rows.length,
    counts: { invite: count('invite'), update: count('update'), unchanged: count('unchanged') },
    preview: rows.slice(0, maxShown).map((row) => ({ ...row, custom_role: row.custom_role ?? null })),
    errors,
    error_count,
    status: committed_at ? 'committed' : 'previewed',
    expires_at: expires_at.toISOString(),
  }
}

function nameOf(fileName: string | undefined): string {
  return (fileName ?? '').split(/[/\\]/).at(-1)?.replaceAll(/\p{C}/gu, '').trim().slice(0, 200) || 'people'
}
