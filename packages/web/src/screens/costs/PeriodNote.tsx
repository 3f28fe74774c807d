import { formatCount } from '@kept/ui/format/share.ts'

/** Below a table by period that cannot draw every group. */
export default function PeriodNote({ shown }: { shown: number }) {
  return (
    <p className="mt-2 text-small text-faint">
      Periods are shown for the {formatCount(shown)} largest groups. The download has the totals of all.
    </p>
  )
}
