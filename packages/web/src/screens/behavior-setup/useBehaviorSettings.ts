import type { BehaviorSettings } from '@kept/domain/behavior-run.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The settings as a whole, and the way to change a part of them. */
export function useBehaviorSettings() {
  const client = useQueryClient()
  const query = useQuery(api.developerBehavior.settings.queryOptions({ input: {} }))
  return {
    query,
    async save(part: Partial<BehaviorSettings>) {
      // Refetched: another user may have changed another part in the meantime.
      const { data } = await api.developerBehavior.settings.call({})
      await api.developerBehavior.putSettings.call({ ...data, ...part })
      await client.invalidateQueries({ queryKey: api.developerBehavior.key() })
    },
  }
}
