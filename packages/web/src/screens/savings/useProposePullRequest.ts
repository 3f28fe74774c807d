import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Shows the diff of a pull request, or opens it. */
export function useProposePullRequest() {
  const client = useQueryClient()
  return useMutation(
    api.remediation.proposePullRequest.mutationOptions({
      // The dialog says what went wrong.
      meta: { quiet: true },
      onSuccess: async ({ data: { pull_request: opened } }, { dry_run }) => {
        if (dry_run || !opened) return
        toasts.show({ title: `${opened.repository}#${opened.number} opened` })
        await client.invalidateQueries({ queryKey: api.remediation.key() })
      },
    }),
  )
}
