/**
 * `GET /v1/organizations/{id}/export`: everything of an organization as a compressed tar archive of JSON Lines, streamed.
 * `docs/guides/export-format.md` describes the format, and is `format.md` in the archive.
 */
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { KeptError } from '@kept/domain/errors.ts'
import { missingForExport } from '@kept/domain/permission.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { describeExport } from '@kept/store/organizations/export-format/describe-export.ts'
import { type ExportedPart, exportDatabaseRows, exportWarehouseRows } from '@kept/store/organizations/export-rows.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { type TarFile, tarOf } from '../platform/export/tar.ts'
import { admit } from '../platform/guard.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { exportFormatPage } from './export-format-page.ts'

export const organizationExport: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { id: string } }>(
    '/v1/organizations/:id/export',
    { config: { needs: 'organization:write' } },
    async (request, reply) => {
      const context = admit(await contextOf(request), 'organization:write')
      requireRequestedOrganization(request.params.id, context.me)
      refuseInDemo(context)
      requireToReadAll(context)
      const now = context.services.now()
      const stopping = new AbortController()
      const archive = Readable.from(tarOf(filesOf(context, now, stopping.signal), now), { objectMode: false })
      const zipped = archive.pipe(createGzip())
      archive.on('error', (error) => zipped.destroy(error))
      request.raw.once('close', () => stopping.abort())
      return reply
        .type('application/gzip')
        .header(
          'content-disposition',
          `attachment; filename="kept-${context.me.organization.slug}-${utcDay(now.getTime())}.tar.gz"`,
        )
        .send(zipped)
    },
  )
}

/** The archive contains what each of these permissions reads; `organization:write` alone reads none of it. */
function requireToReadAll({ me }: SignedInContext): void {
  const missing = missingForExport(me.permissions)
  if (missing.length === 0) return
  throw new KeptError(
    'forbidden',
    `An export contains all data, and you don't have the permission ${missing.join(', ')}. Ask an admin of your organization.`,
    { details: { reason: 'role', needs: missing[0] } },
  )
}

async function* filesOf(
  { services, scope, me }: SignedInContext,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<TarFile> {
  const { database, warehouse } = services.state
  const files: { name: string; rows: number }[] = []
  const fileOf = ({ store, table, part, rows, lines }: ExportedPart): TarFile => {
    const name = `${store}/${table}/${String(part).padStart(5, '0')}.jsonl`
    files.push({ name, rows })
    return { name, content: lines }
  }
  const format = exportFormatPage(await describeExport(database, warehouse))
  yield { name: 'format.md', content: Buffer.from(format) }
  for await (const part of exportDatabaseRows(database, scope, { signal })) yield fileOf(part)
  for await (const part of exportWarehouseRows(warehouse, scope, signal)) yield fileOf(part)
  const { id, slug, name } = me.organization
  // Last, so that its presence shows that the archive is complete.
  const manifest = {
    format: 'kept.organization-export',
    version: 1,
    exported_at: now.toISOString(),
    organization: { id, slug, name },
    files,
  }
  yield { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest, null, 2)) }
}
