import type { Preferences } from '@kept/contract/inputs/auth.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ttl } from '../api/ttl.ts'

/** The signed-in person's own record. */
export function useProfile() {
  return useQuery({
    ...api.auth.profile.queryOptions({ input: {}, staleTime: ttl.user }),
    select: ({ user }) => user,
  })
}

/** Changes name, picture or preferences; every screen shows the response at once. */
export function useUpdateProfile({ quiet = false } = {}) {
  const client = useQueryClient()
  return useMutation(
    api.auth.updateProfile.mutationOptions({
      // A form says beside its fields what went wrong.
      meta: { quiet },
      onSuccess: async (answer) => {
        client.setQueryData(api.auth.profile.queryKey({ input: {} }), answer)
        await client.invalidateQueries({ queryKey: api.session.key() })
      },
    }),
  )
}

/** Changes one preference and leaves the others as they are. */
export function useSetPreference() {
  const profile = useProfile().data
  const update = useUpdateProfile()
  return {
    ...update,
    set: (change: Preferences) =>
      update.mutateAsync({
        preferences: { ...(profile?.user_metadata.preferences as Preferences | undefined), ...change },
      }),
  }
}
