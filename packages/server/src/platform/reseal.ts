/**
 * The day the key changes: at start, with the former key beside the new one, everything sealed is wrapped anew. Only
 * data keys are wrapped again; no secret is read. What stands already under the new key is left, so a start that was
 * cut off is simply repeated.
 */
import { changeSealed, changeSealedOfPeople } from '@kept/store/database/sealed-columns.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import type { Services } from './context.ts'

export async function resealEverything({
  state,
  secrets,
  log,
}: Pick<Services, 'state' | 'secrets' | 'log'>): Promise<number> {
  let changed = await changeSealedOfPeople(state.database, secrets.reseal)
  for (const { id } of await listOrganizations(state.database)) {
    changed += await changeSealed(state.database, id, secrets.reseal)
  }
  log.info({ changed }, 'every secret stands under the new key; KEPT_FORMER_SECRET_KEY can be taken away')
  return changed
}
