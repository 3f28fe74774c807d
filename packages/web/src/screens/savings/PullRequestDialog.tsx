import { sentenceOf } from '@kept/client/errors.ts'
import type { RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import { isRepositoryHost } from '@kept/domain/alert-labels.ts'
import type { ProposedPullRequest } from '@kept/domain/pull-request.ts'
import { pullRequestReference } from '@kept/domain/pull-request-reference.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Diff } from './Diff.tsx'
import { useProposePullRequest } from './useProposePullRequest.ts'

interface PullRequestDialogProps {
  recommendation: Recommendation
  option: RecommendationRemediation['options'][number]
  onClose(): void
}

/** The diff first; then exactly that as a pull request, through a GitHub or GitLab channel of the organization. */
export default function PullRequestDialog({ recommendation, option, onClose }: PullRequestDialogProps) {
  const channels = useQuery(api.alerts.channels.queryOptions({ input: {} }))
  const repositories = (channels.data?.data ?? []).filter(
    ({ enabled, settings }) => enabled && isRepositoryHost(settings.kind),
  )
  const [chosen, setChosen] = useState('')
  const channelId = (repositories.find(({ id }) => id === chosen) ?? repositories[0])?.id
  const { mutate, error, isPending } = useProposePullRequest()
  const [proposal, setProposal] = useState<ProposedPullRequest | null>(null)
  const { id } = recommendation
  const { step } = option
  useEffect(() => {
    setProposal(null)
    if (channelId === undefined) return
    mutate({ id, step, channel_id: channelId, dry_run: true }, { onSuccess: ({ data }) => setProposal(data) })
  }, [mutate, id, step, channelId])
  const open = () => {
    if (channelId === undefined || !proposal) return
    const request = { id, step, channel_id: channelId, plan_hash: proposal.plan_hash }
    mutate(request, { onSuccess: ({ data }) => setProposal(data) })
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Pull request: ${option.label}`}
      description={proposal?.edit ? 'This is what would be committed. Nothing is written yet.' : undefined}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Close
          </Button>
          {proposal?.edit && (
            <Button tone="primary" isBusy={isPending} onClick={open}>
              Open a pull request
            </Button>
          )}
        </>
      }
    >
      <Loaded query={channels} failed="Channels could not be loaded.">
        {() =>
          repositories.length === 0 ? (
            <p className="text-body text-soft">
              No GitHub or GitLab repository is connected.{' '}
              <TextLink to="/alerts" search={{ tab: 'channels' }}>
                Add a channel
              </TextLink>
              , or write the change yourself.
            </p>
          ) : (
            repositories.length > 1 && (
              <div className="mb-4 max-w-xs">
                <Select
                  label="Repository"
                  value={channelId ?? ''}
                  options={repositories.map(({ id: value, name }) => ({ value, label: name }))}
                  onChange={setChosen}
                />
              </div>
            )
          )
        }
      </Loaded>
      {error && (
        <p role="alert" className="mb-3 text-body text-leak">
          {sentenceOf(error)}
        </p>
      )}
      {isPending && !proposal && <SkeletonRows />}
      {proposal && <Proposal proposal={proposal} />}
    </Dialog>
  )
}

function Proposal({
  proposal: { edit, skip_reasons: reasons, pull_request: opened },
}: {
  proposal: ProposedPullRequest
}) {
  if (opened)
    return (
      <p className="text-body">
        <a href={opened.url} target="_blank" rel="noreferrer" className="font-medium text-fact underline">
          {pullRequestReference(opened)}
        </a>{' '}
        is open. The saving counts when a bill shows it.
      </p>
    )
  if (!edit) return <p className="text-pretty break-words text-body">{reasons}</p>
  return (
    <div className="space-y-3">
      <p className="break-words text-body">{edit.description}</p>
      <Diff text={edit.diff} />
    </div>
  )
}
