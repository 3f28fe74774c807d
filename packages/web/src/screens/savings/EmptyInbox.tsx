import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'

const texts: Record<Exclude<RecommendationStatus, 'open'>, readonly [title: string, description: string]> = {
  accepted: ['No accepted recommendations', 'Accepted recommendations stay here until they are done.'],
  done: ['No recommendations marked as done', 'They stay here until your bill shows the change.'],
  verifying: [
    'Nothing to verify',
    'When your bill no longer shows the waste, Kept checks for two weeks that it stays away.',
  ],
  verified: ['No resolved recommendations', 'Recommendations move here after two weeks without the waste.'],
  regressed: ['No reopened recommendations', 'A recommendation moves here when the waste returns.'],
  dismissed: [
    'No dismissed recommendations',
    'Dismissed recommendations are listed here with their reason. You can reopen them.',
  ],
  snoozed: ['Nothing is snoozed', 'Snoozed recommendations wait here and open again on their day.'],
  gone: ['Nothing here yet', 'A recommendation moves here when a later bill no longer shows the waste.'],
}

/** Why the list of a status is empty, and the next step. `evaluatedAt` is null before the first bill. */
export function EmptyInbox({ status, evaluatedAt }: { status: RecommendationStatus; evaluatedAt: string | null }) {
  if (status !== 'open') {
    const [title, description] = texts[status]
    return <EmptyState title={title} description={description} />
  }
  if (evaluatedAt === null) {
    return <UploadFirst title="No recommendations yet" description="Upload a bill to get your first recommendations." />
  }
  return (
    <EmptyState
      title="No open recommendations"
      description="Kept checked your bills with every rule."
      action={
        <Link to="/savings" search={{ tab: 'rules' }} className={buttonClass()}>
          See what was checked
        </Link>
      }
    />
  )
}
