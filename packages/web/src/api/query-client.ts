/** The cache of what the server said. Retries belong to the door (send.ts), so here is none. */
import { toasts } from '@kept/ui/toast/toasts.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, sentenceOf } from './errors.ts'

/** Every API error is said in a toast, with the server's own sentence; a panel that lacks its data says it too. */
export function tell(error: unknown): void {
  toasts.show({ tone: 'error', title: sentenceOf(error) })
  if (error instanceof ApiError && error.status === 429) {
    toasts.show({ tone: 'error', title: 'Too many requests. Please slow down.' })
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => meta?.quiet !== true && tell(error) }),
    mutationCache: new MutationCache({
      onError: (error, _values, _result, { meta }) => meta?.quiet !== true && tell(error),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}

/** The cache of this page. */
export const queryClient = createQueryClient()
