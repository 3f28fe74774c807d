/**
 * Imports of the operator: files and folders of this machine, read in place by the command line itself or through
 * `POST /v1/operator/imports` of a running server. The operator token is in the data folder, so the caller has the file
 * permissions of the server.
 */
import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { badInput } from '@kept/domain/errors.ts'
import { columnMappingSchema, type ImportInput } from '@kept/domain/ingest.ts'
import type { NewImport } from '@kept/store/imports/create.ts'
import * as z from 'zod'
import { admitOperator, organizationOf } from '../operator/public/operator.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { Services } from '../platform/context.ts'
import { sentenceOf } from '../platform/errors.ts'
import { checkAddress, checkFormat, notBoth, queueImport } from './start-import.ts'

const localImportSchema = z.object({
  /** Slug; the organization is created if it does not exist. */
  organization: z.string(),
  paths: z.array(z.string().refine(isAbsolute, 'must be absolute')).default([]),
  urls: z.array(z.string()).default([]),
  format: z.string().optional(),
  mapping: columnMappingSchema.optional(),
  accept_smaller: z.boolean().optional(),
})
export type LocalImport = z.infer<typeof localImportSchema>

/** Describes the import to create. Throws bad_input for missing files or invalid addresses. */
export async function describeLocal(
  { paths, urls, format, mapping, accept_smaller }: Omit<LocalImport, 'organization'>,
  formats: readonly { id: string }[],
): Promise<NewImport> {
  if (paths.length > 0 && urls.length > 0) throw badInput(notBoth)
  if (paths.length + urls.length === 0) throw badInput('Nothing to import. Pass files, folders or URLs.')
  checkFormat({ format, mapping }, formats)
  for (const url of urls) checkAddress(url)
  const sources = await Promise.all(
    paths.map(async (path) => {
      const stats = await stat(path).catch(() => {
        throw badInput(`File or folder not found: ${path}`)
      })
      return { name: basename(path), bytes: stats.isFile() ? stats.size : null }
    }),
  )
  return {
    inputs: [
      ...paths.map((path): ImportInput => ({ kind: 'file', path, name: basename(path) })),
      ...urls.map((url): ImportInput => ({ kind: 'operator_url', url })),
    ],
    sources: [...sources, ...urls.map((url) => ({ name: url, bytes: null }))],
    format,
    mapping,
    accept_smaller,
  }
}

export function operatorImports(services: Services, token: string, formats: readonly { id: string }[]): RawRoutes {
  return (app) => {
    app.post('/v1/operator/imports', { config: { needs: 'operator' } }, async (request) => {
      admitOperator(request, token)
      const parsed = localImportSchema.safeParse(request.body)
      if (!parsed.success) throw badInput(sentenceOf(parsed.error.issues))
      const localImport = await describeLocal(parsed.data, formats)
      const { organizationId, created } = await organizationOf(services.state, parsed.data.organization)
      return { data: { created, import: await queueImport(services, { organizationId }, async () => localImport) } }
    })
  }
}
