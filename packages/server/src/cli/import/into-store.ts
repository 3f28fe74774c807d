/** Imports into the store in this process when no server runs, with the same pipeline. */
import { formats } from '@kept/connectors/all.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { cancelImport } from '@kept/store/imports/cancel.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { listLoads } from '@kept/store/loads/list.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import { importDeps } from '../../imports/create-deps.ts'
import { describeLocal } from '../../imports/local-import.ts'
import { runImport } from '../../imports/run-import.ts'
import { organizationOf } from '../../operator/public/operator.ts'
import type { Config } from '../../platform/config.ts'
import { holdDataFolder } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { openState, type State } from '../../platform/state.ts'
import { evaluateDeps, evaluateOrganization } from '../../recommendations/evaluate-organization.ts'
import { type ImportReport, type ImportRequest, lookEveryMs, toLine } from './import-report.ts'

export async function importIntoStore(config: Config, request: ImportRequest): Promise<ImportReport> {
  const localImport = await describeLocal(request, formats)
  const folder = holdDataFolder(config.dataFolder, config.sharedFolder)
  try {
    const log = createLog('fatal')
    const state = await openState(config, log)
    try {
      const { organizationId, created } = await organizationOf(state, request.organization)
      if (created) request.onMessage(`Created organization "${request.organization}".`)
      const scope = { organizationId }
      const now = () => new Date()
      const newImport = await state.database.scoped(scope, (tx) => createImport(tx, scope, localImport))
      const deps = importDeps({ state, folder, log, now }, async () => {
        // The import is already published; a failed evaluation does not undo it.
        await evaluateAfterImport(state, scope, now).catch((error: unknown) => {
          const message = messageOf(error)
          request.onMessage(`The bill was imported, but finding savings failed: ${message}`)
        })
      })
      const watching = setInterval(() => void show(state, scope, newImport.id, request), lookEveryMs)
      try {
        await runImport(deps, scope, newImport.id, { signal: request.signal, last: true })
      } catch (error) {
        // No server resumes an import of the command line, so an interrupted one is canceled.
        if (request.signal.aborted) await cancelImport(state.database, scope, newImport.id, now())
        throw error
      } finally {
        clearInterval(watching)
      }
      const { import: done } = await findImport(state.database, scope, newImport.id)
      const { loads } = await listLoads(state.database, scope, { status: 'current', page: 1, page_size: 1_000_000 })
      return {
        organization: request.organization,
        import: done,
        loads: loads.filter(({ import_id }) => import_id === newImport.id),
      }
    } finally {
      await state.close()
    }
  } finally {
    folder.release()
  }
}

/** Updates resources first, because rules read them. */
async function evaluateAfterImport(state: State, scope: Scope, now: () => Date): Promise<void> {
  await syncResources(state.database, state.warehouse, scope)
  await evaluateOrganization(evaluateDeps({ state, now }), scope)
}

async function show(
  { database }: State,
  scope: { organizationId: string },
  id: string,
  { onProgress }: ImportRequest,
): Promise<void> {
  // A failed progress query is ignored; a real failure is reported by the import.
  const current = await findImport(database, scope, id).catch(() => undefined)
  if (current?.import.status === 'running') onProgress(toLine(current.import.progress))
}
