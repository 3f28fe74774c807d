import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'
import { useCatalogue } from '../../spend/useCatalogue.ts'

/** A report without a row: of bills there are none yet, or none of these days answers it. */
export function NoRows({ isNarrowed, onAllDays }: { isNarrowed: boolean; onAllDays(): void }) {
  const catalogue = useCatalogue().data
  if (catalogue?.first_day === null) {
    return (
      <EmptyState
        title="There is nothing to report yet"
        words="Each report is answered from your bills; one is enough to begin."
        action={
          <Link to="/integrations" className={buttonClass('primary')}>
            Bring in a bill
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No line answers this"
      words={isNarrowed ? 'Other days may.' : 'Your bills carry nothing of this kind.'}
      action={
        isNarrowed && (
          <button type="button" className={buttonClass('plain')} onClick={onAllDays}>
            Look at all days
          </button>
        )
      }
    />
  )
}
