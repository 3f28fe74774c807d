import { formats } from '@kept/connectors/all.ts'
import { cancelImport } from '@kept/store/imports/cancel.ts'
import { killImportQueries } from '@kept/store/imports/engine-progress.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { listRejectedRows } from '@kept/store/imports/rejected-rows.ts'
import { listLoads } from '@kept/store/loads/list.ts'
import { undoImport } from '@kept/store/loads/undo.ts'
import { actingOf } from '../platform/acting.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { routes } from '../platform/implement.ts'
import { changedJob } from './changed-job.ts'
import { decideImport } from './decide-import.ts'
import { startImport } from './start-import.ts'

export const imports = {
  create: routes.imports.create.handler(async ({ context, input }) => {
    // The demo is shared, so it must not read external addresses.
    if (input.urls.length > 0) refuseInDemo(context)
    const { services, scope } = context
    return { data: await startImport(services, formats, scope, input) }
  }),
  list: routes.imports.list.handler(async ({ context: { services, scope }, input }) => {
    const { imports: data, total } = await listImports(services.state.database, scope, input)
    return { data, meta: { ...input, total } }
  }),
  get: routes.imports.get.handler(async ({ context: { services, scope }, input }) => ({
    data: (await findImport(services.state.database, scope, input.id)).import,
  })),
  cancel: routes.imports.cancel.handler(async ({ context: { services, scope }, input }) => {
    const data = await cancelImport(services.state.database, scope, input.id, services.now())
    // The running import would notice within a second; killing its queries cancels it at once.
    await killImportQueries(services.state.warehouse, input.id)
    return { data }
  }),
  confirm: routes.imports.confirm.handler(async ({ context, input: { id } }) => ({
    data: await decideImport(context.services, context.scope, actingOf(context), { id, decision: 'confirm' }),
  })),
  discard: routes.imports.discard.handler(async ({ context, input: { id } }) => ({
    data: await decideImport(context.services, context.scope, actingOf(context), { id, decision: 'discard' }),
  })),
  undo: routes.imports.undo.handler(async ({ context: { services, scope }, input }) => {
    const data = await undoImport(services.state.database, scope, input.id, (tx) =>
      services.jobs.send(changedJob, { organization_id: scope.organizationId }, { within: tx }),
    )
    return { data }
  }),
  rejectedRows: routes.imports.rejectedRows.handler(
    async ({ context: { services, scope }, input: { id, ...page } }) => {
      const { key } = await findImport(services.state.database, scope, id)
      const { rows, total } = await listRejectedRows(services.state.warehouse, scope, key, page)
      return { data: rows, meta: { ...page, total } }
    },
  ),
  formats: routes.imports.formats.handler(() => ({
    data: formats.map(({ id, label, dataset }) => ({ id, label, dataset })),
  })),
  loads: routes.imports.loads.handler(async ({ context: { services, scope }, input: { status, ...page } }) => {
    const { loads, total } = await listLoads(services.state.database, scope, { status, ...page })
    return { data: loads, meta: { ...page, total } }
  }),
}
