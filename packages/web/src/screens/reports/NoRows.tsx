import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useCatalog } from '../../spend/useCatalog.ts'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'

/** The empty state of a report: no bills yet, or no matching costs. */
export function NoRows({ isNarrowed, onAllDays }: { isNarrowed: boolean; onAllDays(): void }) {
  const catalog = useCatalog().data
  if (catalog?.first_day === null) {
    return <UploadFirst title="No reports yet" description="Upload a bill to run your first report." />
  }
  return (
    <EmptyState
      title="No data for this report"
      description={isNarrowed ? 'Try other dates.' : 'Your bills have no matching charges.'}
      action={
        isNarrowed && (
          <button type="button" className={buttonClass('plain')} onClick={onAllDays}>
            Show all days
          </button>
        )
      }
    />
  )
}
