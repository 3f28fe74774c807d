import type { RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { CopyableText } from '../../remediation/CopyableText.tsx'
import { useMe } from '../../shell/useMe.ts'
import { Part } from './Part.tsx'

const PullRequestDialog = lazy(() => import('./PullRequestDialog.tsx'))

type Option = RecommendationRemediation['options'][number]

/** The change as Terraform text, and as a pull request in the repository that declares the resource. */
export function TerraformPart({ recommendation }: { recommendation: Recommendation }) {
  const me = useMe()
  const { id, status } = recommendation
  const remediation = useQuery(api.remediation.ofRecommendation.queryOptions({ input: { id } })).data?.data
  const [option, setOption] = useState<Option | null>(null)
  if (!remediation || remediation.options.length === 0) return null
  const mayAct = me.data?.permissions.includes('recommendations:act') ?? false
  return (
    <Part title="In Terraform">
      <PullRequestLinks pullRequests={remediation.pull_requests} />
      <div className="space-y-4">
        {remediation.options.map((choice) => (
          <TerraformOption
            key={choice.step}
            option={choice}
            onOpen={mayAct && mayMove(status, 'done') ? () => setOption(choice) : undefined}
          />
        ))}
      </div>
      {option && (
        <Suspense fallback={null}>
          <PullRequestDialog recommendation={recommendation} option={option} onClose={() => setOption(null)} />
        </Suspense>
      )}
    </Part>
  )
}

function TerraformOption({ option, onOpen }: { option: Option; onOpen: (() => void) | undefined }) {
  const { snippet, description, caution } = option.terraform
  return (
    <div className="space-y-2">
      <p className="break-words text-pretty text-small text-soft">{description}</p>
      {snippet && <CopyableText title={option.label} text={snippet} />}
      {caution && <p className="text-pretty text-small text-soft">{caution}</p>}
      {snippet && onOpen && <Button onClick={onOpen}>Open a pull request</Button>}
    </div>
  )
}

function PullRequestLinks({ pullRequests }: { pullRequests: RecommendationRemediation['pull_requests'] }) {
  if (pullRequests.length === 0) return null
  return (
    <ul aria-label="Pull requests" className="mb-3 space-y-1 text-small text-soft">
      {pullRequests.map(({ id, repository, number, url, created_by, created_at }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer" className="font-medium text-fact underline">
            {repository}#{number}
          </a>
          , opened by {created_by}, {formatMoment(created_at)}
        </li>
      ))}
    </ul>
  )
}
