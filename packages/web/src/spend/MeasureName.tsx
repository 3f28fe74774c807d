import { type Measure, measures } from '@kept/domain/cube.ts'
import { Tooltip } from '@kept/ui/controls/Tooltip.tsx'

/** A measure's name; what it means is one pointer, tap or Tab away. */
export function MeasureName({ measure }: { measure: Measure }) {
  const { label, words } = measures[measure]
  return (
    <Tooltip words={words}>
      <button
        type="button"
        className="cursor-help rounded-hair underline decoration-dotted decoration-edge underline-offset-3"
      >
        {label}
      </button>
    </Tooltip>
  )
}
