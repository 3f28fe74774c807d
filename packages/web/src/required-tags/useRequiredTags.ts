import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useMe } from '../shell/useMe.ts'

/** The report of required tags; null without an enabled policy, undefined while it loads. */
export function useRequiredTags() {
  const organization = useMe().data?.organization.id ?? ''
  const query = useQuery({
    ...api.requiredTags.get.queryOptions({ input: { organization } }),
    enabled: organization !== '',
  })
  return query.data?.data
}
