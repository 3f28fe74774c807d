import { type Measure, measures } from '@kept/domain/cube.ts'
import { Tooltip } from '@kept/ui/controls/Tooltip.tsx'

/** A metric's name with its definition in a tooltip. */
export function MeasureName({ measure }: { measure: Measure }) {
  const { label, description } = measures[measure]
  return (
    <Tooltip content={description}>
      <button
        type="button"
        className="cursor-help rounded-hair underline decoration-dotted decoration-edge underline-offset-3"
      >
        {label}
      </button>
    </Tooltip>
  )
}
