/**
 * Undoes what was done for a time. Once a minute, in whichever process: what is due stands in the database, so that a
 * restart in between only means a minute later.
 */
import type { Deed } from '@kept/domain/deed.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { deedsToRevert } from '@kept/store/remediation/deeds.ts'
import * as z from 'zod'
import { defineJob } from '../jobs.ts'
import { type BesideDeed, undo } from './deeds.ts'
import type { RemediationDoors } from './registry.ts'

export interface RevertNeeds extends RemediationDoors {
  /** What each feature writes beside the end of a deed of its own. */
  beside: Record<Deed['subject'], BesideDeed>
}

export const revertJob = defineJob({
  name: 'revert-deeds',
  input: z.object({}),
  retries: 0,
  every: '* * * * *',
  run: async (_input, needs: RevertNeeds, signal) => {
    await revertDue(needs, signal)
  },
})

/** How many were undone, or left because somebody else changed them. */
export async function revertDue(needs: RevertNeeds, signal?: AbortSignal): Promise<number> {
  const { state, now, log, beside } = needs
  let ended = 0
  for (const { id: organizationId } of await listOrganizations(state.database)) {
    const scope = { organizationId }
    for (const id of await deedsToRevert(state.database, scope, now())) {
      signal?.throwIfAborted()
      const by = {
        name: 'Kept',
        stamp: { actor: { kind: 'system', id: null, name: 'Kept' }, at: now() } as const,
      }
      try {
        const known = await undo(needs, scope, id, {
          by,
          beside: (tx, deed, to, trouble) => beside[deed.deed.subject](tx, deed, to, trouble),
        })
        if (known) ended += 1
      } catch (error) {
        log.warn({ err: error, deed: id }, 'a deed could not be undone; the next minute tries again')
      }
    }
  }
  return ended
}
