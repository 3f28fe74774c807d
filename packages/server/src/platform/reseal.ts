/**
 * Key rotation: at start, with both keys configured, all data keys are wrapped with the new key. Only
 * data keys change; no secret is decrypted. Data keys under the new key are skipped, so an interrupted
 * rotation continues at the next start.
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
  log.info(
    { event: 'secrets.resealed', changed },
    'all secrets use the new key; KEPT_PREVIOUS_SECRET_KEY can be removed',
  )
  return changed
}
