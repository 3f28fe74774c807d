/** Imports uploads before it returns, in place of a job: for the visit of the demo that has asked for it. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { findUploads } from '@kept/store/uploads/find.ts'
import type { Services } from '../../platform/context.ts'
import { importDeps } from '../create-deps.ts'
import { runImport } from '../run-import.ts'

const timeoutMs = 60_000

export async function importNow(
  services: Pick<Services, 'state' | 'folder' | 'log' | 'now'>,
  scope: Scope,
  uploads: string[],
): Promise<void> {
  const { state } = services
  // Its loads are the visit's own: nothing of the organization is calculated from them.
  const deps = importDeps(services, async () => undefined)
  const { id } = await state.database.scoped(scope, async (tx) => {
    const files = await findUploads(tx, uploads)
    return createImport(tx, scope, {
      inputs: files.map((file) => ({ kind: 'upload' as const, id: file.id, name: file.name })),
      sources: files.map(({ name, bytes }) => ({ name, bytes })),
      accept_smaller: true,
    })
  })
  await runImport(deps, scope, id, { signal: AbortSignal.timeout(timeoutMs), last: true })
  const { import: finished } = await findImport(state.database, scope, id)
  if (finished.status !== 'done')
    throw new KeptError('unavailable', finished.error || 'The bill could not be imported. Try again.')
}
