/** Into the store itself when no Kept runs: the same pipeline, in this process. */
import { formats } from '@kept/connectors/all.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { cancelImport } from '@kept/store/imports/cancel.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { listLoads } from '@kept/store/loads/list.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import { judgeDoors } from '../../findings/compose.ts'
import { judgeOrganization } from '../../findings/judge-organization.ts'
import { ingestDoors } from '../../ingest/compose.ts'
import { describeLocal } from '../../ingest/local-import.ts'
import { runImport } from '../../ingest/run-import.ts'
import type { Config } from '../../platform/config.ts'
import { holdDataFolder } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { organizationOf } from '../../platform/operator.ts'
import { openState, type State } from '../../platform/state.ts'
import { type BroughtIn, type ImportRequest, lookEveryMs, toLine } from './brought-in.ts'

export async function importIntoStore(config: Config, request: ImportRequest): Promise<BroughtIn> {
  const wanted = await describeLocal(request, formats)
  const folder = holdDataFolder(config.dataFolder)
  try {
    const log = createLog('fatal')
    const state = await openState(config, log)
    try {
      const { organizationId, made } = await organizationOf(state, request.organization)
      if (made) request.onSaid(`The organisation "${request.organization}" is new.`)
      const scope = { organizationId }
      const now = () => new Date()
      const noted = await state.database.scoped(scope, (tx) => createImport(tx, scope, wanted))
      const doors = ingestDoors({ state, folder, log, now }, async () => {
        // The bill is in by now, and stays in.
        await lookAgain(state, scope, now).catch((error: unknown) => {
          const words = error instanceof Error ? error.message : String(error)
          request.onSaid(`The bill is in, but savings could not be looked for: ${words}`)
        })
      })
      const watching = setInterval(() => void show(state, scope, noted.id, request), lookEveryMs)
      try {
        await runImport(doors, scope, noted.id, { signal: request.signal, last: true })
      } catch (error) {
        // Stopped by hand: unlike a server's, this import has nobody who would go on with it.
        if (request.signal.aborted) await cancelImport(state.database, scope, noted.id, now())
        throw error
      } finally {
        clearInterval(watching)
      }
      const { import: done } = await findImport(state.database, scope, noted.id)
      const { loads } = await listLoads(state.database, scope, { status: 'current', page: 1, page_size: 1_000_000 })
      return {
        organization: request.organization,
        import: done,
        loads: loads.filter(({ import_id }) => import_id === noted.id),
      }
    } finally {
      await state.close()
    }
  } finally {
    folder.release()
  }
}

/** Resources first, then whatever reads them. */
async function lookAgain(state: State, scope: Scope, now: () => Date): Promise<void> {
  await syncResources(state.database, state.warehouse, scope)
  await judgeOrganization(judgeDoors({ state, now }), scope)
}

async function show(
  { database }: State,
  scope: { organizationId: string },
  id: string,
  { onProgress }: ImportRequest,
): Promise<void> {
  // A look that fails (the engine is restarting) shows nothing; the import itself says what is wrong.
  const found = await findImport(database, scope, id).catch(() => undefined)
  if (found?.import.status === 'running') onProgress(toLine(found.import.progress))
}
