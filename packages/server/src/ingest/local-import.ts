/**
 * Deliveries of the operator's own: files and folders of this machine, read where they lie. The command line brings
 * them in, itself or through `POST /v1/operator/imports` of a running Kept; who may do that can read the data folder
 * and so is the user Kept runs as, whose files these are.
 */
import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { badInput } from '@kept/domain/errors.ts'
import { columnMappingSchema, type ImportInput } from '@kept/domain/ingest.ts'
import type { NewImport } from '@kept/store/imports/create.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import type { Services } from '../platform/context.ts'
import { sentenceOf } from '../platform/errors.ts'
import { admitOperator, organizationOf } from '../platform/operator.ts'
import { checkAddress, checkFormat, notBoth, queueImport } from './start-import.ts'

export const localImportSchema = z.object({
  /** Slug; made when it is not there. */
  organization: z.string(),
  paths: z.array(z.string().refine(isAbsolute, 'must be absolute')).default([]),
  urls: z.array(z.string()).default([]),
  format: z.string().optional(),
  mapping: columnMappingSchema.optional(),
  accept_smaller: z.boolean().optional(),
})
export type LocalImport = z.infer<typeof localImportSchema>

/** What is to be noted for it; refuses what is not there. */
export async function describeLocal(
  { paths, urls, format, mapping, accept_smaller }: Omit<LocalImport, 'organization'>,
  formats: readonly { id: string }[],
): Promise<NewImport> {
  if (paths.length > 0 && urls.length > 0) throw badInput(notBoth)
  if (paths.length + urls.length === 0) throw badInput('Nothing to bring in: name files, folders or addresses.')
  checkFormat({ format, mapping }, formats)
  for (const url of urls) checkAddress(url)
  const sources = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => {
        throw badInput(`There is no file or folder ${path}.`)
      })
      return { name: basename(path), bytes: found.isFile() ? found.size : null }
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
      const wanted = await describeLocal(parsed.data, formats)
      const { organizationId, made } = await organizationOf(services.state, parsed.data.organization)
      return { data: { made, import: await queueImport(services, { organizationId }, async () => wanted) } }
    })
  }
}
