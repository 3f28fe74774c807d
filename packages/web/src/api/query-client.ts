/** The cache of server responses. It never retries, because the HTTP client (send.ts) does. */

import { errorText } from '@kept/client/error-text.ts'
import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { reach } from './http-client.ts'

/** Every API error is said in a toast, with the server's own sentence; a panel that lacks its data says it too. */
export function showError(error: unknown): void {
  toasts.show({ tone: 'error', title: sentenceOf(error) })
  if (error instanceof ApiError && error.status === 429) {
    toasts.show({ tone: 'error', title: errorText.tooManyRequests })
  }
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => meta?.quiet !== true && !isShownElsewhere(error) && showError(error),
    }),
    mutationCache: new MutationCache({
      onError: (error, _values, _result, { meta }) => meta?.quiet !== true && showError(error),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
      // A mutation fails at once without a network, so that nothing happens later when it is no longer expected.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The cache of this page. */
export const queryClient = createQueryClient()

/**
 * Nothing is asked for while the server is out of reach; once it is back, whatever is stale is asked for once. Called
 * when the page begins.
 */
export function followReachability(): void {
  const updateQueries = () => onlineManager.setOnline(reach.now().state === 'here')
  onlineManager.setEventListener(() => reach.subscribe(updateQueries))
  for (const kind of ['online', 'offline']) addEventListener(kind, () => void reach.network())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void reach.tryNow()
  })
}

/** The line across the page says that nothing can be reached; not every panel need say it again. */
function isShownElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && reach.now().state !== 'here'
}
