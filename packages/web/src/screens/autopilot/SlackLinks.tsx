import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** The Slack accounts from which the user may decide approvals, and the code that links another one. */
export function SlackLinks() {
  const client = useQueryClient()
  const links = useQuery(api.approvals.slackLinks.queryOptions({ input: {} }))
  const code = useMutation(api.approvals.createSlackCode.mutationOptions())
  const unlink = useMutation(
    api.approvals.removeSlackLink.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: api.approvals.key() }),
    }),
  )
  const error = code.error ?? unlink.error
  return (
    <section aria-labelledby="slack-links" className="mt-8 max-w-4xl border-rule border-t pt-4">
      <h2 id="slack-links" className="font-medium text-body">
        Decide in Slack
      </h2>
      <p className="mt-1 text-pretty text-small text-soft">
        Slack channels with a signing secret show Approve and Deny below each approval. Link your Slack account once, so
        that Kept knows who decides.
      </p>
      <Loaded query={links} failed="Slack accounts could not be loaded.">
        {({ data }) => (
          <ul className="mt-2 space-y-1">
            {data.map(({ id, slack_name, linked_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-2 text-small">
                {slack_name}, linked {formatMoment(linked_at)}
                <Button disabled={unlink.isPending} onClick={() => unlink.mutate({ id })}>
                  Unlink {slack_name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button isBusy={code.isPending} onClick={() => code.mutate({})}>
          Link Slack
        </Button>
        {code.data && (
          <p role="status" className="text-body">
            Choose Approve or Deny in Slack, and enter <code className="font-medium">{code.data.data.code}</code> there.
            It is valid until {formatMoment(code.data.data.expires_at)}.
          </p>
        )}
      </div>
      {error && (
        <div className="mt-2">
          <Notice tone="leak">{sentenceOf(error)}</Notice>
        </div>
      )}
    </section>
  )
}
