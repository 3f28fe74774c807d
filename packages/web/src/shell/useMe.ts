import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Who is asking, for which organization. Asked once for the whole application. */
export function useMe() {
  return useQuery({ ...api.session.me.queryOptions({ input: {}, staleTime: 60_000 }), select: (answer) => answer.data })
}
