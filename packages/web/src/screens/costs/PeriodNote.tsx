import { formatCount } from '@kept/foundation/format/number.ts'

/** Shown when a table by period does not show every group. */
export default function PeriodNote({ count }: { count: number }) {
  return (
    <p className="mt-2 text-small text-faint">
      Showing periods for the {formatCount(count)} largest groups. The download includes totals for all groups.
    </p>
  )
}
