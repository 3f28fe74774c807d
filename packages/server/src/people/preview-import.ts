/** `POST /v1/users/import?name=people.csv`: the body is the file. It is read and judged; nobody is touched yet. */
import { createHash, randomUUID } from 'node:crypto'
import type { PeopleImport } from '@kept/contract/routes/users.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { type Role, rolePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findOpenInvitations } from '@kept/store/people/invitations.ts'
import { findMembersByEmail } from '@kept/store/people/members.ts'
import { type FoundPeopleImport, savePeopleImport } from '@kept/store/people/people-imports.ts'
import { type Acting, actingOf } from '../platform/acting.ts'
import type { RawRoutes } from '../platform/app.ts'
import { fileBody, formAllowance, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { changerNow } from './change-people.ts'
import { whyNotChange, whyNotGive } from './judge-change.ts'
import { emailsOf, judgeRows, type Known } from './judge-rows.ts'
import { readPeopleFile } from './read-people-file.ts'

const mostBytes = 2 * 1024 * 1024
const previewMs = 3600 * 1000
const mostShown = 200

export const peopleImportRoutes: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/users/import',
      { config: { needs: 'users:write', maxBody: mostBytes + formAllowance } },
      async (request) => {
        const context = admit(await contextOf(request), 'users:write')
        const acting = actingOf(context)
        if (acting.userId === null) throw new KeptError('forbidden', 'Only a person who signed in may do this.')
        const file = await fileBody(request)
        const body = await readWhole(file.body)
        const rows = await readPeopleFile(body)
        const { at } = acting.stamp
        const created_by = acting.userId
        const made = await context.services.state.database.scoped(context.scope, async (tx) => {
          const { people, errors } = judgeRows(rows, await knownOf(tx, acting, emailsOf(rows)))
          const preview: FoundPeopleImport = {
            id: randomUUID(),
            name: nameOf(request.query.name || file.name),
            sha256: createHash('sha256').update(body).digest('hex'),
            rows: people,
            errors: errors.slice(0, mostShown),
            error_count: errors.length,
            created_by,
            expires_at: new Date(at.getTime() + previewMs),
            committed_at: null,
          }
          const { committed_at: _, ...saved } = preview
          await savePeopleImport(tx, { ...saved, at })
          return preview
        })
        return { data: answerOf(made) }
      },
    )
  })
}

async function readWhole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > mostBytes) {
      throw new KeptError('too_large', `The file is larger than ${mostBytes / 1024 ** 2} MB; send the people in parts.`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** What the database knows of the people a file names, and what the caller may do to them. */
export async function knownOf(tx: ScopedTransaction, acting: Acting, emails: readonly string[]): Promise<Known> {
  const changer = await changerNow(tx, acting)
  const members = (await findMembersByEmail(tx, emails)).filter(({ removed_at }) => removed_at === null)
  const invited = await findOpenInvitations(tx, emails, acting.stamp.at)
  return {
    members: new Map(
      members.map((member) => [
        member.email,
        { role: member.role, whyNot: (role: Role) => whyNotChange(changer, member, { role }) },
      ]),
    ),
    invited: new Map(invited.map(({ email, role }) => [email, role])),
    whyNotInvite: (role) => whyNotGive(changer, rolePermissions[role]),
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
    preview: rows.slice(0, mostShown),
    errors,
    error_count,
    status: committed_at ? 'committed' : 'previewed',
    expires_at: expires_at.toISOString(),
  }
}

function nameOf(given: string | undefined): string {
  return (given ?? '').split(/[/\\]/).at(-1)?.replaceAll(/\p{C}/gu, '').trim().slice(0, 200) || 'people'
}
