/** Users from a file: a preview, then its commit. */
import { customRoleSchema, roleSchema } from '@kept/domain/grants.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'
import { tag } from './shapes.ts'

/** Response of `POST /v1/users/import?name=people.csv`: a preview, nothing is changed. */
export const peopleImportSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  rows: z.int(),
  counts: z.object({ invite: z.int(), update: z.int(), unchanged: z.int() }),
  /** Planned changes; the first 200 rows. */
  preview: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      full_name: z.string(),
      role: roleSchema,
      custom_role: customRoleSchema,
      action: z.enum(['invite', 'update', 'unchanged']),
    }),
  ),
  /** A file with errors cannot be committed. */
  errors: z.array(z.object({ line: z.int(), column: z.string(), value: z.string(), reason: z.string() })),
  /** Total; `errors` has the first 200. */
  error_count: z.int(),
  status: z.enum(['previewed', 'committed']),
  expires_at: z.iso.datetime(),
})
export type PeopleImport = z.infer<typeof peopleImportSchema>

export const peopleImportRoutes = {
  commitImport: route({
    method: 'POST',
    path: '/v1/users/import/{id}/commit',
    summary: 'Commit a user import',
    description: 'Carries out exactly what the preview showed. All or nothing.',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(peopleImportSchema),
  }),
}
